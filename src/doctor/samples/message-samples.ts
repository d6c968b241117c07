import { copyNote, refresh, requery, share } from '../../commands/card-buttons.ts';
import type { Reader } from '../../commands/command.ts';
import { commandNamed, commands } from '../../commands/index.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { many } from '../../commands/many.ts';
import { runCommand } from '../../commands/run-command.ts';
import { SlackApiError, TransferApiError, UserError } from '../../errors.ts';
import type { TransferApiFailure } from '../../transfer-api-failure.ts';
import { postedBank } from '../../views/bank-picker.ts';
import { plainReply, type Reply, runAction } from '../../views/blocks.ts';
import { errorReply } from '../../views/error-reply.ts';
import { helpReply } from '../../views/help.ts';
import { maybeBank, unknownWords } from '../../views/unknown-words.ts';
import { withReadAs } from '../../views/with-read-as.ts';
import { sampleAsker } from './sample-asker.ts';
import { watchSamples } from './watch-samples.ts';

export interface SampleReply {
  name: string;
  reply: Reply;
}

const references = (count: number) =>
  Array.from({ length: count }, (_, index) => `SAMPLE-${10 ** (index % 5)}${index}`);
const tableOf = (count: number) => `txn ${references(count).join(' ')} NONE-1`;

/** Questions that between them bring up every kind of answer. */
const questions: Readonly<Record<string, string>> = {
  'how a command is used': 'txn',
  help: 'txn help',
  'a card': 'txn SAMPLE-1',
  'a card of another status': 'txn SAMPLE-12',
  'a card beside words that are none of its': 'txn SAMPLE-8f3k2j1 and 08012345678',
  'a table': tableOf(5),
  'a long table': tableOf(24),
  'too many references': tableOf(40),
  'a text without a reference': 'txn the customer of 12345698690885579 says it is pending, ask Alpha Bank',
  'a reference that can be read in two ways': 'txn SAMPLE-8f3k2 j1 pls',
  'a requery': 'tsq 2',
  'a requery that reads as a record': 'tsq 1',
  'no identifier': 'tsq SAMPLE-1',
  'several identifiers': 'tsq 12345698690885579 or 12345698690885580',
  'one bank': 'bank beta',
  'several banks': 'bank alpha',
  'more banks than are shown': 'bank many',
  'several banks asked for': 'bank alpha, beta and qqqq',
  'no bank': 'bank qqqq',
  'a bank code of three digits': 'bank 058',
  'no question about a bank': 'bank SAMPLE-8f3k2j1',
  'changes of the bank list': 'bank changes',
  'how a watch is begun': 'txn watch',
  'a watch': 'txn watch SAMPLE-1',
  'several watches': 'txn watch SAMPLE-1 SAMPLE-12 NONE-1',
  'what somebody watches': 'txn watching',
};

/** Every kind of message. */
export async function messageSamples(resources: Resources): Promise<SampleReply[]> {
  const { names } = resources.presentation;
  const alone: Reader = { asker: sampleAsker, audience: 'asker', canShare: true, spelling: names.slash };
  const everybody: Reader = { asker: sampleAsker, audience: 'channel', canShare: false, spelling: names.mention };
  const replies: SampleReply[] = [];
  for (const [name, question] of Object.entries(questions)) {
    replies.push({ name, reply: await answerTo(question, alone, resources) });
    replies.push({ name: `${name}, in a channel`, reply: await answerTo(question, everybody, resources) });
  }
  const watches = Object.entries(await watchSamples(alone, resources)).map(([name, reply]) => ({ name, reply }));
  const buttons = await ofButtons(alone, everybody, resources);
  return [...replies, ...buttons, ...watches, ...ofFailures(alone), ...ofOtherDoors(alone)];
}

/** The answer to words as they are typed; also an error is one. */
export async function answerTo(question: string, reader: Reader, resources: Resources): Promise<Reply> {
  const [name, ...words] = question.split(' ');
  const command = commandNamed(name);
  if (!command) throw new Error(`There is no command ${name}.`);
  try {
    return await runCommand(command, words.join(' '), reader, resources);
  } catch (error) {
    return failed(error, reader);
  }
}

function failed(error: unknown, { spelling, audience }: Reader): Reply {
  return errorReply({
    error,
    reference: 'SAMPLE',
    again: runAction('txn', 'SAMPLE-1'),
    spelling,
    audience,
    knowsShape: true,
  });
}

async function ofButtons(alone: Reader, everybody: Reader, resources: Resources): Promise<SampleReply[]> {
  const shared = { reference: 'SAMPLE-1', sharedBy: 'a sample' };
  const slash = resources.presentation.names.slash;
  const listed = { references: references(3), identifiers: ['1', '2'], leftOut: [], sharedBy: 'a sample' };
  const before = { ...shared, seen: { status: 'new', amount: '1.00' } };
  return [
    { name: 'Refresh', reply: await inquire(refresh, before, alone, resources) },
    { name: 'Requery', reply: await inquire(requery, { reference: 'SAMPLE-1', slash }, alone, resources) },
    { name: 'Note for the Bank', reply: await inquire(copyNote, 'SAMPLE-1', alone, resources) },
    { name: 'Share', reply: await inquire(share, shared, everybody, resources) },
    { name: 'Requery Unsettled', reply: await inquire(many, listed, alone, resources) },
    { name: 'Share of a table', reply: await inquire(many, listed, everybody, resources) },
  ];
}

const failures: readonly TransferApiFailure[] = [
  'timeout',
  'unreachable',
  'proxy',
  'untrusted',
  'not_asked',
  'rate_limited',
  'unauthorized',
  'not_found',
  'rejected',
  'unexpected_body',
];

function ofFailures(reader: Reader): SampleReply[] {
  const details = { asked: 'SAMPLE-1', serviceMessage: 'A sample', status: 500, retryAfterMs: 1_000, timeoutMs: 1_000 };
  const alike = { failed: 8, lookUps: 9 };
  const ofService = failures.map((failure) => {
    const error = new TransferApiError(failure, { ...details, operation: 'transaction', alike });
    return { name: `the failure ${failure}`, reply: failed(error, reader) };
  });
  return [
    ...ofService,
    { name: 'a mistake of the person', reply: failed(new UserError('A sample'), reader) },
    { name: 'a refusal by Slack', reply: failed(new SlackApiError({ failure: 'refused', code: 'sample' }), reader) },
    { name: 'a mistake of txnbot', reply: failed(new Error('A sample'), reader) },
  ];
}

function ofOtherDoors({ spelling }: Reader): SampleReply[] {
  const bank = { institutionName: 'Alpha Bank PLC', institutionCode: '000000', category: undefined };
  const waiting = commands.map((command) => plainReply(command.waiting('SAMPLE-1')));
  const meant = { command: 'txn', text: 'SAMPLE-1' };
  return [
    ...waiting.map((reply) => ({ name: 'a waiting line', reply })),
    { name: 'help in a mention', reply: helpReply(commands, spelling, 'channel') },
    { name: 'words that are no command', reply: unknownWords({ said: 'a sample', spelling }) },
    { name: 'words that may be a bank', reply: maybeBank('alpha', spelling) },
    { name: 'words near a command', reply: unknownWords({ said: 'txm', meant, spelling }) },
    { name: 'what words were read as', reply: withReadAs(plainReply('A sample'), 'txn SAMPLE-1', spelling) },
    { name: 'a posted bank code', reply: postedBank(bank, 'a sample') },
  ];
}
