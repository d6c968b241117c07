import { isEmpty, isObject, scalarText } from '../blocks/json-fields.ts';
import { hidden, isReversed } from '../blocks/status.ts';
import { cut, foldBlanks } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { Transaction } from '../transfer-service/fields.ts';

const codeKey = /(?:^|response|status|result|error)[_-]?code$/i;
const codeMax = 40;

export function codeOf(answer: RequeryAnswer): string | undefined {
  const [code] = textsUnder(codeKey, answer);
  return code === undefined ? undefined : cut(foldBlanks(code), codeMax);
}

/** What the service says. A bare description, or the reason of a payment, is what a customer says. */
const textKey =
  /(?:message|msg|remarks?|reason|text|(?:response|status|state|result|feedback|error|code)[_-]?desc(?:ription)?|^error)$/i;
const ofCustomer = /^(?:payment|transfer|transaction)[_-]?(?:remarks?|reason|text|message)$/i;

/** The service's own message: that of the envelope, and that of what it holds where it says something else. */
export function serviceTexts({ message = '', payload, rest }: RequeryAnswer): string[] {
  const envelope = foldBlanks(message);
  for (const [key, value] of entriesOfTransfer({ payload, rest })) {
    const text = textKey.test(key) && !ofCustomer.test(key) ? foldBlanks(scalarText(value) ?? '') : '';
    if (text !== '' && text.toLowerCase() !== envelope.toLowerCase())
      return envelope === '' ? [text] : [envelope, text];
  }
  return envelope === '' ? [] : [envelope];
}

const flagKey = /^(?:is[_-]?)?revers(?:ed|al)(?:[_-]?flag)?$/i;
const timeKey = /^revers(?:ed|al)[_-]?(?:at|on|date|time)$/i;
/** What some programs write for no time. */
const noTime = /^(?:0$|0000|0001-01-01|1970-01-01|00\/00)/;

/** As it came; a time that tells of a reversal is named by its key, as it is no flag. */
function flagIn(key: string, value: unknown): string | undefined {
  const text = scalarText(value);
  if (text === undefined || flagKey.test(key)) return text;
  return timeKey.test(key) && isReversed(text) && !noTime.test(text.trim()) ? `${key} ${text}` : undefined;
}

/**
 * The reversed flag nearest the top, under any of the names that it goes by. One that says that the transfer was
 * reversed goes before all that do not.
 */
export function reversedFlagOf(answer: RequeryAnswer): string | undefined {
  let first: string | undefined;
  for (const [key, value] of entriesOf(answer)) {
    const flag = flagIn(key, value);
    if (isReversed(flag)) return flag;
    first ??= flag;
  }
  return first;
}

/**
 * The status words of an answer, those that differ in more than case: the values of keys that end in "status", outermost
 * first. An outer "success" around a "FAILED" must not stand alone. A masked value counts as a word, one without letters
 * does not.
 */
export function statusesOf(answer: RequeryAnswer): string[] {
  const all = new Map<string, string>();
  for (const [key, value] of entriesOf(answer)) {
    if (!statusKey.test(key) || typeof value !== 'string' || !(/\p{L}/u.test(value) || value === hidden)) continue;
    const folded = foldBlanks(value);
    if (!all.has(folded.toLowerCase())) all.set(folded.toLowerCase(), folded);
    if (all.size === statusesMax) break;
  }
  return [...all.values()];
}

export const statusKey = /status$/i;
const statusesMax = 10;

/** The amount of the transfer; several that differ are none. */
export function amountOf(answer: RequeryAnswer): string | undefined {
  const { amount: recorded } = answer.transaction ?? {};
  if (recorded !== undefined) return recorded;
  const amounts = new Set(textsUnder(/^(?:(?:transaction|transfer)[_-]?)?amount$/i, answer));
  const [amount] = amounts;
  return amounts.size === 1 ? amount : undefined;
}

/** The name of the number by which a transfer is requeried. */
export const idKey = /^transaction_?id$/i;

/** A transaction id that the answer names, where it names none that was asked for. */
export function otherIdOf(answer: RequeryAnswer, asked: string): string | undefined {
  const named = textsUnder(idKey, answer).map((text) => text.trim());
  return named.includes(asked) ? undefined : named[0];
}

const timesOfStart = /^(?:created|transaction)[_-]?(?:at|on|date|time)$/i;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)$/;

/** When the transfer was made, where that is plain. */
export function timeOf(answer: RequeryAnswer): number | undefined {
  const { createdAt } = answer.transaction ?? {};
  if (createdAt !== undefined) return createdAt;
  const times = textsUnder(timesOfStart, answer).map((text) =>
    isoTime.test(text) ? Date.parse(text) : Transaction.parse({ createdAt: text }).createdAt,
  );
  return times.find((atMs) => atMs !== undefined && !Number.isNaN(atMs));
}

/** The keys and values of an answer, at any depth, outermost first. */
function entriesOf({ payload, rest, transaction }: RequeryAnswer) {
  const { status, reversedFlag } = transaction ?? {};
  return entriesWithin([{ status, reversedFlag }, payload, rest], Number.POSITIVE_INFINITY, () => true);
}

/** What stands in any other object is about a bank, a currency, a charge or a person. */
const container = /(?:data|result|response|transaction|transfer|payload|details?|meta|body|error|status|tsq)$/i;
const levelsMax = 3;

/** The keys and values that are about the transfer itself, outermost first. */
function entriesOfTransfer({ payload, rest }: Pick<RequeryAnswer, 'payload' | 'rest'>) {
  return entriesWithin([payload, rest].flat(), levelsMax, (key, value) => container.test(key) && isObject(value));
}

/** The entries of objects, level by level. @param isEntered whether what stands under a key is of the next level */
function* entriesWithin(
  values: readonly unknown[],
  levels: number,
  isEntered: (key: string, value: unknown) => boolean,
): Iterable<[key: string, value: unknown]> {
  for (let [level, depth] = [values, 0]; level.length > 0 && depth < levels; depth += 1) {
    yield* level.filter(isObject).flatMap(Object.entries<unknown>);
    // In the order of the answer: a channel reads the first statuses alone.
    level = level.flatMap((value) => {
      if (Array.isArray(value)) return value;
      return isObject(value)
        ? Object.entries(value).flatMap(([key, inner]) => (isEntered(key, inner) ? [inner] : []))
        : [];
    });
  }
}

/** What stands under such names of the transfer itself, outermost first. */
function textsUnder(key: RegExp, answer: Pick<RequeryAnswer, 'payload' | 'rest'>): string[] {
  return [...entriesOfTransfer(answer)].flatMap(([name, value]) => (key.test(name) ? (scalarText(value) ?? []) : []));
}

/** An answer that names a currency may count in another one than the operator's. */
export function namesCurrency(answer: RequeryAnswer): boolean {
  return topValues(answer).some(([name]) => /currency(?:_?code)?$/i.test(name));
}

export type Entry = readonly [name: string, value: unknown];

/** The values of an answer at its top level; what the envelope says of the question counts only where it is a no. */
export function topValues({ success, payload, rest }: RequeryAnswer): Entry[] {
  const inPayload: Entry[] = isObject(payload) ? Object.entries(payload) : [['data', payload]];
  const refused: Entry[] = success === false ? [['success', false]] : [];
  return [...refused, ...inPayload, ...Object.entries(rest)].filter(([, value]) => !isEmpty(value));
}
