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
