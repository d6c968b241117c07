import { isLosslessNumber, parse, stringify } from 'lossless-json';
import * as z from 'zod';

/** One field of the interface's record, and all that is decided by its name. */
interface Field {
  /** Absent: text. `time` is in milliseconds since 1970; `any` is shown as it came, in All Fields alone. */
  kind?: 'money' | 'time' | 'any';
  /** The form in which a channel reads it whole, or how it is shortened there; absent: the asker alone reads it. */
  inChannel?: RegExp | 'last4' | 'initials';
  /** Its line in the note for the bank; fields of one line stand in it together. */
  note?: string;
}

const oneOf = (...lines: string[]) => `(?:${lines.join(' ').replaceAll(' ', '|')})`;

/** A status of two words may use only these: other words could be a person's name. */
const statusWord = oneOf(
  'in on not under being awaiting partially fully already',
  'pending processing queued accepted approved declined rejected refused received completed settled paid found known',
  'successful success failed failure reversed refunded cancelled canceled expired blocked initiated processed sent',
  'transaction transfer payment reversal refund settlement review approval confirmation progress hold process',
);
/** Whether a text is made of words that a status may use: then it names nobody, whatever else the answer holds. */
export const onlyStatusWords = new RegExp(`^${statusWord}(?:[ _-]${statusWord}){0,2}$`, 'i');

/**
 * The forms of values that a channel may read; anything else under such a name is free text. The limits on digits keep
 * account numbers out: they have ten digits in Nigeria, elsewhere five or more.
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
  /** The values of spec 2.2: which side a card names first. */
  type: /^(?:bank_transfer|collection)$/,
  bankCode: /^\d{1,6}$/,
  bankName: /^(?!(?:.*\d){5})(?:[\p{L}\p{N} .,&'()/-]| @){1,80}$/u,
};

/** The fields of spec 2.2, in its order. */
export const fields = {
  id: { inChannel: forms.identifier, note: 'Record' },
  userId: {},
  accountId: { kind: 'any' },
  amount: { kind: 'money', inChannel: forms.amount, note: 'Amount' },
  charge: { kind: 'money', inChannel: forms.amount, note: 'Charge' },
  netAmount: { kind: 'money', inChannel: forms.amount },
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

export type FieldName = keyof typeof fields;
type NamesOf<Kind> = { [Name in FieldName]: (typeof fields)[Name] extends { kind: Kind } ? Name : never }[FieldName];
type TimeName = NamesOf<'time'>;
type TextName = Exclude<FieldName, NamesOf<'time' | 'any'>>;

export const fieldNames = Object.keys(fields).filter((name): name is FieldName => Object.hasOwn(fields, name));

/** A row as far as any row goes. */
export function fieldOf(name: FieldName): Field {
  return fields[name];
}

export const textNames = fieldNames.filter((name): name is TextName => !/time|any/.test(fieldOf(name).kind ?? ''));
export const timeNames = fieldNames.filter((name): name is TimeName => fieldOf(name).kind === 'time');

/** The texts and times of spec 2.2; `undefined` when one did not arrive with the type that the spec gives. */
export type Transaction = { [Name in TextName]?: string | undefined } & { [Name in TimeName]?: number | undefined } & {
  /** Times that are not interpreted, as received. */
  unreadTimes?: Partial<Record<TimeName, string>>;
};

/**
 * The text of a scalar. Bodies are parsed so that every digit stays: a JSON number arrives as a `LosslessNumber`, and
 * becomes the text of its digits, never a float.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) || typeof value === 'boolean' ? String(value) : undefined;
}

export const asText = z.unknown().transform(textOf).pipe(z.string());

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

/**
 * "Appears as epoch milliseconds" (spec 2.2). A value that is not a time of this century in milliseconds is not
 * interpreted but shown as received.
 */
function timeOf(value: unknown): number | undefined {
  const epochMs = Number(textOf(value));
  return Number.isInteger(epochMs) && epochMs >= earliestMs && epochMs <= latestMs ? epochMs : undefined;
}

/** Any JSON object, as it came. */
export const JsonObject = z.record(z.string(), z.unknown()).refine((value) => !isLosslessNumber(value));

/** Reads a record; fields beyond the spec stay in the record that is stored beside this. */
export function transactionOf(record: Readonly<Record<string, unknown>>): Transaction {
  const transaction: Transaction = {};
  for (const name of textNames) transaction[name] = textOf(record[name]);
  const unread: Partial<Record<TimeName, string>> = {};
  for (const name of timeNames) {
    transaction[name] = timeOf(record[name]);
    const given = transaction[name] === undefined ? textOf(record[name])?.trim() : undefined;
    if (given) unread[name] = given;
  }
  return Object.keys(unread).length === 0 ? transaction : { ...transaction, unreadTimes: unread };
}

export const Transaction = JsonObject.transform(transactionOf);

/**
 * The one list of sensitive fields that the service may send beyond the spec: whole words of their names, in lower case
 * between blanks. It leaves out `token`, which may be what the customer bought.
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
 * Finds the words however a name joins them: `customerBVN`, `BVNs`, `b.v.n` and `bvn-2` match, `shipping` holds no
 * `pin`.
 */
function isSensitive(name: string, sensitivity: Sensitivity): boolean {
  const parted = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  // The last capital begins the next word (`BVNNumber`) or ends the abbreviation (`BVNs`), so try both.
  return [/(\p{Lu})(\p{Lu}\p{Ll})/gu, /(\p{Lu}{2})(\p{Ll})/gu].some((joint) =>
    sensitive[sensitivity].test(foldWords(parted.replace(joint, '$1 $2'))),
  );
}

/** The words in lower case between blanks, without digits and punctuation; joins single letters into one word. */
function foldWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return ` ${words.join(' ')} `.replace(/(?<= \p{L}) (?=\p{L} )/gu, '');
}

/** The names of spec 2.1, the envelope, and 2.2, the record. */
const specNames = new Set<string>(['success', 'message', 'data', ...fieldNames]);

/** Deeper than any answer; a body may nest deeper than the stack allows. */
const depthMax = 100;

interface Redacted {
  /** A copy without the withheld fields. */
  kept: Record<string, unknown>;
  /** The names of the withheld fields as received, each once. */
  withheld: string[];
}

/** Removes the fields of one sensitivity from a JSON object, at any depth and also from JSON inside a string. */
export function redact(body: object, sensitivity: Sensitivity): Redacted {
  const withheld = new Set<string>();
  /** A text of JSON around a change does not stay as it was. */
  let changes = 0;

  const keepFields = (object: object, depth: number): Record<string, unknown> => {
    const kept: [string, unknown][] = [];
    for (const [name, field] of Object.entries(object)) {
      // No name of the spec is sensitive, and most are of the spec: the look at words takes a tenth of a look-up.
      if (specNames.has(name) || !isSensitive(name, sensitivity)) kept.push([name, keep(field, depth)]);
      else {
        withheld.add(name);
        changes += 1;
      }
    }
    return Object.fromEntries(kept);
  };

  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return mayHoldFields(value) ? keepText(value, depth) : value;
    if (!isObject(value)) return value;
    if (depth < depthMax)
      return Array.isArray(value) ? value.map((item: unknown) => keep(item, depth + 1)) : keepFields(value, depth + 1);
    changes += 1;
    return 'nested too deep to be shown';
  };

  const keepText = (text: string, depth: number): string => {
    const before = changes;
    const kept = keep(jsonIn(text), depth + 1);
    return changes === before ? text : (stringify(kept) ?? '');
  };

  return { kept: keepFields(body, 0), withheld: [...withheld] };
}

/** Whether a text may be JSON that holds fields. */
export function mayHoldFields(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}

function jsonIn(text: string): unknown {
  try {
    return parse(text, null, { onDuplicateKey: ({ oldValue, newValue }) => [oldValue, newValue] });
  } catch {
    return undefined;
  }
}
