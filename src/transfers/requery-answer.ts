import { isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import { isReversed, maskDots } from '../blocks/status.ts';
import { cut, foldBlanks, isDefined } from '../text.ts';
import { isSameReference, type RequeryAnswer } from '../transfer-service/client.ts';
import { parseTransaction, shownText, type Transaction } from '../transfer-service/fields.ts';
import { isSameAmount } from './decimal.ts';

const objectStatusMax = 200;
export const statusKey = /status$/i;
const statusesMax = 10;
const amountKey = /^(?:(?:transaction|transfer)[_-]?)?amount$/i;
const referenceKey = /^(?:(?:transaction|transfer)[_-]?)?ref(?:erence)?$/i;
const codeKey = /(?:^|response|status|result|error)[_-]?code$/i;
const responseCodeMax = 40;

/**
 * Finds the transfer's response code: `responseCode`, `status_code` or the like; of several, the
 * outermost.
 */
export function readResponseCode(answer: RequeryAnswer): string | undefined {
  const [code] = textsUnder(codeKey, answer);
  return code === undefined ? undefined : cut(foldBlanks(code), responseCodeMax);
}

/**
 * Matches keys of the service's own messages. A bare `description`, or a payment's reason, is the
 * customer's text.
 */
const textKey =
  /(?:message|msg|remarks?|reason|text|(?:response|status|state|result|feedback|error|code)[_-]?desc(?:ription)?|^error)$/i;
const ofCustomer = /^(?:payment|transfer|transaction)[_-]?(?:remarks?|reason|text|message)$/i;

/**
 * Returns the service's own messages: the envelope's, then the first inside the envelope that
 * differs from it.
 */
export function serviceTexts({ message = '', payload, rest }: RequeryAnswer): string[] {
  const envelope = foldBlanks(message);
  for (const [key, value] of entriesOfTransfer({ payload, rest })) {
    const text =
      textKey.test(key) && !ofCustomer.test(key) ? foldBlanks(scalarText(value) ?? '') : '';
    if (text !== '' && text.toLowerCase() !== envelope.toLowerCase())
      return envelope === '' ? [text] : [envelope, text];
  }

  return envelope === '' ? [] : [envelope];
}

const flagKey = /^(?:is[_-]?)?revers(?:ed|al)(?:[_-]?flag)?$/i;
const timeKey = /^revers(?:ed|al)[_-]?(?:at|on|date|time)$/i;
/** Matches placeholders that some programs send when there is no time. */
const noTime = /^(?:0$|0000|0001-01-01|1970-01-01|00\/00)/;

/**
 * Returns a reversed flag as received; adds the key before a time of reversal, because a time isn't
 * a flag.
 */
function flagIn(key: string, value: unknown): string | undefined {
  const text = scalarText(value);
  if (text === undefined || flagKey.test(key)) return text;
  return timeKey.test(key) && isReversed(text) && !noTime.test(text.trim())
    ? `${key} ${text}`
    : undefined;
}

/**
 * Finds the reversed flag under any name that is usual for it. If there are several, returns the
 * outermost flag that says the transfer was reversed, or the outermost flag if none says so.
 */
export function readReversedFlag(answer: RequeryAnswer): string | undefined {
  let first: string | undefined;
  for (const [key, value] of entriesOf(answer)) {
    const flag = flagIn(key, value);
    if (isReversed(flag)) return flag;
    first ??= flag;
  }

  return first;
}

/**
 * Lists the different statuses in an answer, ignoring case: texts under keys ending in "status",
 * outermost first. An outer "success" must not hide an inner "FAILED". A masked value counts; other
 * values without letters do not.
 */
export function readStatuses(answer: RequeryAnswer): string[] {
  const statuses = new Map<string, string>();
  for (const [key, value] of entriesOf(answer)) {
    if (!statusKey.test(key) || typeof value !== 'string') continue;
    if (!/\p{L}/u.test(value) && value !== maskDots) continue;

    const folded = foldBlanks(value);
    if (!statuses.has(folded.toLowerCase())) statuses.set(folded.toLowerCase(), folded);

    if (statuses.size === statusesMax) break;
  }

  if (statuses.size > 0) return [...statuses.values()];

  // An object without a status word in it is still a status that came.
  const object = topValues(answer).find(
    ([key, value]) => statusKey.test(key) && scalarText(value) === undefined,
  );

  return object ? [cut(foldBlanks(shownText(object[1]) ?? ''), objectStatusMax)] : [];
}

/**
 * Finds the transfer's amount; `undefined` if the answer has no amount or several different
 * amounts.
 */
export function readAmount(answer: RequeryAnswer): string | undefined {
  const { amount: recorded } = answer.transaction ?? {};
  if (recorded !== undefined) return recorded;
  return onlyOne(textsUnder(amountKey, answer));
}

/**
 * Finds the transfer's reference; `undefined` if the answer has no reference or several different
 * references.
 */
export function readReference(answer: RequeryAnswer): string | undefined {
  return onlyOne(referencesIn(answer));
}

function onlyOne(texts: readonly string[]): string | undefined {
  const [first, ...others] = new Set(texts);
  return others.length === 0 ? first : undefined;
}

function referencesIn(answer: RequeryAnswer): string[] {
  const texts = textsUnder(referenceKey, answer).map((text) => text.trim());
  return texts.filter((text) => text !== '');
}

/** What a requery's answer states in place of its record's reference or amount. */
export interface OtherTransfer {
  field: 'reference' | 'amount';
  value: string;
}

/**
 * Finds out whether an answer is about another transfer than the record whose id was sent: it
 * states references, or amounts, and none is the record's. Letter case is no difference, and
 * amounts are compared as numbers.
 */
export function readOtherTransfer(
  answer: RequeryAnswer,
  record: Transaction,
): OtherTransfer | undefined {
  const isSameRecord = (text: string) => isSameReference(text, record.reference ?? '');
  const reference = firstUnlessAny(referencesIn(answer), isSameRecord);
  if (reference !== undefined) return { field: 'reference', value: reference };

  const isSame = (text: string) => isSameAmount(text, record.amount ?? '');
  const amounts = textsUnder(amountKey, answer).filter((text) => isSame(text) !== undefined);
  const amount = firstUnlessAny(amounts, isSame);

  return amount === undefined ? undefined : { field: 'amount', value: amount };
}

/** Matches the key of a transaction id, the number that a requery takes. */
export const idKey = /^transaction_?id$/i;

/**
 * Returns the first transaction id in the answer; `undefined` if any transaction id in it is the
 * one that was sent.
 */
export function readOtherId(answer: RequeryAnswer, asked: string): string | undefined {
  const named = textsUnder(idKey, answer).map((text) => text.trim());
  return firstUnlessAny(named, (id) => id === asked);
}

function firstUnlessAny(
  texts: readonly string[],
  isSame: (text: string) => boolean | undefined,
): string | undefined {
  return texts.some(isSame) ? undefined : texts[0];
}

const timesOfStart = /^(?:created|transaction)[_-]?(?:at|on|date|time)$/i;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Finds when the transfer was made, in milliseconds since 1970: the first time that has an
 * unambiguous form.
 */
export function readTime(answer: RequeryAnswer): number | undefined {
  const { createdAt } = answer.transaction ?? {};
  if (createdAt !== undefined) return createdAt;

  const times = textsUnder(timesOfStart, answer).map((text) =>
    isoTime.test(text) ? Date.parse(text) : parseTransaction({ createdAt: text }).createdAt,
  );
  return times.find((atMs) => atMs !== undefined && !Number.isNaN(atMs));
}

/** Lists the keys and values in an answer at any depth, outermost first. */
function entriesOf({ payload, rest, transaction }: RequeryAnswer) {
  const { status, reversedFlag } = transaction ?? {};
  return entriesWithin([{ status, reversedFlag }, payload, rest], Infinity, () => true);
}

/**
 * Matches keys of objects about the transfer. Other objects are about a bank, a currency, a charge
 * or a person.
 */
const container =
  /(?:data|result|response|transaction|transfer|payload|details?|meta|body|error|status|tsq)$/i;
const levelsMax = 3;

/** Lists the keys and values in an answer that are about the transfer itself, outermost first. */
function entriesOfTransfer({ payload, rest }: Pick<RequeryAnswer, 'payload' | 'rest'>) {
  return entriesWithin(
    [payload, rest].flat(),
    levelsMax,
    (key, value) => container.test(key) && isObject(value),
  );
}

/**
 * Yields the entries of nested objects, level by level. @param isEntered whether to go on into the
 * value of a key
 */
function* entriesWithin(
  values: readonly unknown[],
  levels: number,
  isEntered: (key: string, value: unknown) => boolean,
): Iterable<[key: string, value: unknown]> {
  let level = values;
  for (let depth = 0; level.length > 0 && depth < levels; depth += 1) {
    yield* level.filter(isObject).flatMap(Object.entries<unknown>);
    // Keep the answer's order: a channel sees only the first statuses.
    level = level.flatMap((value) => {
      if (Array.isArray(value)) return value;
      if (!isObject(value)) return [];
      const entered = Object.entries(value).filter(([key, inner]) => isEntered(key, inner));
      return entered.map(([, inner]) => inner);
    });
  }
}

/**
 * Lists the texts that are about the transfer itself and have a key that matches `key`, outermost
 * first.
 */
function textsUnder(key: RegExp, answer: Pick<RequeryAnswer, 'payload' | 'rest'>): string[] {
  return [...entriesOfTransfer(answer)]
    .filter(([name]) => key.test(name))
    .map(([, value]) => scalarText(value))
    .filter(isDefined);
}

export type Entry = readonly [name: string, value: unknown];

/**
 * Lists the top-level values of an answer, except empty ones; includes `success` only if it is
 * false.
 */
export function topValues({ success, payload, rest }: RequeryAnswer): Entry[] {
  const inPayload: Entry[] = isObject(payload) ? Object.entries(payload) : [['data', payload]];
  const refused: Entry[] = success === false ? [['success', false]] : [];
  return [...refused, ...inPayload, ...Object.entries(rest)].filter(([, value]) => !isEmpty(value));
}
