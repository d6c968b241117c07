import type { FailureHint, OutageHint } from './outage-hint.ts';
import { type SeenLook, withoutPeople } from './seen-before.ts';

/** What an answer tells of what was asked before. */
export interface Recalled {
  /** About the same, oldest first. */
  seen: readonly SeenLook[];
  /** For the banks of the answer. */
  outages: readonly OutageHint[];
  failure: FailureHint | undefined;
}

/** What a channel may read of it. */
export function recalledForChannel(recalled: Recalled): Recalled {
  return { ...recalled, seen: withoutPeople(recalled.seen) };
}
