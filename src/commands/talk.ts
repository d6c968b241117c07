import {
  type Block,
  message,
  mrkdwnReply,
  type Reply,
  type RunButton,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { explainAccount, shapeHint } from '../blocks/failure-words.ts';
import { bold, code, date, safeText } from '../blocks/mrkdwn.ts';
import { addNotAskedFor, type CommandSyntax, shorten } from '../blocks/offers.ts';
import { markedStatus } from '../blocks/status.ts';
import type { Inquiry, Services } from '../command.ts';
import { looksLikeBank } from '../reading/bank-names.ts';
import { choose } from '../reading/choose.ts';
import type { Misspelt } from '../reading/misspelt.ts';
import { askInstead } from '../reading/personal.ts';
import { bankStateQuestion, type TalkWithoutReferences } from '../reading/phrases.ts';
import {
  type Question,
  type ReferencesIntent,
  type RequeryIntent,
  type Subject,
  writeQuestion,
} from '../reading/question.ts';
import { readingsOf } from '../reading/shapes.ts';
import {
  findUnanswered,
  lookUpBy,
  noReason,
  noStateNotice,
  onlyReads,
} from '../reading/unanswered.ts';
import { splitWords } from '../reading/words.ts';
import type { DatedLookUp } from '../recent-look-ups.ts';
import { capitalize, cut, foldBlanks, joinNonEmpty } from '../text.ts';
import { assigneeLine } from '../transfers/assignees.ts';
import { forOneAlone } from '../transfers/card-clicks.ts';
import { contradictionLine } from '../transfers/contradictions.ts';
import { formatSeenStatus } from '../transfers/record-and-requery.ts';
import { type Row, rowGroup, rowTitle } from '../transfers/row.ts';

/**
 * Writes a kind of talk's answer, or its first line, in Slack's mrkdwn; `undefined` for all other
 * kinds.
 */
export function sentenceFor(
  kind: TalkWithoutReferences['kind'],
  syntax: CommandSyntax,
  contact = 'whoever runs me',
): string | undefined {
  const sentences: Partial<Record<typeof kind, string>> = {
    thanks: 'Glad to help.',
    greeting: `Hello. ${tryIn(syntax)}`,
    complaint: `Sorry. Tell ${safeText(contact, 200)} what you asked me, and when.`,
    where: 'On the card of a reference, beside the session: transaction ID.',
    list: "I can't list, search or count transactions, only show what the team has open. Paste references, or send a CSV.",
    privacy: `What is asked is logged for audit, and workspace admins may be able to export conversations. In a channel, others read my answers but for those that Slack marks as visible to you alone. ${tryIn(syntax)}`,
    'own look-ups': 'What you looked up is on my Home tab.',
  };
  return sentences[kind];
}

/**
 * Words, in mrkdwn, the bot's question which transaction a text is about.
 * @param reason why the messages above do not answer that, in mrkdwn
 */
export function formatWhichTransaction(reason = 'Messages above are not read here'): string {
  const how = `paste its reference, such as ${code('GARO-8f3k2j1')}, or choose More actions → *Look Up References* on the message.`;
  return `Which transaction? ${reason}: ${how}`;
}

/** The most buttons with a transaction each. */
const choicesMax = 3;

/**
 * Answers who names no transaction with those that the person has looked up, to choose from, and
 * the way to what the team has open. Those of `among` stand last, and one alone is not meant. A
 * channel reads the first line alone.
 */
export const choiceInquiry = {
  find: async ({ lead, among = [] }, services, { personId }) => {
    const own = await findOwnLookUps(services, personId);
    const isAmong = ({ asked }: DatedLookUp) => among.some((each) => each.asked === asked);
    return { lead, among, own: own.filter((each) => !isAmong(each)) };
  },
  forChannel: (found) => ({ ...found, own: [] }),
  show({ lead, among, own }) {
    const head = own.length > 0 && 'You looked up:';
    const text = joinNonEmpty([lead, head, ...own.map(formatOwnLookUp)], '\n');
    const known = [...own, ...(among.length > 1 ? among : [])];
    const runs = known.slice(0, choicesMax).map(({ asked, isRequery }) => ({
      label: asked,
      command: isRequery ? 'tsq' : 'txn',
      text: asked,
    }));

    runs.push({ label: 'What Is Open', command: 'txn', text: 'open' });
    return offer(text, runs);
  },
} satisfies Inquiry<
  { lead: string; among?: Subject | undefined },
  { lead: string; among: Subject; own: readonly DatedLookUp[] }
>;

/** Beyond the numbers of all other buttons that run a command, as no two of a message may be alike. */
const asShownIndex = 30;

/** Draws the button for what a question chooses by the order of the table instead. */
export function offerAsShown({ asShown = [], intent }: Question): Block[] {
  const [first] = asShown;
  if (first === undefined) return [];
  const text = writeQuestion(intent, asShown);
  const command = first.isRequery ? 'tsq' : 'txn';
  const what = asShown.length > 1 ? `These ${asShown.length}` : first.asked;
  return runButtons([{ label: `${what} Instead`, command, text }], asShownIndex);
}

/**
 * Finds a person's recent look-ups, newest first. Where the team knows by now that a record and its
 * requery contradict each other, the look-up has the last status of its record, and says so.
 */
export async function findOwnLookUps(
  { recentLookUps, known }: Pick<Services, 'recentLookUps' | 'known'>,
  personId: string,
): Promise<DatedLookUp[]> {
  const own = recentLookUps.of(personId);
  // A requery without a status is described in the bot's own words: nothing contradicts them.
  const statusOf = ({ status, group }: DatedLookUp) => (group === 'unknown' ? '' : status);
  const [lastSeen, requeries] = await Promise.all([
    known.lastSeen(own.map(({ asked }) => asked)),
    known.find(
      own.map((each): Row => ({ isRequery: true, asked: each.asked, status: statusOf(each) })),
      { personId },
    ),
  ]);
  const nowMs = Date.now();

  return own.map((lookUp, index) => {
    const row = (lookUp.isRequery ? requeries : lastSeen)[index];
    const line = row && contradictionLine(row, nowMs);
    if (row === undefined || line === undefined) return lookUp;

    const contradiction = bold(`${line} They disagree. Don't resend.`);
    if (lookUp.isRequery) return { ...lookUp, contradiction };

    const { atMs } = row.known?.last ?? lookUp;
    return { ...lookUp, status: rowTitle(row), group: rowGroup(row), atMs, contradiction };
  });
}

/** Replies with a sentence that names no customer, so that a channel may read it. */
export const replyToAll = (text: string) => withoutCustomer(mrkdwnReply(text));

const offer = (text: string, runs: readonly RunButton[]) =>
  message(text, [section(text), ...runButtons(runs)]);

/**
 * Writes the command that shows help. Help has no slash command of its own, so in slash syntax it
 * is `/txn help`.
 */
const helpIn = ({ at, write }: CommandSyntax) => code(write(at === 'slash' ? 'txn help' : 'help'));

/** Says what to write, with an example of each command. */
function tryIn(syntax: CommandSyntax): string {
  const examples = ['txn GARO-8f3k2j1', 'tsq 19261', 'bank zenith'];
  return `Try ${examples.map((words) => code(syntax.write(words))).join(', ')} or ${helpIn(syntax)}.`;
}

/** Formats one of the person's own look-ups, as text in Slack's mrkdwn. */
export function formatOwnLookUp(lookUp: DatedLookUp): string {
  const { asked, isRequery, status, group, atMs, contradiction } = lookUp;
  const what = `${isRequery ? 'Requery ' : ''}${code(asked)}`;
  const seen = markedStatus(group, safeText(status));
  return joinNonEmpty([what, seen, date(atMs), contradiction]);
}

/**
 * Says who saw which status of each transaction and who is on it, as far as that is remembered, by
 * the record's own reference, which people type in any letter case. A channel reads none of it.
 */
export const whoInquiry = {
  async find(typed, { known }) {
    const spellings = typed.flatMap(spellingsOf);
    const [seen, assigneeOf] = await Promise.all([
      known.lastSeen(spellings),
      known.findAssignees(spellings),
    ]);
    const seenOf = new Map(seen.map(({ asked, known: of }) => [asked, of]));
    const isKnown = (reference: string) =>
      seenOf.get(reference)?.last !== undefined || assigneeOf?.has(reference) === true;

    const rows = typed.map((each): Row => {
      const asked = spellingsOf(each).find(isKnown) ?? each;
      const assignee = assigneeOf?.get(asked);
      return { isRequery: false, asked, known: { ...seenOf.get(asked), assignee } };
    });

    return { rows, areAssigneesRead: assigneeOf !== undefined };
  },
  forChannel: forOneAlone,
  show({ rows, areAssigneesRead }, { asker }) {
    const nobody = areAssigneesRead
      ? "Nobody has pressed I'm On It for it."
      : "I can't read now who is on it.";
    const nowMs = Date.now();
    const lines = rows.map(({ asked: reference, known = {} }) => {
      const { last, byAnother, counterpart, assignee } = known;
      const isOwn = assignee?.personId === asker.personId;
      const onIt = assignee ? `${assigneeLine({ ...assignee, isOwn })} ·` : nobody;
      const seen = [last, byAnother, counterpart].map(
        (each) => each && formatSeenStatus(each, nowMs),
      );

      const all = joinNonEmpty([...seen, !counterpart && 'no requery seen']);

      return `${code(reference)}: ${onIt} ${last ? all : 'I remember nobody who asked for it.'}`;
    });
    return mrkdwnReply(lines.join('\n'));
  },
} satisfies Inquiry<readonly string[], { rows: readonly Row[]; areAssigneesRead: boolean }>;

/** The ways in which a reference may be written. */
const spellingsOf = (typed: string) => [
  ...readingsOf(typed),
  typed.toUpperCase(),
  typed.toLowerCase(),
];

/** First line of the answer to someone who asks how long, why or when. */
export const noReasonNotice = `${noReason}, and no date of its end or refund; a requery may: Check Again.`;

/**
 * First line of the answer to someone who wants an action, such as a reversal.
 * @param hasMenu whether the answer below has the menu of a card
 */
export function formatReadOnly(hasMenu: boolean): string {
  return hasMenu ? `${onlyReads} To ask the bank: Note for the Bank, under ⋯.` : onlyReads;
}

/** Asks what a misspelt verb, such as `wacth`, was meant to be. */
export function formatMisspelt({ typed, meant }: Misspelt): string {
  return `I don't understand ${code(typed, 40)}: did you mean ${code(meant)}?`;
}

const hintsMax = 5;

/**
 * Replies to a text with no clear reference: says what its words look like, and offers buttons to
 * ask for them.
 */
export function replyWithoutReference(
  { text }: ReferencesIntent,
  leftOut: readonly string[],
): Reply {
  const account = explainAccount(text);
  if (account) return addNotAskedFor(replyToAll(account), leftOut);

  const ofText = [
    looksLikeBank(text) && foldBlanks(text),
    /^(?=.*\d)\S{1,40}$/.test(text) && `"${text}"`, // in quotation marks, any text is looked up
  ].filter((each) => each !== false);
  const offered = leftOut.length > 0 ? leftOut : ofText;
  const hinted = leftOut.filter(shapeHint).slice(0, hintsMax);
  const hints = hinted.map((word) => `${code(shorten(word))} ${shapeHint(word)}.`);
  const example = offered.length > 0 ? '' : `Paste one by itself, such as ${code('GARO-8f3k2j1')}.`;
  const lead = 'I found no reference in that, so I looked nothing up.';
  const sentence = joinNonEmpty([lead, hints.length > 0 ? askInstead : example], ' ');
  const others = offered.filter((word) => !hinted.includes(word));

  return addNotAskedFor(replyToAll([sentence, ...hints].join('\n')), others);
}

/**
 * Replies to `/txn` with a bank's name, or one word with a slip in it: suggests what was
 * meant, with buttons to run that or to look up the text anyway.
 */
export function suggestInstead(text: string, slip?: Misspelt): Reply {
  const lead = slip ? formatMisspelt(slip) : `${code(text)} looks like a bank, so`;
  const meant = slip?.meant;
  const label = meant ? capitalize(meant) : 'Find the Bank';
  const runs = [{ label, command: meant ? 'txn' : 'bank', text: meant ?? text }];
  if (!text.includes(' '))
    runs.push({ label: `Look Up ${text}`, command: 'txn', text: `"${text}"` });
  return withoutCustomer(offer(`${lead} I looked nothing up.`, runs));
}

/**
 * Says in Slack's mrkdwn what a text without a transaction identifier looks like, and what to paste
 * instead.
 */
export function explainNoIdentifier({ text }: RequeryIntent, syntax: CommandSyntax): string {
  const other = splitWords(text).find((word) => shapeHint(word.text))?.text;
  const what = other
    ? `${code(shorten(other))} ${shapeHint(other)}`
    : `${code(text, 100)} isn't a transaction identifier`;
  return `${what}. ${tryIn(syntax)}`;
}

/** Matches words about a transaction that they describe, but do not name. */
const isAboutMoney =
  /\b(?:acc(?:oun)?ts?|cards?|phone|bvn|pin|cvv|trans(?:fer|action)s?|payments?|paid|sent|(?:deb|cred)it(?:ed)?|refund|alert|\d+k)\b/i;

/**
 * Replies to words with no recognisable question, or with a bank's name while the bank list cannot
 * be loaded.
 * @param subject what the conversation is about, of which a button looks up what the words choose
 */
export function replyToUnknownText(
  words: string,
  syntax: CommandSyntax,
  subject: Subject = [],
): Reply {
  const lookUp = isAboutMoney.test(words)
    ? lookUpBy
    : `I don't understand ${code(cut(foldBlanks(words), 60))}.`;
  const lead = bankStateQuestion.test(words)
    ? noStateNotice
    : (explainAccount(words) ?? findUnanswered(words) ?? lookUp);
  const meant = choose(words, subject) ?? (subject.length > 1 ? subject : []);
  const text = meant.map(({ asked }) => asked).join(' ');
  const label = `Look Up ${meant.length > 1 ? `These ${meant.length}` : text}`;
  const command = meant.every(({ isRequery }) => isRequery) ? 'tsq' : 'txn';
  const runs = text === '' ? [] : [{ label, command, text }];
  return withoutCustomer(offer(`${lead} ${tryIn(syntax)}`, runs));
}
