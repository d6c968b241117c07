import { it } from 'vitest';
import { findBanks } from '../src/banks/cover.ts';
import { createBankSearch } from '../src/banks/search.ts';
import { showsInternalDetails } from '../src/blocks/json-fields.ts';
import { code, escapeMrkdwn, label, safeText } from '../src/blocks/mrkdwn.ts';
import { commandNames } from '../src/command.ts';
import { mentionText } from '../src/commands/mentions-and-dms.ts';
import { createLogger } from '../src/ops/logger.ts';
import { looksLikeBank, mayNameBank, readBankQuestion } from '../src/reading/bank-names.ts';
import { cleanText, stripEnds, unwrapAddresses } from '../src/reading/clean.ts';
import { CleanedText } from '../src/reading/cleaned-text.ts';
import { readCommand } from '../src/reading/command-text.ts';
import { createMention, guessQuestion, readMention, readMessage } from '../src/reading/mention.ts';
import { classifyTalk } from '../src/reading/phrases.ts';
import { createReferences } from '../src/reading/references.ts';
import { hasReferenceShape } from '../src/reading/shapes.ts';
import { explainUnanswered } from '../src/reading/unanswered.ts';
import { readSlackMessage } from '../src/slack/message.ts';
import { foldBlanks } from '../src/text.ts';
import { readBody } from '../src/transfer-service/response.ts';
import { requeryBlocks } from '../src/transfers/card-parts.ts';
import { maskRecord, maskRow } from '../src/transfers/disclosure.ts';
import { readStatuses } from '../src/transfers/requery-answer.ts';
import { requeryRow } from '../src/transfers/row.ts';
import { expectLinear } from './support/growth.ts';

const references = createReferences();
const searchBanks = createBankSearch([
  { institutionCode: '000015', institutionName: 'ZENITH BANK PLC' },
]);
const log = createLogger('info', ['xoxb-1'], { write() {} });
const names = commandNames('');

/**
 * Every function that reads what somebody else wrote: what is new and reads such text belongs here.
 */
const readers: [string, (text: string) => unknown][] = [
  ['mentionText', (text) => mentionText(text, () => true)],
  ['recognise', (text) => names.recognise(text)],
  ['stripEnds', (text) => stripEnds(text, /[\s*]/, /[\s*]/)],
  [
    'readCommand',
    (text) => (['txn', 'tsq', 'bank'] as const).map((name) => readCommand(name, text, references)),
  ],
  [
    'readMention',
    (text) => readMention(createMention(mentionText(text), references), names.recognise),
  ],
  ['classifyTalk', classifyTalk],
  ['explainUnanswered', explainUnanswered],
  ['guessQuestion', (text) => guessQuestion(createMention(mentionText(text), references))],
  ['readMessage', (text) => readMessage(new CleanedText(text, references))],
  ['inTalk', (text) => new CleanedText(text, references).inTalk],
  ['asTyped', (text) => new CleanedText(text, references).asTyped],
  ['cleanText', cleanText],
  ['unwrapAddresses', unwrapAddresses],
  ['looksLikeBank', looksLikeBank],
  ['hasReferenceShape', hasReferenceShape],
  [
    'readSlackMessage',
    (text) => readSlackMessage({ text, blocks: [{ text }, { rows: [[{ text }]] }] }),
  ],
  ['the bank search', searchBanks],
  ['recognise', searchBanks.recognise],
  ['readBankQuestion', (text) => mayNameBank(readBankQuestion(text))],
  ['findBanks', (text) => findBanks({ ...readBankQuestion(text), text }, searchBanks)],
  ['the log', (text) => log.info({ text }, text)],
  ['readBody', (text) => readBody(JSON.stringify({ [text]: text, pin: text }))],
  ['showsInternalDetails', showsInternalDetails],
  [
    'maskRecord',
    (text) => {
      const parties = { destinationAccountNumber: text, destinationAccountName: `${text} b` };
      return maskRecord(
        { ...parties, status: text, type: text, id: text, destinationBankName: text },
        'masked',
      );
    },
  ],
  ['escapeMrkdwn', escapeMrkdwn],
  ['foldBlanks', foldBlanks],
  ['code', (text) => code(text)],
  ['outside', (text) => safeText(text)],
  ['label', (text) => label(text)],
];

/** What a pattern may try again from each place of it. */
const pieces = [
  ' ',
  '\u00a0',
  '\n',
  '\r',
  '\u2028',
  '*',
  '_',
  '~',
  '`',
  '"',
  ',',
  ':',
  '-',
  '1',
  'a',
  'A',
  '&',
  '(',
  '[',
  '<@',
  '<@A|',
  '<http:',
  '<http:|',
  '<tel:',
  '&amp;',
  'a@',
  'a.',
  'a:',
  '-_',
  ' \u00a0',
  '",',
  'A1',
  'GARO-1 ',
  ...[
    'Ref: ',
    'ref ',
    'id=',
    'http://',
    'https://a/commands',
    'Bearer ',
    'ticket=',
    'xoxb-',
    '"ref": ',
    'ref | no\n',
  ],
  ...[
    'Reference\tAmount\n',
    'A1 A1 ',
    'A-1 ',
    '- ',
    '\t',
    'ref 1/',
    'ref no ',
    ':a',
    '%2F',
    'https://a/',
  ],
  'at ',
  'who is been ',
  'at a(',
  'select a, ',
  'a/',
  '/a',
  '1.',
  'a:1',
  '\\',
  '{',
  '1 a',
];
/** As much as Slack's composer takes, at the most. */
const shortest = 3_000;
const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const made = new Map(
  [shortest, 4 * shortest].map((length) => [
    length,
    pieces.flatMap((piece) => [
      `a${fill(piece, length)}b`,
      fill(piece, length),
      `Ref ${fill(piece, length)} x`,
    ]),
  ]),
);

it.each(readers)('%s takes linear time, whatever it is given', async (_name, read) => {
  const run = (length: number) => {
    for (const text of made.get(length) ?? []) read(text);
  };
  await expectLinear(shortest, run);
});

const requery = (payload: unknown) => ({
  success: true,
  message: undefined,
  payload,
  rest: {},
  withheld: [],
  transaction: undefined,
});
/** Four times as many stay below the 256 kB that are read of an answer. */
const fewest = 1_000;

it('an answer with many entries is masked, read and drawn in linear time', async () => {
  const bodies = new Map(
    [fewest, 4 * fewest].map((count) => [
      count,
      requery(
        Array.from({ length: count }, (_, at) => ({
          accountName: `Jane Doe${at}`,
          status: 'paid',
        })),
      ),
    ]),
  );
  await expectLinear(fewest, (count) => {
    const body = bodies.get(count) ?? requery([]);
    maskRow(requeryRow('1', body), 'masked');
    readStatuses(body);
    requeryBlocks(requeryRow('1', body));
  });
});
