import * as z from 'zod';
import { KeptWatch, watchOf } from '../kept-watch.ts';
import type { Watch } from '../watch.ts';

const { shape } = KeptWatch;
/** Fields that it does not know are of a newer txnbot, which may run beside this one: they are kept as they are. */
const LooseWatch = z.looseObject({ ...shape, seen: shape.seen.loose() });

/** @returns `undefined` when it is no watch */
export function parseWatch(text: string): Watch | undefined {
  const { data } = LooseWatch.safeParse(parseJson(text));
  return data && watchOf(data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
