import { watchStopped } from '../views/watch-begun.ts';
import { watchList } from '../views/watch-list.ts';
import type { OwnWatch } from '../watches/watches.ts';
import type { Inquiry } from './command.ts';
import { nameAsked } from './name-asked.ts';

export interface FoundWatching {
  count: number;
  /** For the person alone. */
  watches: readonly OwnWatch[];
}

/** What the person watches. */
export const watching = {
  async find(_nothing, { watches }, { asker }) {
    const own = await watches.of(asker.personId);
    return { count: own.length, watches: own };
  },
  forChannel: ({ count }) => ({ count, watches: [] }),
  show: (found, { audience, spelling }, { names }) => watchList({ ...found, spelling, slash: names.slash }, audience),
} satisfies Inquiry<undefined, FoundWatching>;

export const stopWatching = {
  async find(reference, { watches }, { asker }) {
    await asker.audited();
    const stopped = await nameAsked(reference, () => watches.stop(reference, asker.personId));
    return { reference, wasWatched: stopped !== undefined };
  },
  forChannel: (found) => found,
  show: ({ reference, wasWatched }) => watchStopped(reference, wasWatched),
} satisfies Inquiry<string, { reference: string; wasWatched: boolean }>;
