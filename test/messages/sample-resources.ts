import { pino } from 'pino';
import { createBankDirectory } from '../../src/banks/directory.ts';
import type { BlockForm } from '../../src/blocks/forms.ts';
import type { Reader, Resources, Services } from '../../src/command.ts';
import type { History } from '../../src/history.ts';
import type { Asker } from '../../src/policy.ts';
import { asker } from '../support/asker.ts';
import { countsOf } from '../support/counts.ts';
import { resourcesFor } from '../support/services.ts';
import { atMs, sampleTransferApi } from './sample-service.ts';

const hourMs = 60 * 60_000;

/** Nobody. */
export const sampleAsker: Asker = { ...asker, channelId: undefined };

/** As if the same had been asked before, and a bank had an outage: then an answer says the most. */
const busyCounts = countsOf([
  { bank: '000014', asked: 9, unsettled: 9 },
  ...Array.from({ length: 10 }, (_, index) => ({ bank: `10000${index}`, asked: 4, unsettled: index % 2 })),
]);

function historyOf(isBusy: boolean): History {
  return {
    remember: () => (isBusy ? { atMs, personId: 'U0OTHER', words: 'pending' } : undefined),
    counts: () => (isBusy ? busyCounts : countsOf([])),
  };
}

const watch = { ...sampleAsker, id: '1', begunAtMs: atMs, seen: { status: 'pending', reversedFlag: '0' } };
const endsAtMs = atMs + hourMs;

/** Keeps nothing. */
function watchesOf(isBusy: boolean): Services['watches'] {
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

/**
 * The bot's own commands, asking nobody.
 * @param isBusy whether everything was asked before, is watched, and a bank has an outage
 */
export function sampleResources(blockForm: BlockForm, isBusy = false): Resources {
  const { services, presentation, files } = resourcesFor('http://127.0.0.1:9');
  presentation.names.callBot('Ledger'); // so that a test sees where the program's own name stands
  const logger = pino({ level: 'silent' });
  const load = sampleTransferApi.banks;
  return {
    services: {
      ...services,
      transferApi: sampleTransferApi,
      banks: createBankDirectory({ load, ttlMs: hourMs, maxStaleMs: hourMs, logger }),
      history: historyOf(isBusy),
      watches: watchesOf(isBusy),
    },
    presentation: { ...presentation, blockForm },
    files,
  };
}

/** Somebody who reads the answer alone, or a channel. */
export function readersOf({ presentation: { names } }: Resources): Record<'asker' | 'channel', Reader> {
  return {
    asker: { asker: sampleAsker, audience: 'asker', canShare: true, syntax: names.slash },
    channel: { asker: sampleAsker, audience: 'channel', canShare: false, syntax: names.mention },
  };
}
