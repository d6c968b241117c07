import { it } from 'vitest';
import { createBankCounts } from '../src/bank-counts.ts';
import { readCommand } from '../src/reading/command-text.ts';
import { createReferences } from '../src/reading/references.ts';
import { createRecentLookUps } from '../src/recent-look-ups.ts';
import { createMemoryValues } from '../src/store/expiring-values.ts';
import { createStateFolder } from '../src/store/state-folder.ts';
import { createEmbeddedWatches } from '../src/watches/store.ts';
import { expectFlat } from './support/growth.ts';
import { logLines } from './support/log-lines.ts';
import { watchOf } from './support/stored-watch.ts';

/** What each `/txn` asks of what is kept, which has so many already. */
const kept: [string, number, (count: number) => Promise<() => unknown>][] = [
  [
    "a person's watches",
    1_000,
    async (count) => {
      const folder = createStateFolder({ path: '/nowhere', isNamed: true, ...logLines() });
      const watches = createEmbeddedWatches(folder);
      for (let at = 0; at < count; at += 1)
        await watches.put(watchOf(`GARO-${at}`), { perPerson: 1, total: count });
      return () => watches.ofPerson('U0GARO-0');
    },
  ],
  [
    'what is known of a transaction',
    10_000,
    async (count) => {
      const known = createMemoryValues<object>();
      const entryOf = (at: number) => ({ key: `GARO-${at}`, value: {}, ttlMs: 3_600_000 });
      for (let at = 0; at < count; at += 1) await known.write([entryOf(at)]);
      return async () => {
        await known.read(['GARO-0', 'GARO-none']);
        await known.write([entryOf(0)]);
      };
    },
  ],
  [
    'which bank is in trouble',
    2_000,
    async (count) => {
      const counts = createBankCounts(true);
      const references = Array.from({ length: count }, (_, at) => `GARO-${at}`);
      const look = (reference = '') => {
        counts.add({ reference, group: 'moving', bank: '000013' });
        counts.counts();
      };
      for (const reference of references) look(reference);
      let next = 0;
      // A Map grows by the entries that it has deleted, until it has room for no more.
      return () => {
        for (let at = 0; at < 4_000; at += 1) look(references[next++ % count]);
      };
    },
  ],
  [
    'what a person looked up lately',
    2_000,
    async (count) => {
      const recent = createRecentLookUps();
      const lookUp = { asked: 'GARO-1', isRequery: false, status: 'pending', group: undefined };
      for (let at = 0; at < count; at += 1) recent.note(`U${at}`, [lookUp]);
      return () => recent.note('U0', [lookUp]);
    },
  ],
];

it.each(kept)('reading %s takes no longer when much else is stored', async (_what, count, fill) => {
  await expectFlat(await fill(1), await fill(count));
});

it('four references alone are read as quickly as one among words', async () => {
  const references = createReferences();
  const read = (text: string) => readCommand('txn', text, references);
  await expectFlat(
    () => read('why is GARO-8f3k2j1 pending'),
    () => {
      for (let at = 0; at < 4; at += 1) read(`GARO-8f3k2j${at}`);
    },
  );
});
