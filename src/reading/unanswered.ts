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
const asksElse = "I show what the service says, and can't answer what else was asked.";
const asksBeside = 'I answer one thing at a time: ask the other question by itself.';

/** What no look-up tells, and the sentence that says so. The first row that matches a question wins. */
const unanswered: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:what(?:['’]?s| is| be)?|wetin be|explain|mean|does) (?:the )?(?:(?:response |code )+\d\d|0[1-9]|[1-9]\d(?=\W*$| mean))\b(?![:/.-]\d| ?[ap]m)|\bcodes? \d\d\s*\?|\b(?:codes?|response)\b.{0,60}\bmean|\bmean\b.{0,20}\bcodes?\b/i,
    "The service doesn't say what its codes mean.",
  ],
  [
    /^(?!.*\bbank).*(?:\b(?:twice|doubled?|duplicated?|(?:same|one) (?:money|pay\w*|trans\w+|thing|one|as))\b|\b(?:they|these|those|both)\b.{0,20}\bthe same\b)/i,
    "I can't tell whether it's one payment or two: compare session ids, amounts and times.",
  ],
  [
    /\b(?:(?:can|could|should|may|must) (?:i|we)|(?:safe|ok(?:ay)?|fine) to|which|who)\b.{0,20} (?:refund|resend|reverse|repay|(?:pay|send)\b.{0,30}\bagain)\b/i,
    "I can't judge what to refund or resend: ask the bank first.",
  ],
  [
    /\b(?:search|look ?up|find|check|use)\b.{0,40}\b(?:by|with|using|if|only)\b.{0,30}\b(?:name|acc(?:oun)?t|phone|session|amount|date|bvn)\b/i,
    lookUpBy,
  ],
  [privacyPattern, 'What is asked is logged for audit.'],
  [
    /\b(?:is|are|na)\b(?! (?:he|she|they|it|the app)\b).{0,40}\b(?:down|slow|having (?:issues?|problems?|downtime))\b/i,
    noStateNotice,
  ],
  [/\bfault\b|\b(?:what|wetin)\b.{0,30}\bmean/i, asksElse],
];

/** Begins the sentence for a question why something is so. */
export const noReason = 'The record gives no reason for its status';

const partEnd = /(?<=[,.;?!])\s|\n|\s(?:and|so|but)\s/i;
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
    .filter((part) => isQuestion(part) && (answered === undefined || findKind(part) !== answered))
    // `they gave a response code, what does it mean`: what "it" is stands before.
    .map((part) => (/\b(?:it|that)\b.*\bmean/i.test(part) ? text : part));
  return unanswered.find(([asked]) => questions.some((part) => asked.test(part)))?.[1];
}

/** Matches what nobody is told by a watch, which tells of changes. */
const notOfChange =
  /\b(?:in|at|by|until|till) (?:an?\b|half|noon|\d)|\bstill\b|\bnot \w+ed\b|n['’]t\b/i;

/**
 * Says what a text also asks that its answer leaves out: `are they the same?`, `I've got it, Chidi
 * is backup`.
 * @param kind what else the text asks
 */
export function explainUnanswered(given: string, kind?: Talk['kind']): string | undefined {
  const text = replaceChoices(given);
  if (kind === 'watch' || kind === 'stop') {
    const clauses = text.split(clauseEnd).filter((clause, at) => at === 0 || readOrder(clause));
    const isOfTime = kind === 'watch' && clauses.some((clause) => notOfChange.test(clause));
    return isOfTime ? "I can't remind at a time, only tell of changes." : undefined;
  }
  if (kind === 'on it' || kind === 'note') return quoteUndone(text);

  if (kind === 'help' && changeRequest.test(text)) return onlyReads;

  const known = findUnanswered(text, kind);
  if (known) return known;

  const parts = text.split(partEnd).filter(isQuestion);
  if (parts.map(findKind).some((each) => each !== kind && ofItself.test(each ?? '')))
    return asksBeside;

  const isElse = parts.some((part) => {
    const isAnswered =
      answeredPattern.test(part) ||
      lowerCaseWords(part).some((word) => isIn(answeredWords, word)) ||
      changeRequest.test(part) ||
      reasonPattern.test(part) ||
      findKind(part) !== undefined;
    return tellingWords(part).length > 1 && !isAnswered;
  });
  return isElse ? asksElse : undefined;
}

/** Matches kinds of talk that a look-up does not answer. */
const ofItself = /^(?:complaint|privacy|help|watching|open|where|own look-ups|service|bank state)$/;

/** Matches a clause that asks for a deed, and not the remarks beside it. */
const orderClause =
  /^(?:(?:and|then|also|please|pls|plz|kindly|abeg|can you|could you) )*(?:(?:tell|inform|notify|e?-?mail|send|forward|put|putting|assign|escalate|remind|cc|tag|invite)\b(?! (?:me|us)\b)|let \w+ know\b|(?:call|close|add|raise|log|open) (?:it|him|her|them|an?|the)\b)|\b(?:as|is|be) (?:the |my )?back-?up\b/i;

/** Names the parts of an order that nobody here can carry out. */
export function quoteUndone(text: string): string | undefined {
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
export function explainBankMatter(text: string): string | undefined {
  const isMatter = bankMatters.test(text) && !/\bcodes?\b/i.test(text);
  return isQuestion(text) && (isMatter || reasonPattern.test(text)) ? asksElse : undefined;
}

/** Says what a text about a bank also asks that the bank list does not say. */
export function explainBankQuestion(text: string): string | undefined {
  if (asksState(text)) return noStateNotice;

  const parts = text.split(partEnd);
  const asksOfIt = parts.some(
    (part) => isQuestion(part) && !/\d/.test(part) && /\b(?:it|that one|this one)\b/i.test(part),
  );
  return asksOfIt && parts.length > 1 ? asksElse : explainBankMatter(text);
}
