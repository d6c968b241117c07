import type { Batch } from '../../src/batches/batch.ts';
import type { List } from '../../src/batches/list.ts';
import {
  begunReply,
  countsReply,
  offerReply,
  progressReply,
  resultReply,
  sharedReply,
  shareWindow,
} from '../../src/batches/messages.ts';
import type { Audience, Reply } from '../../src/blocks/blocks.ts';
import type { Resources } from '../../src/command.ts';
import type { Row } from '../../src/transfers/row.ts';
import { type KindOf, kindOf } from './replies.ts';
import { atMs } from './sample-service.ts';

const count = 184;
const sampleBatch: Batch = {
  id: 'sample-batch',
  personId: 'U0SAMPLE',
  file: { id: 'F0SAMPLE', name: 'complaints.csv' },
  isRequery: false,
  count,
  offeredAtMs: atMs,
  begunAtMs: atMs,
  startedAtMs: atMs,
  references: Array.from({ length: count }, (_, at) => `GARO-${at % 10}s${100 + at}k2`),
  answers: {},
};
const banks = ['ACCESS BANK', 'GTBANK PLC', 'ZENITH BANK PLC', 'UNITED BANK FOR AFRICA'];

/** As many as a message has room for, and of every kind. */
const rows = sampleBatch.references.map((asked, at): Row => {
  if (at % 17 === 0) return { isRequery: false, asked, failure: at % 2 === 0 ? 'not_found' : 'timeout' };
  const [destinationBankName, createdAt] = [banks[at % banks.length], atMs + at * 300_000];
  const transaction = { amount: '1250000.00', createdAt, destinationBankName, destinationBankCode: '000014' };
  return {
    isRequery: false,
    asked,
    status: ['successful', 'pending', 'failed'][at % 3],
    reversedFlag: '0',
    transaction,
  };
});
const chosen = {
  ...{ at: 1, name: 'Reference', references: sampleBatch.references },
  ...{ withoutCount: 3, roundedCount: 2 },
};
const list: List = {
  ...{ above: [], head: undefined, rows: [], chosen, choices: [chosen] },
  named: Array.from({ length: 181 }, (_, at) => ({ word: at === 0 ? 'N/A' : `FT26-${at}`, row: 6 + at })),
  bounds: undefined,
};

const severalColumns: List = {
  ...list,
  choices: ['tx_ref', 'flw_ref', 'client reference', 'Payment Ref'].map((name, at) => ({ ...chosen, at, name })),
};
const severalOffers = severalColumns.choices.map(({ at }) => ({ ...sampleBatch, id: `sample-${at}` }));

/** What is said of hundreds at once; the asker alone reads it, but for what is shared. */
export function batches(audience: Audience, { presentation }: Resources): Promise<KindOf<Reply>[]> {
  if (audience === 'channel')
    return Promise.all([kindOf('batch, shared', 'batch', sharedReply(sampleBatch, rows, presentation.currency))]);
  const answered = rows.slice(0, 96);
  const underWay = { ...sampleBatch, startedAtMs: Date.now() - 76_400 };
  const result = { ...presentation, isFileUnread: true };
  return Promise.all([
    kindOf('batch, offered', 'anything else', offerReply(list, [sampleBatch], 'asker')),
    kindOf('batch, offered for each column', 'anything else', offerReply(severalColumns, severalOffers, 'asker')),
    kindOf('batch, begun', 'anything else', begunReply(sampleBatch, 2)),
    kindOf('batch, under way', 'anything else', progressReply(underWay, answered, false)),
    kindOf('batch, while the service is down', 'anything else', progressReply(underWay, answered, true)),
    kindOf('batch, result', 'batch', resultReply(sampleBatch, rows, result)),
    kindOf('batch, counts', 'batch', countsReply(sampleBatch, rows, presentation.currency)),
  ]);
}

export const sampleShareWindow = () => shareWindow(sampleBatch);
