import { joined } from '../text.ts';
import { type BankQuestion, looksLikeBank, readBankQuestion } from './bank-names.ts';
import { joinSpacedNumbers, plainText, tidied } from './clean.ts';
import { bareWord, type CommandName, type CommandNames } from './command-names.ts';
import type { Reading, References } from './references.ts';
import { numberShape } from './shapes.ts';
import { isAnsweredInWords, readTalk, type TalkInWords } from './small-talk.ts';
import { wordsOf } from './words.ts';

/** What a text asks, which a command answers as it is: a text is read here and nowhere else. */
export type Intent =
  | { kind: 'usage' | 'help' }
  | { kind: 'talk'; talk: TalkInWords }
  | ReferencesIntent
  | RequeryIntent
  | BankIntent;

/** For `txn`: what to look up, to watch, or to watch no more; with nothing to stop, the one watch that is told here. */
export interface ReferencesIntent {
  kind: 'transactions' | 'watch' | 'stop';
  /** What was read, to name it where it holds no reference. */
  text: string;
  references: readonly string[];
  /** Identifiers to requery beside the references: `GARO-8f3k2j1 and requery 19261`. */
  requeries: readonly string[];
  /** What the person wants done to it, and txnbot has done to nothing: `resent`. */
  notDone?: string | undefined;
}

/** For `tsq`. */
export interface RequeryIntent {
  kind: 'requery';
  text: string;
  identifiers: readonly string[];
}

/** For `bank`. */
export type BankIntent = { kind: 'banks'; text: string; question: BankQuestion };

/** What a message says to the bot. */
export interface MentionText {
  /** What stands behind the bot's mention, or all text where nothing does. */
  words: string;
  /** What stands before it, and is no part of `words`. */
  before: string;
}

/** A text as it was read for one command. */
export interface Question {
  command: CommandName;
  /** What is asked for, or the words that ask for nothing: for the log, the audit line and errors. */
  text: string;
  intent: Intent;
  /** What "Try Again" asks for: all that was said, where a button can carry it. */
  again: string;
  /** What was read, where the words do not hold it letter for letter, or are no command. */
  readAs?: string | undefined;
  /** What could have been meant and is not asked for. */
  leftOut: readonly string[];
}

/** A text, cleaned once. */
interface Said {
  given: string;
  plain: string;
  /** To be quoted, logged and searched. */
  text: string;
}

function saidIn(given: string): Said {
  const plain = plainText(given);
  return { given, plain, text: tidied(plain) };
}

/** Reads what was typed behind a command, or what its button carries. */
export function readCommand(command: CommandName, given: string, references: References): Question {
  const said = saidIn(given);
  const { text } = said;
  const read = { command, text, again: text, leftOut: [] };
  if (given.trim() === '') return { ...read, intent: { kind: 'usage' } };
  if (/^(?:-*help|\?+)$/i.test(text)) return { ...read, intent: { kind: 'help' } };
  if (command === 'bank') return { ...read, intent: { kind: 'banks', text, question: readBankQuestion(text) } };
  if (command === 'tsq') return readRequery(said, references);
  return (asksWhose.test(text) && readPlainBanks(text)) || readTransfers(said, references.asTyped);
}

/** What a text asks of transfers: a watch or talk where it says so, else its references. */
function readTransfers({ given, plain, text }: Said, read: (plain: string) => Reading): Question {
  const talk = readTalk(text);
  if (talk && isAnsweredInWords(talk)) {
    const about = 'bank' in talk ? `${talk.kind} ${talk.bank}` : talk.kind;
    return { command: 'txn', text: about, again: text, intent: { kind: 'talk', talk }, leftOut: [] };
  }
  const words = talk && 'text' in talk ? talk.text : plain;
  const { references, identifiers, named } = talk?.kind === 'act' && !/\d/.test(words) ? nothing : read(words);
  const isLookUp = talk === undefined || talk.kind === 'act';
  const requeries = isLookUp && references.length > 0 && /(?<![\w-])requery/i.test(words) ? identifiers : [];
  const kind = isLookUp ? 'transactions' : talk.kind;
  const notDone = talk?.kind === 'act' ? talk.done : undefined;
  const asked = [...references, ...(requeries.length > 0 ? ['requery', ...requeries] : [])].join(' ');
  const rest = talk && 'rest' in talk ? held(read(talk.rest)) : []; // neither watched nor stopped, but named
  const about = asked || named.slice(0, namedMax).join(' ') || text;
  return {
    ...{ command: 'txn', text: about },
    intent: { kind, text, references, requeries, notDone },
    again: given.length <= againMax ? given : about,
    readAs: standIn(given, references) ? undefined : `txn ${verbs[kind]}${asked}`,
    leftOut: unique([...identifiers, ...named, ...rest, ...bankCodesIn(plain)]).filter(
      (word) => !requeries.includes(word) && !references.includes(word),
    ),
  };
}

const nothing: Reading = { references: [], identifiers: [], named: [] };

function held({ references, identifiers, named }: Reading): string[] {
  return [...references, ...identifiers, ...named];
}

/** Whether references are written so, in any letter case, and not put together or taken out of something longer. */
function standIn(given: string, references: readonly string[]): boolean {
  const words = new Set([given.trim(), ...wordsOf(given).map(({ text }) => text)].map((word) => word.toLowerCase()));
  return references.every((reference) => words.has(reference.toLowerCase()) || !/^[\w-]+$/.test(reference));
}

/** For the log, a text is named by as many as are looked up at once; what else it says may be private. */
const namedMax = 25;
/** Beyond it a button carries no text. */
const againMax = 2_000;
const verbs = { transactions: '', watch: 'watch ', stop: 'unwatch ' };

/** `is GARO-8f3k2j1 done? and zenith code`: beside a reference, the code of a bank is asked for. */
function bankCodesIn(plain: string): string[] {
  const clauses = plain.split(/[,;?!.\n]+|(?<!\w)and(?!\w)/i).map((clause) => clause.trim());
  return clauses.filter((clause) => /^\D{4,40}$/.test(clause) && /\bcodes?\b/i.test(clause) && looksLikeBank(clause));
}

/** The longest number that is taken for an identifier; the spec gives no length. */
export const identifierMax = 40;

/** Beside digits it names what could be looked up: `12345698690885579 GARO-8f3k2j1`; a reference alone it looks up. */
function readRequery(said: Said, references: References): Question {
  const { text } = said;
  const plain = ungrouped(joinSpacedNumbers(said.plain));
  const found = references.inTalk(plain);
  const identifiers = numberShape(text) === 'session' ? [] : identifiersIn(plain, found);
  if (identifiers.length === 0) {
    const instead = readTransfers(said, references.asTyped);
    const { intent } = instead;
    const isReference = (word: string) => /\D/.test(word) && /\d/.test(word);
    if (intent.kind === 'transactions' && intent.references.some(isReference))
      return { ...instead, readAs: `txn ${instead.text}` };
  }
  return {
    ...{ command: 'tsq', text: identifiers.join(' ') || text, again: text },
    intent: { kind: 'requery', text, identifiers },
    leftOut: held(found).filter((word) => !identifiers.includes(word)),
  };
}

const areNumbers = /^#?(?:[\d\s,;|/&]|\b(?:and|or)\b)+[.?!]*$/i;

/** Numbers alone are all meant; beside words, those as long as the service's come before others. */
function identifiersIn(plain: string, { identifiers, named }: Reading): string[] {
  const all = unique((plain.match(/\d+/g) ?? []).filter((word) => numberShape(word) !== 'session'));
  if (areNumbers.test(plain)) return all;
  return identifiers.length > 0
    ? identifiers
    : named.filter((word) => /^\d{4,40}$/.test(word) && numberShape(word) === undefined);
}

/** `19,253` → `19253` */
function ungrouped(text: string): string {
  return text.replace(/(?<![\d,.])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,]|\.\d)/g, (number) => number.replaceAll(',', ''));
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

/**
 * What somebody asks in any words; `undefined` where these name no command and ask nothing plainly: nothing is run on a
 * guess. Where what follows the bot's mention asks nothing, the whole message may.
 */
export function readMention(
  said: MentionText,
  references: References,
  recognise: CommandNames['recognise'],
): Question | undefined {
  const { words, before } = said;
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const named = recognise(first);
  if (named) return withBefore(readCommand(named, text, references), before, references);
  const about = bareWord(first) === 'help' ? recognise(text) : undefined;
  if (about) return { command: about, text: words, again: words, intent: { kind: 'help' }, leftOut: [] };
  const question = readPlainly(saidIn(words), references);
  if (before === '') return question;
  const isTalk = question === undefined || question.intent.kind === 'talk';
  const whole = isTalk ? readPlainly(saidIn(`${before}\n${words}`), references) : undefined;
  if (whole && whole.intent.kind !== 'talk') return whole;
  return question && withBefore(question, before, references);
}

/** Names what stands before the mention and is not asked for. An answer about banks names none: it is for whoever may ask for no transfers. */
function withBefore(question: Question, before: string, references: References): Question {
  if (question.command === 'bank' || before === '') return question;
  const asked = question.text.split(' ');
  const meant = held(references.inTalk(plainText(before))).filter((each) => !asked.includes(each));
  return { ...question, leftOut: unique([...meant, ...question.leftOut]) };
}

/** By the table in `asking/README.md` alone ("Without a command"): the first that holds. */
function readPlainly(said: Said, references: References): Question | undefined {
  const talk = readTalk(said.text);
  const found = references.inTalk(said.plain);
  if (talk || found.references.length > 0) {
    const isVerb = talk !== undefined && 'text' in talk; // behind a verb one thing alone is meant, whatever it looks like
    return withReadAs(readTransfers(said, isVerb ? references.asTyped : references.inTalk), said);
  }
  return found.identifiers.length === 0 ? readPlainBanks(said.text) : withReadAs(lookUpAll(said.text, found), said);
}

/** What is asked for says what words were read as that are more than that. */
function withReadAs(question: Question, { text }: Said): Question {
  const listed = text.replace(/[\s,;]+/g, ' ');
  const isSame = question.intent.kind !== 'transactions' || question.text === listed;
  const isRequery = question.intent.kind === 'requery' && question.text !== text;
  return isSame && !isRequery ? question : { ...question, readAs: `${question.command} ${question.text}` };
}

/** `bank-notes` are none. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** `who is 000014`, `whose code is 058152036` */
const asksWhose =
  /^(?:who|whose|which|what)(?:['’]?s)?(?: (?:is|are|has|uses|the|this|of|for|code|bank|sort|number|swift|nip))* \d{3,9}(?:(?:, ?| and | or )\d{3,9})*\W*$/i;
/** A longer text that mentions a bank is talk. */
const wordsMax = 12;

function readPlainBanks(text: string): Question | undefined {
  const question = readBankQuestion(text);
  const said = question.parts.flat();
  const isBare = said.every(({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join');
  const isShort = said.length <= wordsMax && said.some(({ sort }) => sort === 'name' || sort === 'code');
  const isAsked =
    /^\d{6}$/.test(text) ||
    asksWhose.test(text) ||
    (isBare && looksLikeBank(text)) ||
    (isShort && asksForBank.test(text));
  if (!isAsked) return undefined;
  const intent = { kind: 'banks', text, question } as const;
  return { command: 'bank', text, again: text, intent, readAs: isBare ? undefined : `bank ${text}`, leftOut: [] };
}

/**
 * Words that ask nothing plainly, as `/txn` reads them: one word with the shape of a reference of another kind is asked
 * for (`PAY-77x2`), and what else may be one is offered.
 */
export function readGuess({ words, before }: MentionText, references: References): Question | undefined {
  const [said, all] = [saidIn(words), saidIn(joined([before, words], '\n'))];
  const { named } = references.inTalk(all.plain);
  if (/^\d+$/.test(said.text) || (named.length === 0 && !looksLikeBank(said.text))) return undefined;
  const isLone = named.some((word) => /\p{L}/u.test(word) && word === said.text);
  return isLone
    ? withBefore(readTransfers(said, references.asTyped), before, references)
    : readTransfers(all, references.inTalk);
}

/** What a message of somebody else's asks when its references are looked up: no verb of it counts. */
export function readMessage(words: string, references: References): Question | undefined {
  const found = references.inTalk(plainText(words));
  return held(found).length > 0 ? lookUpAll(words, found) : undefined;
}

/** References and identifiers alike; one identifier alone is requeried. */
function lookUpAll(words: string, { references, identifiers, named }: Reading): Question {
  const all = [...references, ...identifiers];
  const text = (all.length > 0 ? all : named).slice(0, namedMax).join(' ');
  const read = { text, again: text, leftOut: named };
  return references.length === 0 && identifiers.length > 0
    ? { ...read, command: 'tsq', intent: { kind: 'requery', text, identifiers } }
    : { ...read, command: 'txn', intent: { kind: 'transactions', text: words, references, requeries: identifiers } };
}
