import type { RequeryAnswer } from '../transfer-api/client.ts';
import { isObject } from './json-values.ts';

/** The keys and values of an answer, at any depth, outermost first. */
export function* entriesOf({ payload, rest, transaction }: RequeryAnswer): Iterable<[key: string, value: unknown]> {
  const { status, reversedFlag } = transaction?.transaction ?? {};
  for (
    let level: unknown[] = [payload, rest, { status, reversedFlag }];
    level.length > 0;
    level = level.flatMap(valuesIn)
  )
    yield* level.filter(isObject).flatMap(Object.entries);
}

function valuesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/** What stands in any other object is about a bank, a currency, a charge or a person. */
const container = /(?:data|result|response|transaction|transfer|payload|details?|meta|body|error|status|tsq)$/i;
const levelsMax = 3;

/** The keys and values that are about the transfer itself, outermost first. */
export function* entriesOfTransfer({ payload, rest }: Pick<RequeryAnswer, 'payload' | 'rest'>) {
  let level = [payload, rest].flat().filter(isObject);
  for (let depth = 0; depth < levelsMax; depth += 1) {
    const entries: [key: string, value: unknown][] = level.flatMap(Object.entries);
    yield* entries;
    level = entries.flatMap(([key, value]) => (container.test(key) && isObject(value) ? [value] : []));
  }
}
