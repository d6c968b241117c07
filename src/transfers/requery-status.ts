import { foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { isObject, scalarText } from './json-values.ts';
import { hidden } from './mask-transaction.ts';
import { entriesOf } from './requery-entries.ts';
import { isReversed, type StatusGroup, statusGroup } from './status-group.ts';
import { statusTitle, withReversedFlag } from './status-words.ts';

/** The status in the service's own words; a code never replaces or changes it. */
export function headlineOf(answer: RequeryAnswer): string {
  return withReversedFlag(wordsOf(answer), reversedFlagOf(answer));
}

function wordsOf(answer: RequeryAnswer): string {
  const { one, all } = statusOf(answer);
  if (one !== undefined) return one === hidden ? statusTitle(one) : one;
  return all.length === 0 ? 'The service answered' : `${all.length} different statuses: ${all.slice(0, 3).join(', ')}`;
}

/** What the status of an answer is like; several that differ are like nothing. */
export function requeryGroup(answer: RequeryAnswer): StatusGroup {
  return statusGroup(statusOf(answer).one, reversedFlagOf(answer));
}

/**
 * The reversed flag nearest the top, under any of the names that it goes by. One that says that the transfer was
 * reversed goes before all that do not.
 */
export function reversedFlagOf(answer: RequeryAnswer): string | undefined {
  let first: string | undefined;
  for (const [key, value] of entriesOf(answer)) {
    const flag = /^(?:is[_-]?)?reversed(?:[_-]?flag)?$/i.test(key) ? scalarText(value) : undefined;
    if (isReversed(flag)) return flag;
    first ??= flag;
  }
  return first;
}

/**
 * The status words of an answer, at any depth; `one` is set when they agree but for case. An outer "success" around a
 * "FAILED" must not stand alone in a headline.
 */
export function statusOf(answer: RequeryAnswer): { one: string | undefined; all: string[] } {
  const all = new Map<string, string>();
  for (const word of statusWords(answer)) {
    const folded = foldBlanks(word);
    if (!all.has(folded.toLowerCase())) all.set(folded.toLowerCase(), folded);
    if (all.size === statusesMax) break;
  }
  const [one] = all.values();
  return { one: all.size === 1 ? one : undefined, all: [...all.values()] };
}

const statusesMax = 10;

/**
 * The values of keys that end in "status", outermost first; a masked value counts as a word, one without letters does
 * not.
 */
function* statusWords(answer: RequeryAnswer): Iterable<string> {
  for (const [key, value] of entriesOf(answer))
    if (/status$/i.test(key) && typeof value === 'string' && (/\p{L}/u.test(value) || value === hidden)) yield value;
}

export interface Contradiction {
  /** The status, in the service's own words. */
  status: string;
  key: string;
  /** What stands under `key`. */
  text: string;
}

const textKey = /(?:message|description|text|reason|remark)$/i;
const codeKey = /(?:^|response|status|result)_?code$/i;
/** Failures before successes: "could not be processed successfully" is no success. */
const told: readonly [StatusGroup, RegExp][] = [
  [
    'failed',
    /\b(?:fail(?:ed|ure)?|declined|rejected|cancell?ed|expired|unsuccessful|not (?:be )?(?:completed|processed))\b/i,
  ],
  ['reversed', /\b(?:reversed|refunded)\b/i],
  ['moving', /\b(?:pending|processing|in progress|queued)\b/i],
  ['settled', /\b(?:successful(?:ly)?|approved|completed)\b/i],
];

/** A text or a code that tells another story than the one status word; codes of zeros alone are read as a success. */
export function contradictionOf(answer: RequeryAnswer): Contradiction | undefined {
  const { one } = statusOf(answer);
  const group = statusGroup(one);
  if (one === undefined || group === 'unknown') return undefined;
  const outer = [answer.payload, answer.rest].filter(isObject);
  const inner = outer.flatMap(Object.values).filter(isObject);
  const scalars: [string, unknown][] = [...outer, ...inner].flatMap(Object.entries);
  for (const [key, value] of scalars) {
    const text: string = foldBlanks(scalarText(value) ?? '');
    const said: StatusGroup | undefined = codeKey.test(key)
      ? codeGroup(text, group)
      : textKey.test(key)
        ? toldBy(text)
        : undefined;
    if (said !== undefined && said !== group) return { status: one, key, text };
  }
  return undefined;
}

function toldBy(text: string): StatusGroup | undefined {
  return told.find(([, words]) => words.test(text))?.[0];
}

/** A code says nothing of a transfer that is on its way. */
function codeGroup(text: string, status: StatusGroup): StatusGroup | undefined {
  if (!/^\w{2,3}$/.test(text) || status === 'moving') return undefined;
  if (/^2\d\d$/.test(text)) return undefined; // HTTP's
  if (/^0+$/.test(text)) return status === 'failed' ? 'settled' : undefined;
  return status === 'settled' ? 'unknown' : undefined;
}
