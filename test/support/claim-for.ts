import type { Lease, State } from '../../src/store/state.ts';

/** Holds a key and keeps it at once, so that it is claimed until its time is over or it is released. */
export async function claimFor(
  { lease }: Pick<State, 'lease'>,
  key: string,
  ttlMs: number,
): Promise<Lease | undefined> {
  const held = await lease(key, 'give up');
  await held?.commit(ttlMs);
  return held;
}
