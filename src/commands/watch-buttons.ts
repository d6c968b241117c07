import { type FoundTransaction, lookUp } from '../transfers/look-up.ts';
import { maskTransaction } from '../transfers/mask-transaction.ts';
import { watchBegun, watchStopped } from '../views/watch-begun.ts';
import type { BegunWatch } from '../watches/watches.ts';
import type { Inquiry } from './command.ts';

/** Begins a watch from what is there now, for the person who clicks: it is told in their direct message. */
export const watchCard = {
  async find(reference, { transferApi, watches }, { asker }) {
    const found = await lookUp(reference, transferApi);
    return { ...found, begun: await watches.begin(found.answer.transaction, { ...asker, threadTs: undefined }) };
  },
  forChannel: (found, mode) => ({ ...found, answer: maskTransaction(found.answer, mode) }),
  show({ answer, begun }, { audience }) {
    const { watch, asksAtMs, endsAtMs, isDurable } = begun;
    const { reference, begunAtMs } = watch;
    const { status } = answer.transaction;
    return watchBegun({ reference, status, begunAtMs, asksAtMs, endsAtMs, isInThread: false, isDurable }, audience);
  },
} satisfies Inquiry<string, FoundTransaction & { begun: BegunWatch }>;

export const stopWatching = {
  async find(reference, { watches }, { asker }) {
    return { reference, wasWatched: (await watches.stop(reference, asker.personId)) !== undefined };
  },
  forChannel: (found) => found,
  show: ({ reference, wasWatched }) => watchStopped(reference, wasWatched),
} satisfies Inquiry<string, { reference: string; wasWatched: boolean }>;
