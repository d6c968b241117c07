import { replaceChoices } from './choose.ts';
import {
  asking,
  asksState,
  changeRequest,
  clauseEnd,
  findKind,
  isIn,
  lowerCaseWords,
  outcomeQuestions,
  privacyPattern,
  readOrder,
  reasonPattern,
  recordStates,
  type Talk,
  tellingWords,
  wordSet,
} from './phrases.ts';

/**
 * What a text also asks and no answer tells: a sentence each. For a new question, add a row to
 * `unanswered`.
 */

/** The sentence for who wants an action, such as a reversal. */
export const onlyReads = "I only read: I can't resend, reverse or change anything.";

/** The sentence for a question whether a bank works. */
export const noStateNotice =
  "I can't see inside a bank or network, so I don't know whether it is up.";

/** The sentence for a question whether something else finds a transaction. */
export const lookUpBy =
  'I look up by reference or transaction ID, not by name, account, session id, phone, amount or date.';

/** What a look-up shows, or is answered elsewhere. */
const answeredWords = wordSet(
  `${outcomeQuestions} ${recordStates} agree many tsq happen done paid sent receive amount total sum much charge bank code sender beneficiary name account session id create look go`,
);
/** Matches a bank's code, and a piece of program. */
const answeredPattern = /\b0\d\d(?:\d{3})?\b|[{}=<>]/;
/**
 * What no look-up tells, and the sentence that says so. The first row that matches a question wins;
 * the last is for all other questions.
 */
const unanswered: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:what(?:['’]?s| is| be)?|wetin be|explain|mean) (?:the )?(?:response |code )*(?!00)\d\d\b(?![:/.-]\d| ?[ap]m)|\bcodes? \d\d\s*\?|\b(?:codes?|what|wetin|explain)\b(?!.{0,30}\b(?:sign|mark|symbol|icon)\b).{0,60}\bmean/i,
    "The service doesn't say what its codes mean.",
  ],
  [
    /^(?!.*\bbank).*\b(?:twice|doubled?|duplicated?|(?:same|one) (?:money|pay\w*|trans\w+|thing|one|as)|the same)\b/i,
    "I can't tell whether it's one payment or two: compare session ids, amounts and times.",
  ],
  [
    /\b(?:(?:can|could|should|may|must) (?:i|we)|(?:safe|okay?) to|(?:which|who|what)\b.{0,30}) (?:refund|resend|reverse|repay|pay|send)\b/i,
    "I can't judge what to refund or resend: ask the bank first.",
  ],
  [
    /\b(?:search|look ?up|find|check|use)\b.{0,40}\b(?:by|with|using|if|only)\b.{0,30}\b(?:name|acc(?:oun)?t|phone|session|amount|date|bvn)\b/i,
    lookUpBy,
  ],
  [privacyPattern, 'What is asked is logged for audit.'],
  [
    /\b(?:is|are|na)\b.{0,40}\b(?:down|slow|having (?:issues?|problems?|downtime))\b/i,
    noStateNotice,
  ],
  [/\bfault\b/i, "I show what the service says, and can't answer what else was asked."],
];
const asksElse = unanswered.at(-1)?.[1];

/** Begins the sentence for a question why something is so. */
export const noReason = 'The record gives no reason for its status';

/** Matches the cells of a pasted table, which ask nothing. */
const cells = /[\t|;]|[^\s,],[^\s,\d]/;
const isQuestion = (part: string) =>
  /\?\s*$/.test(part) || (asking.test(part) && !cells.test(part));

/**
 * The sentence for what a text asks and no look-up tells, if it is a known question.
 * @param answered the kind of talk that is answered anyhow
 */
export function findUnanswered(text: string, answered?: Talk['kind']): string | undefined {
  const questions = text
    .split(partEnd)
    .filter((part) => isQuestion(part) && (answered === undefined || findKind(part) !== answered));
  return unanswered.find(([asked]) => questions.some((part) => asked.test(part)))?.[1];
}

/** Matches what nobody is told by a watch, which tells of changes. */
const notOfChange =
  /\b(?:in|at|by|until|till) (?:an?\b|half|noon|\d)|\bstill\b|\bnot \w+ed\b|n['’]t\b/i;
const partEnd = /(?<=[,.;?!])\s|\n|\s(?:and|so|but)\s/i;

/**
 * Says what a text also asks that its answer leaves out: `are they the same?`, `I've got it, Chidi
 * is backup`.
 * @param kind what else the text asks
 */
export function sayUnanswered(given: string, kind?: Talk['kind']): string | undefined {
  const text = replaceChoices(given);
  if (kind === 'watch' || kind === 'stop') {
    const clauses = text.split(clauseEnd).filter((clause, at) => at === 0 || readOrder(clause));
    const isOfTime = kind === 'watch' && clauses.some((clause) => notOfChange.test(clause));
    return isOfTime ? "I can't remind at a time, only tell of changes." : undefined;
  }
  if (kind === 'on it' || kind === 'note') return sayUndone(text);

  if (kind === 'help' && changeRequest.test(text)) return onlyReads;

  const isElse = text.split(partEnd).some((part) => {
    const kindOfPart = findKind(part);
    const isAnswered =
      answeredPattern.test(part) ||
      lowerCaseWords(part).some((word) => isIn(answeredWords, word)) ||
      changeRequest.test(part) ||
      reasonPattern.test(part) ||
      (kindOfPart && (kindOfPart === kind || !ofItself.test(kindOfPart)));
    return isQuestion(part) && tellingWords(part).length > 1 && !isAnswered;
  });
  return findUnanswered(text, kind) ?? (isElse ? asksElse : undefined);
}

/** Matches kinds of talk that a look-up does not answer. */
const ofItself = /^(?:complaint|privacy|help|watching|own look-ups|service|bank state)$/;

/** Matches a clause that asks for a deed, and not the remarks beside it. */
const orderClause =
  /^(?:(?:and|then|also|please|pls|plz|kindly|abeg|can you|could you) )*(?:tell|let|inform|notify|e?-?mail|call|send|forward|put|putting|add|adding|assign|escalate|remind|cc|tag|invite|post|give|close|create|log|raise|set)\b(?! (?:me|us)\b)|\b(?:as|is|be) (?:the |my )?back-?up\b/i;

/** Names the parts of an order that nobody here can carry out. */
export function sayUndone(text: string): string | undefined {
  const undone = text
    .split(clauseEnd)
    .map((clause) => clause.trim().replace(/^and\s/i, ''))
    .filter((clause) => orderClause.test(clause) && !readOrder(clause) && !findKind(clause));
  return undone.length > 0 ? `I can't do this part: "${undone.join(', ')}".` : undefined;
}

/** Matches what a question may ask of a bank, unless it asks for a code. */
const bankMatters =
  /\b(?:re(?:vers|fund|ject)\w*|delay\w*|declin\w*|settl\w*|charg(?:es?|ing)|fees|limits?|owns?|contact|care)\b/i;

/** The sentence for what a text that names a bank also asks, and the bank list does not say. */
export function sayMoreOfBank(text: string): string | undefined {
  const isMatter = bankMatters.test(text) && !/\bcodes?\b/i.test(text);
  return isQuestion(text) && (isMatter || reasonPattern.test(text)) ? asksElse : undefined;
}

/** Says what a text about a bank also asks that the bank list does not say. */
export function sayUnansweredOfBank(text: string): string | undefined {
  if (asksState(text)) return noStateNotice;

  const asksOfIt = text
    .split(partEnd)
    .some((part) => isQuestion(part) && /\b(?:it|that one|this one)\b(?!.*\d)/i.test(part));
  return asksOfIt ? asksElse : sayMoreOfBank(text);
}
