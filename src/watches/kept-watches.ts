import * as z from 'zod';
import { KeptWatch, watchOf } from './kept-watch.ts';
import type { Watch } from './watch.ts';

const { shape } = KeptWatch;
const KeptWatches = z.object({ watches: z.array(z.strictObject({ ...shape, seen: shape.seen.strict() })) });

/** The form of `watches.json`. */
export const watchesVersion = 1;

/** @returns `undefined` when it is no such file */
export function parseWatches(content: unknown): { watches: readonly Watch[] } | undefined {
  const { data } = KeptWatches.safeParse(content);
  return data && { watches: data.watches.map(watchOf) };
}
