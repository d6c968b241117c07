import * as z from 'zod';
import type { Watch } from './watch.ts';

const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();

const KeptWatch = z.strictObject({
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  threadTs: id.optional(),
  begunAtMs: count,
  seen: z.strictObject({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  tellings: count.optional(),
});

const KeptWatches = z.object({ watches: z.array(KeptWatch) });

/** The form of `watches.json`. */
export const watchesVersion = 1;

/** @returns `undefined` when it is no such file */
export function parseWatches(content: unknown): { watches: readonly Watch[] } | undefined {
  const { data } = KeptWatches.safeParse(content);
  return data && { watches: data.watches.map(withEveryField) };
}

function withEveryField({ teamId, channelId, threadTs, ...watch }: z.infer<typeof KeptWatch>): Watch {
  return { ...watch, teamId, channelId, threadTs };
}
