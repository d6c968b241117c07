import type { Counts } from '../../history/counts.ts';
import type { AnsweredEntry } from '../../history/entry.ts';
import type { History } from '../../history/history.ts';
import type { Watches } from '../../watches/watches.ts';
import { sampleAsker } from './sample-asker.ts';

const minuteMs = 60_000;
const atMs = Date.UTC(2026, 0, 31, 14, 8, 9);

const counts: Counts = {
  banks: [
    { bank: '000000', asked: 9, unsettled: 9 },
    ...Array.from({ length: 12 }, (_, index) => ({ bank: `10000${index % 10}`, asked: 4, unsettled: index % 2 })),
  ],
  lookUps: 9,
  failures: new Map([['timeout', 8]]),
};

const before = [sampleAsker.personId, 'U0OTHER'].map((personId): AnsweredEntry => {
  return { fingerprint: '', atMs, personId, words: 'pending', group: 'moving' };
});

/** As if the same had been asked before, and a bank had an outage: then an answer says the most. */
export const sampleHistory: History = {
  remember: async () => ({ before, counts }),
  rememberAll: async () => counts,
  counts: async () => counts,
};

const watch = { ...sampleAsker, id: '1', begunAtMs: atMs, seen: { status: 'pending', reversedFlag: '0' } };
const endsAtMs = atMs + 60 * minuteMs;

/** Keeps nothing: one person watches two transactions. */
export const sampleWatches: Watches = {
  async begin({ reference = 'SAMPLE-1', status }, watcher) {
    const begun = { ...watch, ...watcher, reference, seen: { status } };
    return { watch: begun, endsAtMs, asksAtMs: atMs + minuteMs, isDurable: false };
  },
  async of(personId) {
    return ['SAMPLE-1', 'SAMPLE-12'].map((reference) => ({ ...watch, personId, reference, endsAtMs }));
  },
  async stop(reference) {
    return reference === 'SAMPLE-1' ? { ...watch, reference } : undefined;
  },
};
