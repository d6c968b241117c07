import * as z from 'zod';
import type { Watch } from '../watch.ts';

const id = z.string().min(1).max(100);

/** Fields that it does not know are of a newer txnbot, which may run beside this one: they are kept as they are. */
const KeptWatch = z.looseObject({
  id,
  reference: z.string().min(1).max(1000),
  personId: id,
  teamId: id.optional(),
  channelId: id.optional(),
  threadTs: id.optional(),
  begunAtMs: z.number().int().nonnegative(),
  seen: z.looseObject({
    status: z.string().optional(),
    reversedFlag: z.string().optional(),
    completedAt: z.number().optional(),
  }),
  tellings: z.number().int().nonnegative().optional(),
});

/** @returns `undefined` when it is no watch */
export function parseWatch(text: string): Watch | undefined {
  const { data } = KeptWatch.safeParse(parseJson(text));
  if (!data) return undefined;
  const { teamId, channelId, threadTs, ...watch } = data;
  return { ...watch, teamId, channelId, threadTs };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
