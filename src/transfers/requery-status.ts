import { foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import { isObject } from './json-values.ts';
import { hidden } from './mask-transaction.ts';
import { statusTitle } from './status-words.ts';

/** The status in the service's own words; a code never replaces or changes it. */
export function headlineOf(answer: RequeryAnswer): string {
  const { one, all } = statusOf(answer);
  if (one !== undefined) return one === hidden ? statusTitle(one) : one;
  return all.length === 0 ? 'The service answered' : `${all.length} different statuses: ${all.slice(0, 3).join(', ')}`;
}

/**
 * The status words of an answer, at any depth; `one` is set when they agree but for case. An outer "success" around a
 * "FAILED" must not stand alone in a headline.
 */
export function statusOf({ payload, rest, transaction }: RequeryAnswer): { one: string | undefined; all: string[] } {
  const all = new Map<string, string>();
  for (const word of statusWords([payload, rest, { status: transaction?.transaction.status }])) {
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
function* statusWords(answer: readonly unknown[]): Iterable<string> {
  for (let level = answer; level.length > 0; level = level.flatMap(valuesIn))
    for (const [key, value] of level.filter(isObject).flatMap(Object.entries))
      if (/status$/i.test(key) && typeof value === 'string' && (/\p{L}/u.test(value) || value === hidden)) yield value;
}

function valuesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}
