import {
  message,
  plainReply,
  type Reply,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { shapeHint } from '../blocks/failure-words.ts';
import { code, date, safeText } from '../blocks/mrkdwn.ts';
import { addNotAskedFor, type CommandSyntax } from '../blocks/offers.ts';
import { statusMark } from '../blocks/status.ts';
import type { Inquiry } from '../command.ts';
import { looksLikeBank } from '../reading/bank-names.ts';
import type { TalkWithoutReferences } from '../reading/phrases.ts';
import type { ReferencesIntent, RequeryIntent } from '../reading/question.ts';
import { splitWords } from '../reading/words.ts';
import type { DatedLookUp } from '../recent-look-ups.ts';
import { cut, foldBlanks, joinNonEmpty } from '../text.ts';
import { assigneeLine } from '../transfers/assignees.ts';
import type { Assignee } from '../transfers/known.ts';
import type { LastSeen } from '../transfers/known-store.ts';
import { formatSeenStatus } from '../transfers/look-up.ts';
import { findOwnLookUps } from './own-look-ups.ts';

/**
 * Replies to some kinds of talk with a fixed sentence in Slack's mrkdwn; `undefined` for all other
 * kinds.
 */
export function replyToSmallTalk(
  kind: TalkWithoutReferences['kind'],
  syntax: CommandSyntax,
): Reply | undefined {
  const sentences: Partial<Record<TalkWithoutReferences['kind'], string>> = {
    thanks: 'Glad to help.',
    greeting: `Hello. Paste a reference, or write ${helpIn(syntax)}.`,
    list: `I can't list transactions: I look up those that you name. Paste their references, or send them as a CSV.`,
  };
  const sentence = sentences[kind];
  return sentence === undefined ? undefined : withoutCustomer(plainReply(sentence));
}

/**
 * Asks which transaction a text is about.
 * @param because why the messages above do not say it, in mrkdwn
 */
export function askWhich(because = 'Messages above are not read here'): Reply {
  const how = `paste its reference, such as ${code('GARO-8f3k2j1')}, or choose More actions → *Look Up References* on the message.`;
  return withoutCustomer(plainReply(`Which transaction? ${because}: ${how}`));
}

/**
 * Writes the command that shows help. Help has no slash command of its own, so in slash syntax it
 * is `/txn help`.
 */
const helpIn = ({ at, write }: CommandSyntax) => code(write(at === 'slash' ? 'txn help' : 'help'));

/**
 * Lists the person's own recent look-ups, as the Home tab does. Only that person can read the list.
 */
export const ownLookUpsInquiry = {
  find: async (_nothing, services, { personId }) => findOwnLookUps(services, personId),
  forChannel: (): undefined => undefined,
  show(found) {
    if (found === undefined)
      return plainReply('What you looked up stands on the Home tab of this bot, for you alone.');
    if (found.length === 0) return plainReply('You looked up nothing since this bot started.');
    return plainReply(['You looked up', ...found.map(formatOwnLookUp)].join('\n'));
  },
} satisfies Inquiry<undefined, readonly DatedLookUp[] | undefined>;

/** Formats one of the person's own look-ups, as text in Slack's mrkdwn. */
export function formatOwnLookUp(lookUp: DatedLookUp): string {
  const { asked, isRequery, status, group, atMs, contradiction } = lookUp;
  const what = `${isRequery ? 'Requery ' : ''}${code(asked)}`;
  const seen = `${statusMark(group)}${safeText(status)}`;
  return joinNonEmpty([what, seen, date(atMs), contradiction], ' · ');
}

/**
 * Says who saw which status of each transaction and who is on it, as far as that is remembered.
 * Asks the service nothing, and a channel reads none of it.
 */
export const whoInquiry = {
  async find(references, { known }) {
    const [seen, assigneeOf] = await Promise.all([
      known.lastSeen(references),
      known.findAssignees(references),
    ]);
    return seen.map((each) => ({ ...each, assignee: assigneeOf.get(each.reference) }));
  },
  forChannel: (): never => {
    throw new Error('who asked is answered to the asker alone');
  },
  show(found, { asker }) {
    const nowMs = Date.now();
    const lines = found.map(({ reference, record, another, requery, assignee }) => {
      const isOwn = assignee?.personId === asker.personId;
      const known = [
        assignee && assigneeLine({ ...assignee, isOwn }),
        record && formatSeenStatus(record, nowMs),
        another && formatSeenStatus(another, nowMs),
        requery && `Requery: ${formatSeenStatus(requery, nowMs)}`,
      ].filter((line) => line !== undefined);
      const nothing = 'I remember nobody who asked for it, and nobody on it.';
      return `${code(reference)}: ${known.length > 0 ? known.join(' · ') : nothing}`;
    });
    return plainReply(lines.join('\n'));
  },
} satisfies Inquiry<readonly string[], readonly (LastSeen & { assignee: Assignee | undefined })[]>;

/** First line of the answer to someone who asks how long or why. */
export const noReasonNotice =
  'The service gives no reason for a status, and no time by which it ends.';

/** First line of the answer to someone who wants an action, such as a reversal. */
export const readOnlyNotice = 'I only read, so I have not resent, reversed or changed anything.';

const hintsMax = 5;

/**
 * Replies to a text with no clear reference: says what its words look like, and offers buttons to
 * ask for them.
 */
export function replyWithoutReference(
  { text }: ReferencesIntent,
  leftOut: readonly string[],
): Reply {
  const isOne = leftOut.length === 0 && /^\S{1,40}$/.test(text) && /\d/.test(text);
  const offered = [
    ...leftOut,
    ...(leftOut.length === 0 && looksLikeBank(text) ? [foldBlanks(text)] : []),
    ...(isOne ? [`"${text}"`] : []), // in quotation marks, any text is looked up
  ];
  const example =
    offered.length > 0 ? '' : ` Paste one by itself, such as ${code('GARO-8f3k2j1')}.`;
  const hints = leftOut.filter(shapeHint).map((word) => `${code(word)} ${shapeHint(word)}.`);
  const sentence = `I found no reference in that, so I looked nothing up.${example}`;
  return addNotAskedFor(
    withoutCustomer(plainReply([sentence, ...hints.slice(0, hintsMax)].join('\n'))),
    offered,
  );
}

/**
 * Replies to `/txn` with a bank's name: suggests `/bank`, with buttons to run that or to look up
 * the text anyway.
 */
export function suggestBankCommand(text: string, { write }: CommandSyntax): Reply {
  const sentence = `${code(text)} looks like a bank: ${code(write(`bank ${text}`))}, so nothing was looked up.`;
  const runs = [
    { label: 'Find the Bank', command: 'bank', text },
    { label: `Look Up ${text}`, command: 'txn', text: `"${text}"` },
  ];
  return withoutCustomer(message(sentence, [section(sentence), ...runButtons(runs)]));
}

/**
 * Says in Slack's mrkdwn what a text without a transaction identifier looks like, and what to paste
 * instead.
 */
export function explainNoIdentifier({ text }: RequeryIntent, { write }: CommandSyntax): string {
  const [tsq, txn] = ['tsq 12345698690885579', 'txn GARO-8f3k2j1'].map((each) => code(write(each)));
  const other = splitWords(text).find((word) => shapeHint(word.text))?.text;
  const what = other
    ? `${code(other)} ${shapeHint(other)}`
    : `${code(text, 100)} isn't a transaction identifier`;
  return `${what}. Paste a transaction identifier, such as ${tsq}, or a reference, such as ${txn}.`;
}

/**
 * Replies to words with no recognisable question, or with a bank's name while the bank list cannot
 * be loaded.
 */
export function replyToUnknownText(words: string, syntax: CommandSyntax): Reply {
  const [txn, bank] = ['txn GARO-8f3k2j1', 'bank zenith'].map((each) => code(syntax.write(each)));
  const lead = `I don't understand ${code(cut(foldBlanks(words), 60))}.`;
  return withoutCustomer(plainReply(`${lead} Try ${txn}, ${bank} or ${helpIn(syntax)}.`));
}
