import { pino } from 'pino';
import { createStores } from '../../src/app.ts';
import { createChangeLog } from '../../src/banks/changes.ts';
import { createBankDirectory } from '../../src/banks/directory.ts';
import { type Batches, createBatches } from '../../src/batches/batches.ts';
import type { BlockForm } from '../../src/blocks/forms.ts';
import type { Asker, Reader, Resources } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { inspectConfig } from '../../src/config/inspect.ts';
import { createEvents } from '../../src/events.ts';
import type { AnsweredEntry, Counts, History } from '../../src/history/history.ts';
import { createReferences } from '../../src/reading/references.ts';
import { createRecentLookUps } from '../../src/recent-look-ups.ts';
import { createPresentation } from '../../src/services.ts';
import { createLookUpStats } from '../../src/transfer-service/stats.ts';
import type { Watches } from '../../src/watches/watches.ts';
import { atMs, sampleBanks, sampleTransferApi } from './sample-service.ts';

const hourMs = 60 * 60_000;

/** Nobody. */
export const sampleAsker: Asker = {
  personId: 'U0SAMPLE',
  teamId: undefined,
  channelId: undefined,
  threadTs: undefined,
  audited: async () => {},
  mayAskMany: async () => false,
  report: () => {},
};

/** As if the same had been asked before, and a bank had an outage: then an answer says the most. */
const busyCounts: Counts = {
  banks: [
    { bank: '000014', asked: 9, unsettled: 9 },
    ...Array.from({ length: 12 }, (_, index) => ({ bank: `10000${index % 10}`, asked: 4, unsettled: index % 2 })),
  ],
  lookUps: 9,
  failures: new Map([['timeout', 8]]),
};
const before = [sampleAsker.personId, 'U0OTHER'].map((personId): AnsweredEntry => {
  return { fingerprint: '', atMs, personId, words: 'pending', group: 'moving' };
});

function historyOf(isBusy: boolean): History {
  const counts = isBusy ? busyCounts : { banks: [], lookUps: 0, failures: new Map() };
  return {
    remember: async () => ({ before: isBusy ? before : [], counts }),
    counts: async () => counts,
  };
}

const watch = { ...sampleAsker, id: '1', begunAtMs: atMs, seen: { status: 'pending', reversedFlag: '0' } };
const endsAtMs = atMs + hourMs;

/** Keeps nothing. */
function watchesOf(isBusy: boolean): Watches {
  const references = isBusy ? ['GARO-5p1d6w8', 'GARO-2f9s4q7'] : [];
  return {
    async begin({ reference = '', status }, watcher) {
      const begun = { ...watch, ...watcher, reference, seen: { status } };
      return { ...begun, endsAtMs, isDurable: true, leavesThread: false };
    },
    async of(personId) {
      return references.map((reference) => ({ ...watch, personId, reference, endsAtMs }));
    },
    async stop(reference) {
      return references.includes(reference) ? { ...watch, reference } : undefined;
    },
  };
}

/** Kept in memory alone. */
function sampleBatches(): Batches {
  const { config } = inspectConfig({});
  const logger = pino({ level: 'silent' });
  const { batches, state } = createStores(config, logger, createEvents());
  const kept = { store: batches, state, contact: undefined, events: createEvents(), logger };
  return createBatches({ ...config.batches, ...kept });
}

export interface SampleOptions {
  blockForm: BlockForm;
  /** Whether everything was asked before, is watched, and a bank has an outage. */
  isBusy?: boolean;
}

/** The bot's own commands, asking nobody. */
export function sampleResources({ blockForm, isBusy = false }: SampleOptions): Resources {
  const { config } = inspectConfig({});
  const changeLog = createChangeLog();
  const names = commandNames(config.commandSuffix);
  names.callBot('Ledger'); // so that a test sees where the program's own name stands
  const [first, ...others] = sampleBanks;
  const gone = { institutionName: 'Gone Bank', institutionCode: '999999' };
  if (first) changeLog.take([{ ...first, institutionName: 'Guaranty Trust Bank' }, gone, ...others.slice(1)], atMs);
  return {
    services: {
      transferApi: sampleTransferApi,
      banks: createBankDirectory({
        load: sampleTransferApi.banks,
        ttlMs: hourMs,
        maxStaleMs: hourMs,
        changeLog,
        logger: pino({ level: 'silent' }),
      }),
      references: createReferences(),
      lookUpSummary: createLookUpStats(createEvents()),
      recentLookUps: createRecentLookUps(),
      history: historyOf(isBusy),
      watches: watchesOf(isBusy),
      batches: sampleBatches(),
    },
    presentation: { ...createPresentation(config, names), blockForm },
    files: { read: async () => new Uint8Array() },
  };
}

/** Somebody who reads the answer alone, or a channel. */
export function readersOf({ presentation: { names } }: Resources): Record<'asker' | 'channel', Reader> {
  return {
    asker: { asker: sampleAsker, audience: 'asker', canShare: true, syntax: names.slash },
    channel: { asker: sampleAsker, audience: 'channel', canShare: false, syntax: names.mention },
  };
}
