import type { Watch } from '../../src/watches/watch.ts';

export const watchLimits = { perPerson: 25, total: 1_000 };

/** A watch as a store has it. */
export const someWatch: Watch = {
  id: 'w1',
  reference: 'GARO-1',
  personId: 'U0ANN',
  teamId: 'T0',
  channelId: 'C0',
  threadTs: undefined,
  begunAtMs: 1_700_000_000_000,
  seen: { status: 'pending', reversedFlag: '0', completedAt: undefined },
};

/** Somebody's own of this reference, under an id of its own. */
export const watchOf = (reference: string): Watch => ({
  ...someWatch,
  id: `of ${reference}`,
  reference,
  personId: `U0${reference}`,
});
