import * as z from 'zod';
import type { Watch } from './watch.ts';

const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();

/** What is kept of a watch. Each store says what it does with fields that are not of these. */
export const KeptWatch = z.object({
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  threadTs: id.optional(),
  begunAtMs: count,
  seen: z.object({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  tellings: count.optional(),
  toldAtMs: count.optional(),
});

/** What is not kept has its place in a watch all the same. */
export function watchOf({ teamId, channelId, threadTs, ...watch }: z.infer<typeof KeptWatch>): Watch {
  return { ...watch, teamId, channelId, threadTs };
}
