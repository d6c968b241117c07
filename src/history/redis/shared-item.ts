import * as z from 'zod';
import { KeptEntry } from '../kept-entry.ts';

const Item = z.union([
  /** What was remembered, and by which process. */
  z.object({ by: z.string(), entry: KeptEntry }),
  /** The mark of somebody whose entries before this one are to be forgotten. */
  z.object({ forgotten: z.string() }),
]);

/** What processes tell each other about the history. */
export type SharedItem = z.infer<typeof Item>;

/** @returns `undefined` when it is none, or one of a newer txnbot */
export function parseItem(text: string): SharedItem | undefined {
  try {
    return Item.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
