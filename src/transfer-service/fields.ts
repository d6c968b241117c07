import { isLosslessNumber, parse, stringify } from 'lossless-json';

const currencyDepthMax = 4;

/** How one field of the API spec's record is read, shown and masked. */
interface Field {
  /**
   * If omitted, text. A `time` is in milliseconds since 1970; an `any` is shown as received, only
   * in All Fields.
   */
  kind?: 'money' | 'time' | 'any';
  /**
   * The form a value needs in a channel, or its masking there. If omitted, only the asker sees it,
   * except a `time`.
   */
  inChannel?: RegExp | 'last4' | 'initials';
  /**
   * Label of the field's line in the note for the bank; fields with the same label share one line.
   */
  note?: string;
}

const anyWord = (...lines: string[]) => `(?:${lines.join(' ').replaceAll(' ', '|')})`;

/** Matches a word that a status of two words may have; any other word could be a person's name. */
const statusWord = anyWord(
  'in on not under being awaiting partially fully already',
  'pending processing queued accepted approved declined rejected refused received completed settled paid found known',
  'successful success failed failure reversed refunded cancelled canceled expired blocked initiated processed sent',
  'transaction transfer payment reversal refund settlement review approval confirmation progress hold process',
);
/** Matches a text of one to three known status words, which cannot name a person. */
export const onlyStatusWords = new RegExp(`^${statusWord}(?:[ _-]${statusWord}){0,2}$`, 'i');

/**
 * Patterns that a field's value must match to appear in a channel; any other value counts as free
 * text. The limits on digits keep out account numbers, which have ten digits in Nigeria, and five
 * or more in other countries.
 */
export const forms = {
  status: new RegExp(`^(?:(?!(?:.*\\d){5})[\\p{L}\\d_-]{1,30}|${statusWord} ${statusWord})$`, 'iu'),
  code: new RegExp(
    `^(?:[a-z]{0,4}[_-]?\\d{1,6}|true|false|yes|no|[yn]|none|null|${statusWord}(?:[_-]${statusWord}){0,2})$`,
    'i',
  ),
  amount:
    /^[+-]?(?:\d{1,9}|\d{1,30}\.\d{1,10}|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,10})?|\d{1,3}(?:\.\d{1,10})?e[+-]?\d{1,2})$/i,
  identifier: /^[\w./:+-]{1,64}$/,
  /**
   * The two values in the API spec (section 2.2). They decide whether a card names the payer or the
   * payee first.
   */
  type: /^(?:bank_transfer|collection)$/,
  bankCode: /^\d{1,6}$/,
  /** An ISO 4217 code, by letters or digits, or a sign. */
  currency: /^(?:[a-z]{3}|\d{3}|\p{Sc})$/iu,
  bankName: /^(?!(?:.*\d){5})(?:[\p{L}\p{N} .,&'()/-]| @){1,80}$/u,
};

/**
 * The fields of a record, in the order of the API spec (section 2.2). `currency` is not in the
 * spec, but decides what the amounts mean.
 */
export const recordFields = {
  id: { inChannel: forms.identifier, note: 'Transaction ID' },
  userId: {},
  accountId: { kind: 'any' },
  amount: { kind: 'money', inChannel: forms.amount, note: 'Amount' },
  charge: { kind: 'money', inChannel: forms.amount, note: 'Charge' },
  netAmount: { kind: 'money', inChannel: forms.amount },
  currency: { inChannel: forms.currency },
  description: { note: 'Narration' },
  destinationAccountNumber: { inChannel: 'last4', note: 'To' },
  destinationAccountName: { inChannel: 'initials', note: 'To' },
  destinationBankCode: { inChannel: forms.bankCode, note: 'To' },
  destinationBankName: { inChannel: forms.bankName, note: 'To' },
  sourceAccountNumber: { inChannel: 'last4', note: 'From' },
  sourceAccountName: { inChannel: 'initials', note: 'From' },
  sourceBankCode: { inChannel: forms.bankCode, note: 'From' },
  sourceBankName: { inChannel: forms.bankName, note: 'From' },
  reference: { inChannel: forms.identifier, note: 'Reference' },
  transactionTypeName: { inChannel: forms.type },
  category: {},
  type: {},
  stampDuty: { kind: 'any' },
  sessionId: { inChannel: forms.identifier, note: 'Session' },
  status: { inChannel: forms.status, note: 'Status' },
  reversedFlag: { inChannel: forms.code, note: 'Reversed flag' },
  utilityType: { kind: 'any' },
  details: { kind: 'any' },
  completedAt: { kind: 'time', note: 'Completed' },
  createdAt: { kind: 'time', note: 'Created' },
  updatedAt: { kind: 'time' },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof recordFields;
type NamesOf<Kind> = {
  [Name in FieldName]: (typeof recordFields)[Name] extends { kind: Kind } ? Name : never;
}[FieldName];
type TimeName = NamesOf<'time'>;
type TextName = Exclude<FieldName, NamesOf<'time' | 'any'>>;

function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(recordFields, name);
}

export const fieldNames = Object.keys(recordFields).filter(isFieldName);

/**
 * Returns the entry of a field in `recordFields`, with a type that also has the properties which the
 * entry leaves out.
 */
export function fieldEntry(name: FieldName): Field {
  return recordFields[name];
}

export const textNames = fieldNames.filter(
  (name): name is TextName => !/time|any/.test(fieldEntry(name).kind ?? ''),
);
export const timeNames = fieldNames.filter(
  (name): name is TimeName => fieldEntry(name).kind === 'time',
);

/**
 * A record's texts and times (API spec, section 2.2). A text that is no scalar is here as JSON; a
 * field that is missing is `undefined`.
 */
export type Transaction = { [Name in TextName]?: string | undefined } & {
  [Name in TimeName]?: number | undefined;
} & {
  /**
   * Times as received that are not epoch milliseconds of this century, and so are not interpreted.
   */
  unreadTimes?: Partial<Record<TimeName, string | undefined>>;
};

/**
 * Returns a scalar as text. Response bodies are parsed so that every digit stays: a JSON number
 * arrives here as a `LosslessNumber`, and becomes the text of its digits, never a float.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) || typeof value === 'boolean' ? String(value) : undefined;
}

/** Returns a scalar as text, and an object or array as JSON without personal fields. */
export function shownText(value: unknown): string | undefined {
  if (!isObjectOrArray(value) || Object.keys(value).length === 0) return textOf(value);
  return stringify(redact(value, 'personal').kept);
}

/**
 * Whether a documented field came in another form than documented. Numbers count where they lose
 * zeros: in account numbers and bank codes.
 */
export function isOtherForm(name: string, value: unknown): boolean {
  if (!isFieldName(name) || fieldEntry(name).kind === 'any') return false;
  if (isObjectOrArray(value)) return Object.keys(value).length > 0;
  return isLosslessNumber(value) && /(?:Number|Code)$/.test(name);
}

const currencyKey = /currency(?:_?(?:code|iso))?$/i;

/**
 * Returns the currency that an answer names, at any depth: the amount may be an object with one.
 * @returns an empty text if it names several, or one in another form than a text; `undefined` if
 *   it names none
 */
export function currencyOf(answer: unknown, depth = 0): string | undefined {
  if (!isObjectOrArray(answer) || depth > currencyDepthMax) return undefined;

  let currency: string | undefined;

  for (const key of Object.keys(answer)) {
    const value = answer[key];
    const named = currencyKey.test(key) ? statedCurrency(value) : currencyOf(value, depth + 1);
    if (named === undefined || named === currency) continue;
    if (currency !== undefined) return '';
    currency = named;
  }

  return currency;
}

function statedCurrency(value: unknown): string | undefined {
  if (isObjectOrArray(value)) return '';
  if (typeof value === 'boolean') return undefined;
  return textOf(value)?.trim().toUpperCase() || undefined;
}

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

/**
 * Reads a time that "appears as epoch milliseconds" (API spec, section 2.2). A value outside this
 * century is not interpreted, but shown as received.
 */
function timeOf(value: unknown): number | undefined {
  const epochMs = Number(textOf(value));
  return Number.isInteger(epochMs) && epochMs >= earliestMs && epochMs <= latestMs
    ? epochMs
    : undefined;
}

/** Returns a JSON object as received; `undefined` for anything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObjectOrArray(value) && !Array.isArray(value) ? value : undefined;
}

/**
 * Reads the texts and times of a record; its other fields can be found only in the record itself.
 */
export function parseTransaction(record: Readonly<Record<string, unknown>>): Transaction {
  const transaction: Transaction = {};
  for (const name of textNames) transaction[name] = shownText(record[name]);
  transaction.currency = currencyOf(record);

  const unread: Partial<Record<TimeName, string>> = {};

  for (const name of timeNames) {
    transaction[name] = timeOf(record[name]);
    const given = transaction[name] === undefined ? shownText(record[name])?.trim() : undefined;
    if (given) unread[name] = given;
  }

  return Object.keys(unread).length === 0 ? transaction : { ...transaction, unreadTimes: unread };
}

/**
 * The only list of sensitive fields that the service may send beyond the API spec: patterns for
 * whole words of a field's name, in lower case between spaces. `token` is not listed, because the
 * customer may have bought one.
 */
const sensitive = {
  /** Shown to nobody. */
  secret: / (?:bvn|nin|pin|otp|cvv|password|secret)(?:number|no)?s? /,
  /** Shown only to the asker, and only in All Fields. */
  personal:
    / (?:e ?mail(?:address)?|(?:tele)?phone(?:number|no)?|mobile(?:number|no)?|msisdn|(?:dateof)?birth(?:date|day)?|dob|address(?:es)?|(?:account|available|ledger|wallet)?balance)s? /,
};

type Sensitivity = keyof typeof sensitive;

/**
 * Whether a field's name has a sensitive word, however the words of the name are joined:
 * `customerBVN`, `BVNs`, `b.v.n` and `bvn-2` match; `shipping` does not match `pin`.
 */
function isSensitive(name: string, sensitivity: Sensitivity): boolean {
  const parted = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  // The last capital begins the next word (`BVNNumber`) or ends the abbreviation (`BVNs`), so try
  // both.
  return [/(\p{Lu})(\p{Lu}\p{Ll})/gu, /(\p{Lu}{2})(\p{Ll})/gu].some((joint) =>
    sensitive[sensitivity].test(foldWords(parted.replace(joint, '$1 $2'))),
  );
}

/**
 * Puts a name's words in lower case between spaces, without digits or punctuation; joins single
 * letters to a word.
 */
function foldWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return ` ${words.join(' ')} `.replace(/(?<= \p{L}) (?=\p{L} )/gu, '');
}

/**
 * The names of fields in the API spec: of the envelope (section 2.1) and of the record (section
 * 2.2).
 */
const specNames = new Set<string>(['success', 'message', 'data', ...fieldNames]);

/**
 * How many levels to search: more than any real answer has. A body may be nested deeper than the
 * call stack allows.
 */
const redactedDepthMax = 100;

interface Redacted {
  /** The answer itself if nothing was withheld, else a copy without the withheld fields. */
  kept: unknown;
  /** The names of the withheld fields as received, each once. */
  withheld: string[];
}

/**
 * Removes the secret or the personal fields from an answer, at any depth, and from JSON inside its
 * strings.
 */
export function redact(answer: unknown, sensitivity: Sensitivity): Redacted {
  const withheld = new Set<string>();
  /** Counts removals, so that only what held something withheld is copied or rewritten. */
  let changes = 0;

  const keepFields = (object: Record<string, unknown>, depth: number): object => {
    const changesBefore = changes;
    const keptNames: string[] = [];
    const keptValues: unknown[] = [];

    for (const name of Object.keys(object)) {
      // Most names are in the spec, where none is sensitive; `isSensitive` would take a tenth of a
      // look-up's time.
      if (specNames.has(name) || !isSensitive(name, sensitivity)) {
        keptNames.push(name);
        keptValues.push(keep(object[name], depth));
      } else {
        withheld.add(name);
        changes += 1;
      }
    }

    return changes === changesBefore
      ? object
      : Object.fromEntries(keptNames.map((name, at) => [name, keptValues[at]]));
  };

  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return looksLikeJson(value) ? keepText(value, depth) : value;
    if (!isObjectOrArray(value)) return value;
    if (depth < redactedDepthMax)
      return Array.isArray(value)
        ? value.map((item: unknown) => keep(item, depth + 1))
        : keepFields(value, depth + 1);

    changes += 1;
    return 'nested too deep to be shown';
  };

  const keepText = (text: string, depth: number): string => {
    const changesBefore = changes;
    const kept = keep(jsonIn(text), depth + 1);
    return changes === changesBefore ? text : (stringify(kept) ?? '');
  };

  return { kept: keep(answer, 0), withheld: [...withheld] };
}

/** Whether a text begins like a JSON object or array. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Also true for arrays. */
export function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}

function jsonIn(text: string): unknown {
  try {
    return parse(text, null, { onDuplicateKey: ({ oldValue, newValue }) => [oldValue, newValue] });
  } catch {
    return undefined;
  }
}
