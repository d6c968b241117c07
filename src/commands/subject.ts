import { code, safeText } from '../blocks/mrkdwn.ts';
import type { Resources } from '../command.ts';
import { SlackApiError } from '../errors.ts';
import { everything, isChoosing, otherOnes } from '../reading/choose.ts';
import { CleanedText } from '../reading/cleaned-text.ts';
import { readMessage } from '../reading/mention.ts';
import {
  aboutReferences,
  applySubject,
  asksNothing,
  type Question,
  type Subject,
  subjectOf,
} from '../reading/question.ts';
import { emptyReading, type References } from '../reading/references.ts';
import { findUnanswered } from '../reading/unanswered.ts';
import { conversationOf } from '../slack/payload.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { FoundAbove, MessageAbove } from '../slack/thread.ts';
import { nameLookUps } from '../tables/buttons.ts';
import { isDefined } from '../text.ts';
import { parseLookUp, splitLookUps } from '../transfers/row.ts';

/** A question that names what it asks about, or still does not. */
interface Resolved {
  question: Question | undefined;
  /** What was taken, in mrkdwn: "`GARO-5p1d6w8`, from Bob's message above". */
  firstLine?: string;
}

/**
 * Finds what `it` is: in a thread what the nearest message above names, if it is newer than what the
 * bot last answered about there; else that answer. Reads the thread only where the answer may be
 * posted, and never to stop a watch. In a thread, words that ask nothing known are about that too.
 * @param words what the question was read from
 * @param botUserId the bot's own user, whose replies in the thread are left out
 */
export async function resolveIt(
  question: Question | undefined,
  words: string,
  botUserId: string | undefined,
  request: SlackRequest,
  resources: Resources,
): Promise<Resolved> {
  const { origin, place } = request;
  const conversation = conversationOf(origin, place);
  const isUnclear = question === undefined || asksNothing(question);
  const unanswered = findUnanswered(words);
  const isAboutIt = origin.threadTs !== undefined || unanswered !== undefined;
  const about: Question = isUnclear
    ? { ...aboutReferences({ given: words, text: words }, emptyReading), isAboutIt, unanswered }
    : question;
  if (!about.isAboutIt || !conversation) return { question };

  const lastSubject = await resources.services.subjects.of(conversation);
  const fromLastAnswer = applySubject(about, lastSubject);
  if (about.intent.kind === 'stop') return { question: fromLastAnswer ?? question };

  // What chooses from the rows of an answer is about that one.
  const isChoosingHere = isChoosing(about.again);
  const isChoice = isChoosingHere && fromLastAnswer?.among && !fromLastAnswer.unchosen;
  const afterTs = fromLastAnswer && lastSubject[0]?.ts;
  const isAboutAll = everything.test(about.again);

  const lead = isUnclear && !unanswered ? `I don't understand ${code(words, 60)}: here is ` : '';
  let nearest: Subject | undefined;
  const isLast = ({ asked }: Subject[number]) => lastSubject.some((each) => each.asked === asked);
  const apply = (named: Subject) => {
    // Of the messages above, "the other one" is what the last answer was not about.
    const subject = otherOnes.test(about.again)
      ? named.map((each) => ({ ...each, isOther: !isLast(each) }))
      : named;
    const applied = applySubject(about, subject);
    if (!applied && !isChoosingHere && subject.length > 0) nearest ??= subject;
    return applied;
  };
  const take = (taken: Question, from: string) => {
    const passed = nearest ? `, as ${nameLookUps(nearest)} is no reference` : '';
    const firstLine = `${lead}${nameLookUps(subjectOf(taken))}, from ${from}${passed}`;
    return { question: taken, firstLine };
  };

  const above = isChoice
    ? undefined
    : await findAbove(apply, { isAboutAll, botUserId, afterTs }, request, resources);
  if (typeof above === 'object') return take(above.taken, above.from);
  if (fromLastAnswer) {
    const { asShown } = fromLastAnswer;
    const inTable = asShown && `, counted as pasted; in my table ${nameAll(asShown)}`;
    const shown = isChoice ? ', as shown there' : '';
    return take(fromLastAnswer, `my last answer here${inTable ?? shown}`);
  }
  if (isChoosingHere && lastSubject.length > 0) {
    const [, another] = lastSubject;
    const lastAbout = `My last answer here was about ${nameLookUps(lastSubject)}`;
    const unknownBecause = another ? lastAbout : `${lastAbout} only`;
    return { question: { ...about, isAboutIt: true, among: lastSubject, unknownBecause } };
  }

  const isStillUnclear = isUnclear || above === undefined;
  return { question: isStillUnclear ? question : { ...about, unknownBecause: above } };
}

/** Names each transaction that words choose by the order of the table: `they are A, B`. */
function nameAll(subject: Subject): string {
  const names = subject.map(({ asked }) => code(asked, 60));
  return `${names.length > 1 ? 'they are' : 'it is'} ${names.join(', ')}`;
}

/**
 * Finds what `it` is in the nearest message above in the thread that names something. `Check all of
 * the above` is about all messages, up to one that names several.
 * @param apply asks the question of what a message names; `undefined` if it cannot be asked of that
 * @returns why nothing was found, or `undefined` outside threads
 */
async function findAbove(
  apply: (subject: Subject) => Question | undefined,
  {
    isAboutAll,
    botUserId,
    afterTs,
  }: { isAboutAll: boolean } & Record<'botUserId' | 'afterTs', string | undefined>,
  { origin, place }: SlackRequest,
  { services, threads }: Resources,
): Promise<{ taken: Question; from: string } | string | undefined> {
  const { channelId, threadTs, messageTs, personId } = origin;
  if (!channelId || !threadTs || !messageTs) return undefined;
  if (!botUserId || place.aloneBecause !== undefined) return "I don't read the messages above here";

  try {
    const position = { channelId, threadTs, messageTs, botUserId, afterTs };
    let named: Subject = [];
    const found = await threads.search(position, async (message) => {
      const subject = await readSubject(message, services.references);
      named = [...subject, ...named];
      return isAboutAll && subject.length < 2 ? undefined : apply(subject);
    });

    const ofAll = isAboutAll && apply(named);
    if (ofAll) return { taken: ofAll, from: 'the messages above' };
    if (!found) return 'I found no reference in the messages above';

    const author = found.authorId === personId ? 'your' : formatAuthor(found, botUserId);
    return { taken: found.value, from: `${author} message above` };
  } catch (error) {
    return explainUnread(error);
  }
}

/** Reads what a message in a thread names or, if it is the bot's own, what its buttons carry. */
async function readSubject(
  { text, buttonValues }: MessageAbove,
  references: References,
): Promise<Subject> {
  const cleaned = new CleanedText(text, references);
  await cleaned.read();

  const question = readMessage(cleaned);
  if (question) return subjectOf(question);

  return buttonValues.flatMap((value) => {
    const json = /^\{"(reference|transactionId)":"([^"\\]+)"/.exec(value);
    if (json !== null) {
      const [, name, asked = ''] = json;
      return { asked, isRequery: name === 'transactionId' };
    }

    return splitLookUps(value)
      .map((line) => parseLookUp(line))
      .filter(isDefined);
  });
}

/** `my`, `Bob's`, or `a` if Slack does not give a name. */
function formatAuthor({ authorId, name }: FoundAbove<Question>, botUserId: string): string {
  if (authorId === botUserId) return 'my';
  return name ? `${safeText(name, 80)}'s` : 'a';
}

/** Says why the thread could not be read, and what to do. */
function explainUnread(error: unknown): string {
  const { code: word = '', neededScope = '' } = error instanceof SlackApiError ? error.details : {};
  if (/^(?:not_in_channel|channel_not_found)$/.test(word))
    return "I can't read the messages above until you invite me to this channel";
  if (neededScope === '') return "I couldn't read all the messages above";
  return `I can't read the messages above without the scope ${code(neededScope)} (tell whoever runs me)`;
}
