import { plainReply } from '../views/blocks.ts';
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

/** What was stopped, or the person's watches where nobody can tell which one is meant. */
export type FoundStop = { stopped: readonly { reference: string; wasWatched: boolean }[] } | { which: FoundWatching };

/** Without a reference it stops the one watch that is told where this is asked: in that thread, or alone. */
export const stopWatching = {
  async find(references, services, finding) {
    const { watches } = services;
    const { asker } = finding;
    const named = references.length > 0 ? references : await toldHere();
    if (named.length === 0 || (references.length === 0 && named.length > 1))
      return { which: await watching.find(undefined, services, finding) };
    await asker.audited();
    const stop = (reference: string) => nameAsked(reference, () => watches.stop(reference, asker.personId));
    const stopOne = async (reference: string) => ({ reference, wasWatched: (await stop(reference)) !== undefined });
    return { stopped: await Promise.all(named.map(stopOne)) };

    async function toldHere(): Promise<string[]> {
      const { threadTs, channelId } = asker;
      const own = await watches.of(asker.personId);
      const here = own.filter((one) => one.threadTs === threadTs && (!threadTs || one.channelId === channelId));
      return here.map(({ reference }) => reference);
    }
  },
  forChannel: (found) => ('which' in found ? { which: watching.forChannel(found.which) } : found),
  show(found, reader, presentation) {
    if ('which' in found) return watching.show(found.which, reader, presentation);
    const lines = found.stopped.map(({ reference, wasWatched }) => watchStopped(reference, wasWatched).text);
    return plainReply(lines.join('\n'));
  },
} satisfies Inquiry<readonly string[], FoundStop>;
