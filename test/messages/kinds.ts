import { createBankPicker, createBankPost } from '../../src/banks/bank.ts';
import { mrkdwnReply, type Reply } from '../../src/blocks/blocks.ts';
import { explainAuditFailure } from '../../src/blocks/failure-words.ts';
import { code } from '../../src/blocks/mrkdwn.ts';
import { addTakeBack, prependContextLine } from '../../src/blocks/offers.ts';
import { createLoadingModal, createModal } from '../../src/blocks/views.ts';
import { type Inquiry, inquire, type Reader, type Resources } from '../../src/command.ts';
import { replyToUnknownText } from '../../src/commands/talk.ts';
import {
  AccessError,
  SlackApiError,
  TransferApiError,
  type TransferApiErrorDetails,
} from '../../src/errors.ts';
import { drawHome } from '../../src/home/home.ts';
import { createUnreadableReply, nameUnreadFiles } from '../../src/lists/clicks.ts';
import type { List } from '../../src/lists/list.ts';
import {
  createOfferReply,
  createProgressReply,
  createResultReply,
  createSharedReply,
  createStartReply,
  shareWindow,
} from '../../src/lists/messages.ts';
import { readList } from '../../src/lists/read-list.ts';
import { askerAlone } from '../../src/policy.ts';
import { createMoreModal } from '../../src/tables/buttons.ts';
import { tableCheckInquiry, tableInquiry } from '../../src/tables/look-up-table.ts';
import { createFieldsLoadingModal } from '../../src/transfers/all-fields-and-bank-note.ts';
import { cardInquiry, checkInquiry } from '../../src/transfers/card.ts';
import { assign, copyNote, release, showAll } from '../../src/transfers/card-clicks.ts';
import { lookUpRow } from '../../src/transfers/record-and-requery.ts';
import { buildLookUps, formatLookUps } from '../../src/transfers/row.ts';
import { type WatchUpdate, watchNotification } from '../../src/watches/notification.ts';
import { recordOf } from '../transfers/serve-transfers.ts';
import { answerTo, failed, type Kind, manyOf, reference } from './questions.ts';
import { atMs } from './sample-service.ts';

export type View = ReturnType<typeof createModal> | Awaited<ReturnType<typeof drawHome>>;

const one = { asked: reference, isRequery: false };
const zenith = { institutionCode: '000015', institutionName: 'ZENITH BANK PLC' };

type Failed = readonly [TransferApiError['failure'], Partial<TransferApiErrorDetails>?];
const failures: readonly Failed[] = [
  ['timeout', { timeoutMs: 8_000 }],
  ...(['unreachable', 'rejected', 'unexpected_body'] as const).map(
    (failure): Failed => [failure, { status: 500 }],
  ),
  ...(['proxy', 'untrusted', 'not_asked', 'unauthorized'] as const).map(
    (failure): Failed => [failure],
  ),
  ['rate_limited', { retryAfterMs: 40 }],
  ['unexpected_body', { reason: 'another_reference' }],
  ['timeout', { operation: 'banks', asked: undefined, timeoutMs: 8_000 }],
];

/**
 * What a reader gets in place of an answer, beside what the questions bring up, and what other
 * doors bring up.
 */
export function otherWords(reader: Reader): Kind[] {
  const { syntax } = reader;
  const details = {
    operation: 'transaction',
    asked: reference,
    serviceMessage: 'A sample',
  } as const;
  const errors: Record<string, unknown> = {
    ...Object.fromEntries(
      failures.map(([failure, more]) => {
        const error = new TransferApiError(failure, { ...details, ...more });
        return [[failure, more?.reason ?? more?.operation].join(' ').trim(), error];
      }),
    ),
    'Slack refuses': new SlackApiError({ failure: 'refused', code: 'sample' }),
    'a bug': new Error('A sample'),
    refused: new AccessError('channel', 'Not here. Ask Ada Eze.'), // words of the test
  };
  const sentFile = { id: 'F0SAMPLE', name: 'list.csv', mimetype: 'text/csv' };
  const sample = mrkdwnReply('A sample');
  const drawn: Record<string, Reply> = {
    'no audit log': mrkdwnReply(explainAuditFailure({ command: 'txn', text: reference })),
    'not understood': replyToUnknownText('a sample', syntax),
    'read as': prependContextLine(sample, `read as ${code(syntax.write(`txn ${reference}`))}`),
    'files, not read': nameUnreadFiles(
      sample,
      {
        lists: [sentFile],
        unreadable: ['photo.png'],
        isCut: false,
      },
      askerAlone,
    ),
    'files, not readable': createUnreadableReply(['photo.png'], askerAlone),
    'shared, to be taken back': addTakeBack(sample, '{"by":"U0SAMPLE","code":"ABC234"}'),
    'bank, posted': createBankPost(zenith, 'Amara'),
  };
  return [
    ...Object.entries(errors).map(
      ([why, error]): Kind => [`failure, ${why}`, 'failure', () => failed(error, reader)],
    ),
    ...Object.entries(drawn).map(([kind, reply]): Kind => [kind, 'anything else', () => reply]),
  ];
}

/** What buttons bring up; the asker alone reads it, but for what is shared. */
export function pressed(reader: Reader, resources: Resources): Kind[] {
  const shared = { ...one, sharedBy: 'Amara' };
  const requeried = { asked: '19261', isRequery: true, sharedBy: 'Amara' };
  const listed = { asks: buildLookUps(manyOf('sspf'), ['19261', '19265']), sharedBy: 'Amara' };
  const draw =
    <Input, Found>(inquiry: Inquiry<Input, Found>, input: Input) =>
    () =>
      inquire(inquiry, input, reader, resources);
  if (reader.place.isPublic)
    return [
      ['transaction, shared', 'not settled', draw(cardInquiry, shared)],
      ['requery, shared', 'requery', draw(cardInquiry, requeried)],
      ['table, shared', 'table', draw(tableInquiry, listed)],
    ];
  const [other, beside] = ['anything else', 'record beside requery'] as const;
  const differing = { ...one, asked: 'GARO-1d4t7b3' };
  const another = { ...one, asked: 'GARO-1o4t7b3' };
  const asks = buildLookUps([differing.asked, another.asked, ...manyOf('spf')]);
  return [
    ['refresh', 'not settled', draw(cardInquiry, { ...shared, seen: { status: 'new' } })],
    ['open in full', 'not settled', draw(cardInquiry, one)],
    ['record and requery agree', beside, draw(checkInquiry, one)],
    ['record and requery differ', beside, draw(checkInquiry, differing)],
    ['requery about another transfer', beside, draw(checkInquiry, another)],
    ['table that disagrees', 'table', draw(tableCheckInquiry, { asks })],
    ['table with requeries', 'table', draw(tableInquiry, listed)],
    ['on it', other, draw(assign, one)],
    ['on it, taken over', other, draw(assign, { ...one, from: 'U0BISI' })],
    ['not on it', other, draw(release, one)],
    ['on it, another', other, () => assign.show({ held: { ...amara, atMs }, isOwn: false })],
    ['note for the bank', other, draw(copyNote, one)],
    ['note for the bank, both', other, draw({ ...checkInquiry, show: copyNote.show }, differing)],
    ['note for the bank, requery', other, draw(copyNote, requeried)],
  ];
}

const amara = { id: reference, personId: 'U0AMARA', name: 'amara' };

const sampleList: List = {
  id: 'sample-batch',
  personId: 'U0SAMPLE',
  file: { id: 'F0SAMPLE', name: 'complaints.csv' },
  isRequery: false,
  count: 184,
  offeredAtMs: atMs,
  begunAtMs: atMs,
  startedAtMs: atMs,
  references: manyOf('spfntu', 184),
  answers: {},
};

/** What is said of hundreds at once; the asker alone reads it, but for what is shared. */
export async function lists(
  { place }: Reader,
  { presentation, services }: Resources,
): Promise<Kind[]> {
  const ask = (asked: string) => ({ asked, isRequery: false });
  const batch = { key: {}, withinMs: 60_000 };
  const looked = sampleList.references.map((asked) =>
    lookUpRow(ask(asked), services.transferApi, { table: batch }),
  );
  const rows = await Promise.all(looked);
  if (place.isPublic)
    return [
      ['batch, shared', 'batch', () => createSharedReply(sampleList, rows, presentation.currency)],
    ];
  const offer = async (...heads: string[]) => {
    const cells = (line: (head: string, at: number) => string) => heads.map(line).join(',');
    const body = manyOf('s', 9).map((each) => cells((_head, at) => `${each.slice(0, -1)}${at}`));
    const csv = [cells((head) => head), ...body, cells(() => 'N/A')].join('\n');
    const parsed = await readList(Buffer.from(csv), 'complaints.csv', services.references);
    return createOfferReply(
      parsed,
      parsed.choices.map(({ at }) => ({ ...sampleList, id: `sample-bat-${at}` })),
      askerAlone,
    );
  };
  const answers = Object.fromEntries(rows.slice(0, 96).map((_row, at) => [at, {}]));
  const underWay = { ...sampleList, startedAtMs: Date.now() - 76_400, answers };
  const progress = (isWaiting: boolean) =>
    createProgressReply(underWay, rows.slice(0, 96), isWaiting);
  return [
    ['batch, offered', 'anything else', () => offer('Reference')],
    [
      'batch, offered for each column',
      'anything else',
      () => offer('tx_ref', 'flw_ref', 'client ref'),
    ],
    ['batch, begun', 'anything else', () => createStartReply(sampleList, 2)],
    ['batch, under way', 'anything else', () => progress(false)],
    ['batch, while the service is down', 'anything else', () => progress(true)],
    [
      'batch, result',
      'batch',
      () =>
        createResultReply(sampleList, rows, {
          ...presentation,
          unread: 'the file could not be read again: the CSV has its references alone',
        }),
    ],
  ];
}

/** Unasked; the words of each kind are in `notifications.txt` of the watches. */
export function told({ place, asker }: Reader, { presentation }: Resources): Kind[] {
  const options = { ...presentation, place, personId: asker.personId };
  const [changed, over] = [
    newsOf('GARO-1s8t4c6'),
    { ...newsOf('GARO-5p1d6w8'), kind: 'over' } as const,
  ];
  return [
    ['watch told', 'watch told', () => watchNotification([changed], options)],
    ['watch told, over', 'watch told', () => watchNotification([over], options)],
    ['watches told', 'watches told', () => watchNotification([changed, over], options)],
  ];
}

/** News of a watch that has changed. */
export function newsOf(asked: string): WatchUpdate {
  const { record: answer } = recordOf({ reference: asked });
  const { status, reversedFlag } = answer.transaction;
  return {
    kind: 'changed',
    reference: asked,
    answer,
    failure: undefined,
    watchedMs: 120_000,
    isWholeKnown: true,
    hasEnded: true,
    before: { status: 'pending', reversedFlag },
    now: { status, reversedFlag },
    lateMs: 0,
    hasRestarted: false,
    code: 'ABC234',
  };
}

/** Every kind of window, and the Home tab. */
export function windows(reader: Reader, fresh: Resources, busy: Resources): Kind<View>[] {
  const { slash } = busy.presentation.names;
  const inWindow = { ...reader, canShare: false, isInWindow: true };
  const allOf = (asked: string, isRequery: boolean) => () =>
    inquire(showAll, { asked, isRequery }, inWindow, busy).then(createModal);
  const asks = buildLookUps(manyOf('psn'), ['19261']);
  const moreOf = (isPublic: boolean) => () =>
    createMoreModal({
      asks,
      value: formatLookUps(asks),
      slash,
      isPublic,
    });
  const homeOf = (resources: Resources, mayAskInWindows: boolean) => () =>
    drawHome(resources, { personId: reader.asker.personId, mayAskInWindows });
  const other = 'anything else';
  return [
    ['Home, fresh', 'parts', homeOf(fresh, true)],
    ['Home, full', 'parts', homeOf(busy, true)],
    ['Home, full, where windows may not ask', 'parts', homeOf(busy, false)],
    ['window, All Fields', 'whole', allOf(reference, false)],
    ['window, All Fields, overflowing', 'whole', allOf('GARO-9l1g3h6', false)],
    ['window, All Fields, loading', other, () => createFieldsLoadingModal(reference)],
    ['window, All Values', 'whole', allOf('19262', true)],
    ['window, All Values, overflowing', 'whole', allOf('19268', true)],
    ['window, looking it up', other, () => createLoadingModal(reference)],
    ['window, Find a Bank Code', other, () => createBankPicker()],
    ['window, Find a Bank Code, chosen', other, () => createBankPicker(zenith)],
    [
      'window, transaction',
      'not settled',
      () => answerTo(`txn ${reference}`, inWindow, busy).then(createModal),
    ],
    [
      'window, list',
      'table',
      () => inquire(tableInquiry, { asks }, inWindow, busy).then(createModal),
    ],
    ['window, more of a table', other, moreOf(false)],
    ['window, more of a shared table', other, moreOf(true)],
    ['window, share a batch', other, () => shareWindow(sampleList)],
  ];
}
