import type { Audience } from '../../src/blocks/blocks.ts';
import type { Resources } from '../../src/command.ts';
import type { List } from '../../src/lists/list.ts';
import {
  begunReply,
  offerReply,
  progressReply,
  resultReply,
  sharedReply,
  shareWindow,
} from '../../src/lists/messages.ts';
import type { ParsedList } from '../../src/lists/parse.ts';
import type { Row } from '../../src/transfers/row.ts';
import { type WatchNews, watchNotification } from '../../src/watches/notification.ts';
import type { Kind } from './replies.ts';
import { sampleAsker } from './sample-resources.ts';
import { atMs, sampleFailure, sampleRecord } from './sample-service.ts';

const count = 184;
const sampleList: List = {
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
const rows = sampleList.references.map((asked, at): Row => {
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
  ...{ at: 1, name: 'Reference', references: sampleList.references },
  ...{ withoutCount: 3, roundedCount: 2 },
};
const list: ParsedList = {
  ...{ above: [], head: undefined, rows: [], chosen, choices: [chosen] },
  named: Array.from({ length: 181 }, (_, at) => ({ word: at === 0 ? 'N/A' : `FT26-${at}`, row: 6 + at })),
  bounds: undefined,
};

const severalColumns: ParsedList = {
  ...list,
  choices: ['tx_ref', 'flw_ref', 'client reference', 'Payment Ref'].map((name, at) => ({ ...chosen, at, name })),
};
const severalOffers = severalColumns.choices.map(({ at }) => ({ ...sampleList, id: `sample-${at}` }));

/** What is said of hundreds at once; the asker alone reads it, but for what is shared. */
export function lists(audience: Audience, { presentation }: Resources): Kind[] {
  if (audience === 'channel') return [['batch, shared', 'batch', sharedReply(sampleList, rows, presentation.currency)]];
  const answered = rows.slice(0, 96);
  const underWay = { ...sampleList, startedAtMs: Date.now() - 76_400 };
  const result = { ...presentation, isFileUnread: true };
  return [
    ['batch, offered', 'anything else', offerReply(list, [sampleList], 'asker')],
    ['batch, offered for each column', 'anything else', offerReply(severalColumns, severalOffers, 'asker')],
    ['batch, begun', 'anything else', begunReply(sampleList, 2)],
    ['batch, under way', 'anything else', progressReply(underWay, answered, false)],
    ['batch, while the service is down', 'anything else', progressReply(underWay, answered, true)],
    ['batch, result', 'batch', resultReply(sampleList, rows, result)],
  ];
}

export const sampleShareWindow = () => shareWindow(sampleList);

const minuteMs = 60_000;

/** What the bot tells of watches, unasked. */
export function told(audience: Audience, { presentation }: Resources): Kind[] {
  const mention = audience === 'channel' ? sampleAsker.personId : undefined;
  const options = { ...presentation, mention };
  const changed = newsOf('GARO-1s8t4c6');
  const late = { ...changed, lateMs: 60 * minuteMs, hasRestarted: true };
  const moved = { ...newsOf('GARO-5p1d6w8'), before: { status: 'queued', reversedFlag: '0' }, hasEnded: false };
  const over: WatchNews = { ...newsOf('GARO-5p1d6w8'), kind: 'over' };
  const failure = sampleFailure('timeout', { asked: 'GARO-3t6h5y1' });
  const unanswered: WatchNews = { ...over, kind: 'unanswered', answer: undefined, failure };
  const single = { changed, 'changed, late': late, 'changed and goes on': moved, over, unanswered };
  const all = Object.values(single);
  const brief = all.map((news) => ({ ...news, channelId: 'C0SAMPLE' }));
  return [
    ...Object.entries(single).map(
      ([name, news]): Kind => [`watch told, ${name}`, 'watch told', watchNotification([news], options)],
    ),
    ['watches told, several', 'watches told', watchNotification(all, options)],
    ['watches told, in brief', 'watches told', watchNotification(brief, { ...presentation, isBrief: true })],
  ];
}

/** News of a watch that has changed, from what the samples answer. */
export function newsOf(reference: string): WatchNews {
  const answer = sampleRecord(reference);
  const { status, reversedFlag } = answer.transaction;
  return {
    kind: 'changed',
    reference,
    before: { status: 'pending', reversedFlag },
    now: { status, reversedFlag },
    answer,
    failure: undefined,
    watchedMs: 2 * minuteMs,
    hasEnded: true,
    lateMs: 0,
    hasRestarted: false,
    code: 'ABC234',
  };
}
