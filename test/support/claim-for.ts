import type { Hold, State } from '../../src/store/state.ts';

/** Holds a key and keeps it at once, so that it is claimed until its time is over or it is released. */
export async function claimFor({ hold }: Pick<State, 'hold'>, key: string, ttlMs: number): Promise<Hold | undefined> {
  const held = await hold(key, 'give up');
  await held?.keep(ttlMs);
  return held;
}
