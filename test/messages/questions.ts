import { type Reply, runAction } from '../../src/blocks/blocks.ts';
import type { Reader, Resources } from '../../src/command.ts';
import type { CommandName } from '../../src/reading/question.ts';
import { errorReply } from '../../src/slack/error-boundary.ts';
import { runCommand } from '../support/services.ts';
import type { BudgetName } from './measure.ts';

/** A kind of message or window: what brings it up, its budget, and how it is drawn. */
export type Kind<Drawn = Reply> = readonly [
  kind: string,
  budget: BudgetName,
  draw: () => Drawn | Promise<Drawn>,
];

/** References, each of the sample that its letter names. */
export const manyOf = (letters: string, count = letters.length) =>
  Array.from(
    { length: count },
    (_, at) => `GARO-${at % 10}${letters[at % letters.length]}${String(at).padStart(2, '0')}k2j`,
  );
const many = (letters: string, count?: number) => manyOf(letters, count).join(' ');
const numbers = Array.from({ length: 26 }, (_, at) => 19_261 + at).join(' ');

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
  ['table of six', 'table', `txn ${many('sspfrn')}`],
  ['table of 25', 'table', `txn ${many('sspfrnut', 25)}`],
  ['table, nothing open', 'table', `txn ${many('ssrn')}`],
  ['table of 40', 'table with more', `txn ${many('sp', 40)}`],
  ['table of 26 requeries', 'table', `tsq ${numbers}`],
  ['not found, transaction', 'not found', 'txn GARO-1n8v2c1'],
  ['not found, requery', 'not found', 'tsq 19265'],
  ['one bank', 'one bank', 'bank gtbank plc'],
  ['one bank, by an alias', 'one bank', 'bank diamond bank'],
  ['one bank, by a slip', 'one bank', 'bank acess bank'],
  ['one bank, by a code of three digits', 'one bank', 'bank 058'],
  ['several banks', 'several banks', 'bank zenith'],
  ['several banks, more than are shown', 'several banks', 'bank microfinance'],
  ['several banks, asked for at once', 'several banks', 'bank gtbank, alpha and qqqq'],
  ['no bank', 'no bank', 'bank qqqq'],
  ['no bank, a near one', 'no bank', 'bank crown heritage bank'],
  ['no bank, a number', 'no bank', 'bank 77777777'],
  ['help, for all', 'help for all', 'txn help'],
  ['talk, thanks', 'anything else', 'txn thanks'],
  ['talk, list', 'anything else', 'txn list everything pending'],
  ['talk, which', 'anything else', 'txn check this'],
  ['talk, own look-ups', 'anything else', 'txn my lookups'],
  ['what is open, nothing', 'anything else', 'txn open'],
  ['only reads', 'not settled', 'txn resend GARO-8s3k2j1'],
  ['a bank behind txn', 'anything else', 'txn gtbank'],
  ['read in two ways', 'table', 'txn GARO-8f3k2 j1 pls'],
  ['not asked for', 'anything else', 'txn hello RTX88100x-1 12345698690885579'],
  ['not understood, no reference', 'anything else', 'txn customer at Alpha Bank says pending'],
  ['not understood, no identifier', 'anything else', 'tsq hello'],
  ['not understood, a session id', 'anything else', 'tsq 100004240926153311119822107551'],
  ['not understood, no bank in it', 'anything else', 'bank GARO-8f3k2j1'],
  ['watches, none', 'anything else', 'txn watching'],
  ['watch, of nothing', 'anything else', 'txn watch'],
  ['watch, begun', 'watch begun', 'txn watch GARO-5p1d6w8'],
  ['watch, stopped', 'anything else', 'txn unwatch GARO-5p1d6w8'],
  ['watches, several begun', 'anything else', `txn watch ${many('psfn')}`],
];

/** The same where everything was asked before, is watched, and a bank has an outage. */
export const busyQuestions: Questions = [
  ['transaction, asked before in an outage', 'not settled', 'txn GARO-5p1d6w8'],
  ['requery, asked before', 'requery', 'tsq 19261'],
  ['table of six, in an outage', 'table', `txn ${many('sspfrn')}`],
  ['talk, is a bank down', 'anything else', 'txn is gtbank down'],
  ['watches, listed', 'parts', 'txn watching'],
  ['what is open', 'table', 'txn open'],
  ['a session id, shown before', 'anything else', 'txn 100004240926153311119822107551'],
  ['transaction, checked by a colleague', 'record beside requery', 'txn GARO-1d4t7b3'],
  ['requery, of a record seen before', 'requery', 'tsq 19261'],
];

export function answers(asked: 'quiet' | 'busy', reader: Reader, resources: Resources): Kind[] {
  const all = asked === 'busy' ? busyQuestions : questions;
  return all.map(([kind, budget, question]) => [
    kind,
    budget,
    () => answerTo(question, reader, resources),
  ]);
}

/** The answer to words as they are typed; also an error is one. */
export async function answerTo(
  question: string,
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  const [, name = '', text = ''] = /^(\w+) (.*)$/.exec(question) ?? [];
  const command: CommandName = name === 'tsq' || name === 'bank' ? name : 'txn';
  return runCommand({ name: command }, text, reader, resources).catch((error: unknown) =>
    failed(error, reader, { command, text }),
  );
}

export const reference = 'GARO-5p1d6w8';

/** What a reader gets in place of an answer. */
export function failed(
  error: unknown,
  { place: { isPublic } }: Reader,
  asked = { command: 'txn', text: reference },
): Reply {
  const again = runAction('txn', reference);
  return errorReply({ error, reference: 'ABC234', asked, again, isPublic, knowsShape: true });
}
