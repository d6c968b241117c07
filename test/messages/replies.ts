import { postedBank } from '../../src/banks/bank.ts';
import { plainReply, type Reply, runAction } from '../../src/blocks/blocks.ts';
import { type NamedQuery, unaudited } from '../../src/blocks/failure-words.ts';
import { addFirstLine, addNotAskedFor, withReadAs } from '../../src/blocks/offers.ts';
import { helpReply, type Inquiry, inquire, type Reader, type Resources } from '../../src/command.ts';
import { commands } from '../../src/commands/ask.ts';
import {
  bankInstead,
  onlyReads,
  ownLookUps,
  plainTalk,
  stateOfService,
  unknownWords,
} from '../../src/commands/talk.ts';
import { AccessError, SlackApiError, type TransferApiFailure } from '../../src/errors.ts';
import { addUnread, unreadable } from '../../src/lists/buttons.ts';
import { errorReply } from '../../src/slack/error-boundary.ts';
import { tableOf } from '../../src/tables/look-up-table.ts';
import { cardOf, compare } from '../../src/transfers/card.ts';
import { copyBoth, copyNote } from '../../src/transfers/card-buttons.ts';
import { asksOf } from '../../src/transfers/row.ts';
import { stopWatching } from '../../src/watches/commands.ts';
import { runCommand } from '../support/services.ts';
import type { BudgetName } from './measure.ts';
import { sampleBanks, sampleFailure } from './sample-service.ts';

/** A kind of message or window: what brings it up, its budget, and how it looks. */
export type Kind<Drawn = Reply> = readonly [kind: string, budget: BudgetName, drawn: Drawn | Promise<Drawn>];

const references = (letters: string, count = letters.length) =>
  Array.from({ length: count }, (_, at) => `GARO-${at % 10}${letters[at % letters.length]}${at}k2j`).join(' ');

type Questions = readonly (readonly [kind: string, budget: BudgetName, question: string])[];

/** Questions that between them bring up every kind of answer. */
const questions: Questions = [
  ['transaction, settled', 'settled', 'txn GARO-8s3k2j1'],
  ['transaction, collection', 'settled', 'txn GARO-7c2x9d4'],
  ['transaction, pending', 'not settled', 'txn GARO-5p1d6w8'],
  ['transaction, failed', 'not settled', 'txn GARO-2f9s4q7'],
  ['transaction, reversed', 'not settled', 'txn GARO-4r7v2c1'],
  ['transaction, unknown status', 'not settled', 'txn GARO-6u3n8k5'],
  ['transaction, long names', 'not settled', 'txn GARO-9l1g3h6'],
  ['requery, plain', 'requery', 'tsq 19261'],
  ['requery, without a status word', 'requery', 'tsq 19263'],
  ['requery, nested', 'nested requery', 'tsq 19262'],
  ['requery, reads as a record', 'nested requery', 'tsq 19264'],
  ['requery, overflowing', 'whole', 'tsq 19268'],
  ['table of six', 'table', `txn ${references('sspfrn')}`],
  ['table of 25', 'table', `txn ${references('sspfrnut', 25)}`],
  ['table of 40', 'table', `txn ${references('sp', 40)}`],
  ['table of 26 requeries', 'table', `tsq ${Array.from({ length: 26 }, (_, at) => 19_261 + at).join(' ')}`],
  ['not found, transaction', 'not found', 'txn GARO-1n8v2c1'],
  ['not found, requery', 'not found', 'tsq 19265'],
  ['time-out, transaction', 'time-out', 'txn GARO-3t6h5y1'],
  ['one bank', 'one bank', 'bank gtbank plc'],
  ['one bank, by an alias', 'one bank', 'bank diamond bank'],
  ['one bank, by a slip', 'one bank', 'bank acess bank'],
  ['one bank, by a code of three digits', 'one bank', 'bank 058'],
  ['several banks', 'several banks', 'bank zenith'],
  ['several banks, more than are shown', 'several banks', 'bank alpha'],
  ['several banks, asked for at once', 'several banks', 'bank gtbank, alpha and qqqq'],
  ['no bank', 'no bank', 'bank qqqq'],
  ['no bank, a near one', 'no bank', 'bank heritage bank'],
  ['no bank, a number', 'no bank', 'bank 77777777'],
  ['watch, begun', 'watch begun', 'txn watch GARO-5p1d6w8'],
  ['watch, of nothing', 'anything else', 'txn watch'],
  ['watches, several begun', 'anything else', `txn watch ${references('psfn')}`],
  ['watches, none', 'anything else', 'txn watching'],
  ['not understood, no reference', 'anything else', 'txn customer of 12345698690885579 at Alpha Bank says pending'],
  ['read in two ways', 'table', 'txn GARO-8f3k2 j1 pls'],
  ['not understood, no identifier', 'anything else', 'tsq hello'],
  ['not understood, a session id', 'anything else', 'tsq 100004240926153311119822107551'],
  ['not understood, no bank in it', 'anything else', 'bank GARO-8f3k2j1'],
  ['bank changes', 'anything else', 'bank changes'],
];

/** The same where everything was asked before, is watched, and a bank has an outage. */
const busyQuestions: Questions = [
  ['transaction, asked before in an outage', 'not settled', 'txn GARO-5p1d6w8'],
  ['requery, asked before', 'requery', 'tsq 19261'],
  ['table of six, in an outage', 'table', `txn ${references('sspfrn')}`],
  ['time-out, in an outage', 'time-out', 'txn GARO-3t6h5y1'],
  ['watches, listed', 'parts', 'txn watching'],
];

/** Every answer that one reader can get to a question. */
export function answers(reader: Reader, quiet: Resources, busy: Resources): Kind[] {
  const drawn = (asked: Questions, resources: Resources) =>
    asked.map(([kind, budget, question]): Kind => [kind, budget, answerTo(question, reader, resources)]);
  return [...drawn(questions, quiet), ...drawn(busyQuestions, busy)];
}

/** The answer to words as they are typed; also an error is one. */
export async function answerTo(question: string, reader: Reader, resources: Resources): Promise<Reply> {
  const [name, ...words] = question.split(' ');
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  const text = words.join(' ');
  return runCommand(command, text, reader, resources).catch((error: unknown) =>
    failed(error, reader, { command: command.name, text }),
  );
}

const askedWords: NamedQuery = { command: 'txn', text: 'GARO-5p1d6w8' };

function failed(error: unknown, { audience }: Reader, asked = askedWords): Reply {
  const again = runAction('txn', 'GARO-5p1d6w8');
  return errorReply({ error, reference: 'ABC234', asked, again, audience, knowsShape: true });
}

const failures: readonly TransferApiFailure[] = [
  ...(['unreachable', 'proxy', 'untrusted', 'not_asked', 'rate_limited', 'unauthorized', 'rejected'] as const),
  'unexpected_body',
];

/** What a reader gets in place of an answer, beside what the questions bring up. */
export function failuresFor(reader: Reader): Kind[] {
  const details = { asked: 'GARO-5p1d6w8' };
  const another = sampleFailure('unexpected_body', { ...details, reason: 'another_reference' });
  // As `policy.ts` and `slack/pipeline.ts` say it.
  const refused = "I don't answer here, only in the channels I am meant for. Ask Ada Eze.";
  const limited = 'You have asked very often in the last minute. Try again in 40 s.';
  const errors: Record<string, unknown> = {
    ...Object.fromEntries(failures.map((failure) => [failure, sampleFailure(failure, details)])),
    'another transaction came': another,
    'no bank list': sampleFailure('timeout', { operation: 'banks' }),
    'Slack refuses': new SlackApiError({ failure: 'refused', code: 'sample' }),
    'a bug': new Error('A sample'),
  };
  return [
    ...Object.entries(errors).map(([why, error]): Kind => [`failure, ${why}`, 'failure', failed(error, reader)]),
    ['refused', 'anything else', failed(new AccessError('channel', refused), reader)],
    ['limited', 'anything else', failed(new AccessError('rate_limit', limited), reader)],
    ['refused, no audit log', 'anything else', plainReply(unaudited(askedWords))],
  ];
}

const recorded = (asked: string, ofRecord: string, status: string) => ({
  ...{ isRequery: true, asked, ofRecord, recorded: status },
});

/** What buttons bring up; the asker alone reads it, but for what is shared. */
export function pressed(reader: Reader, resources: Resources): Kind[] {
  const reference = 'GARO-5p1d6w8';
  const one = { asked: reference, isRequery: false };
  const shared = { ...one, sharedBy: 'Amara' };
  const requeried = { asked: '19261', isRequery: true, sharedBy: 'Amara' };
  const listed = { asks: asksOf(references('sspf').split(' '), ['19261', '19265']), sharedBy: 'Amara' };
  const draw = <Input, Found>(inquiry: Inquiry<Input, Found>, input: Input) =>
    inquire(inquiry, input, reader, resources);
  if (reader.audience === 'channel')
    return [
      ['transaction, shared', 'not settled', draw(cardOf, shared)],
      ['requery, shared', 'requery', draw(cardOf, requeried)],
      ['table, shared', 'table', draw(tableOf, listed)],
    ];
  const compared = (asked: string) => draw(compare, { ...one, asked });
  const disagreeing = {
    asks: [
      recorded('19261', 'GARO-5p1d6w8', 'pending'),
      recorded('19264', 'GARO-6p1d6w8', 'pending'),
      recorded('19262', 'GARO-2f9s4q7', 'failed'),
    ],
  };
  const [other, beside] = ['anything else', 'record beside requery'] as const;
  return [
    ['refresh', 'not settled', draw(cardOf, { ...shared, seen: { status: 'new' } })],
    ['open in full', 'not settled', draw(cardOf, one)],
    ['record and requery agree', beside, compared(reference)],
    ['record and requery differ', beside, compared('GARO-1d4t7b3')],
    ['table that disagrees', 'table', draw(tableOf, disagreeing)],
    ['table with requeries', 'table', draw(tableOf, listed)],
    ['note for the bank', other, draw(copyNote, one)],
    ['note for the bank, both', other, draw(copyBoth, { ...one, asked: 'GARO-1d4t7b3' })],
    ['note for the bank, requery', other, draw(copyNote, requeried)],
    ['watch, stopped', other, draw(stopWatching, { references: [reference] })],
    ['talk, own look-ups', other, draw(ownLookUps, undefined)],
    ['talk, is a bank down', other, draw(stateOfService, 'is alpha down')],
    ['talk, is the service up', other, draw(stateOfService, 'is the service up')],
  ];
}

/** What other doors bring up. */
export function otherWords({ syntax, audience }: Reader): Kind[] {
  const [bank] = sampleBanks;
  const sentFile = { id: 'F0SAMPLE', name: 'list.csv', mimetype: 'text/csv' };
  const drawn: Record<string, Reply | undefined> = {
    'not understood': unknownWords('a sample', syntax),
    'a bank behind txn': bankInstead('alpha', syntax),
    'read as': withReadAs(plainReply('A sample'), 'txn GARO-5p1d6w8', syntax),
    'only reads': addFirstLine(plainReply('A sample'), onlyReads),
    'not asked for': addNotAskedFor(plainReply('A sample'), ['RTX88100x', '12345698690885579']),
    'files, not read': addUnread(plainReply('A sample'), {
      lists: [sentFile],
      unreadable: ['photo.png'],
      isCut: false,
    }),
    'files, not readable': unreadable(['photo.png']),
    'talk, thanks': plainTalk('thanks', syntax),
    'talk, list': plainTalk('list', syntax),
    'talk, which': plainTalk('which', syntax),
    'bank, posted': bank && postedBank(bank, 'Amara'),
  };
  return [
    ['help, for all', 'help for all', helpReply(commands, syntax, audience)],
    ...Object.entries(drawn).flatMap(([kind, reply]): Kind[] => (reply ? [[kind, 'anything else', reply]] : [])),
  ];
}
