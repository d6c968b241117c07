import leven from 'leven';
import { joined } from '../text.ts';
import { type BankQuestion, looksLikeBank, readBankQuestion } from './bank-names.ts';
import { joinSpacedNumbers, plainText, tidied } from './clean.ts';
import { type CommandName, type CommandNames, names } from './command-names.ts';
import { type Reading, type References, standsIn } from './references.ts';
import { numberShape } from './shapes.ts';
import { bareWord, isAnsweredInWords, type MentionText, readTalk, type TalkInWords } from './small-talk.ts';

/** What a text asks, which a command answers as it is: a text is read here and nowhere else. */
export type Intent = { kind: 'usage' } | { kind: 'help' } | TransferIntent | RequeryIntent | BankIntent;

/** For `txn`. */
export type TransferIntent = ReferencesIntent | StopIntent | TalkIntent;

/** Without references it stops the one watch that is told where this is asked. */
export interface StopIntent {
  kind: 'stop';
  references: readonly string[];
}

/** What is answered in words. */
export interface TalkIntent {
  kind: 'talk';
  talk: TalkInWords;
}

/** What to look up or to watch. */
export interface ReferencesIntent {
  kind: 'transactions' | 'watch';
  /** What was read, to name it where it holds no reference. */
  text: string;
  references: readonly string[];
  /** Identifiers to requery beside the references: `GARO-8f3k2j1 and requery 19261`. */
  requeries: readonly string[];
  /** What the person wants done to it, and txnbot has done to nothing: `resent`. */
  notDone?: string | undefined;
}

/** For `tsq`. Without identifiers, what the text holds instead. */
export interface RequeryIntent {
  kind: 'requery';
  text: string;
  identifiers: readonly string[];
  references: readonly string[];
}

/** For `bank`. */
export type BankIntent = { kind: 'banks'; text: string; question: BankQuestion };

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
  if (command === 'bank') return { ...read, intent: bankIntent(text) };
  if (command === 'tsq') return readRequery(said, references);
  return (asksWhose.test(text) && readPlainBanks(text)) || readTransfers(said, references.asTyped);
}

function bankIntent(text: string): BankIntent {
  return { kind: 'banks', text, question: readBankQuestion(text) };
}

/** What a text asks of transfers: a watch or talk where it says so, else its references. */
function readTransfers(said: Said, read: (plain: string) => Reading): Question {
  const { text } = said;
  const talk = readTalk(text);
  if (talk && isAnsweredInWords(talk)) {
    const about = 'bank' in talk ? `${talk.kind} ${talk.bank}` : talk.kind;
    return { command: 'txn', text: about, again: text, intent: { kind: 'talk', talk }, leftOut: [] };
  }
  const words = talk && 'text' in talk ? talk.text : said.plain;
  const isActAlone = talk?.kind === 'act' && !/\d/.test(words);
  const found = isActAlone ? { references: [], identifiers: [], named: [] } : read(words);
  if (talk && 'rest' in talk) addRest(found, read(talk.rest));
  if (talk?.kind === 'stop') return lookUp(said, { kind: 'stop', references: found.references }, found);
  const kind = talk?.kind === 'watch' ? 'watch' : 'transactions';
  const requeries = kind === 'watch' || found.references.length === 0 ? [] : requeriesIn(words);
  const notDone = talk?.kind === 'act' ? talk.done : undefined;
  return lookUp(said, { kind, text, references: found.references, requeries, notDone }, found);
}

/** What is said behind a watch is neither watched nor stopped, but named. */
function addRest(found: Reading, { references, identifiers, named }: Reading): void {
  found.named.push(...[...references, ...identifiers, ...named].filter((word) => !found.references.includes(word)));
}

/** For the log, a text is named by as many as are looked up at once; what else it says may be private. */
const namedMax = 25;
/** Beyond it a button carries no text. */
const againMax = 2_000;
const verbs: Partial<Record<Intent['kind'], string>> = { watch: 'watch ', stop: 'unwatch ' };

function lookUp({ given, plain, text: typed }: Said, intent: ReferencesIntent | StopIntent, found: Reading): Question {
  const requeries = 'requeries' in intent ? intent.requeries : [];
  const asked = [...intent.references, ...(requeries.length > 0 ? ['requery', ...requeries] : [])].join(' ');
  const text = asked || found.named.slice(0, namedMax).join(' ') || typed;
  const isLetterForLetter = intent.references.every((reference) => standsIn(given, reference));
  return {
    ...{ command: 'txn', text, intent },
    again: given.length <= againMax ? given : text,
    readAs: isLetterForLetter ? undefined : `txn ${verbs[intent.kind] ?? ''}${asked}`,
    leftOut: [...found.identifiers, ...found.named, ...bankCodesIn(plain)].filter((word) => !requeries.includes(word)),
  };
}

/** `is GARO-8f3k2j1 done? and zenith code`: beside a reference, the code of a bank is asked for. */
function bankCodesIn(plain: string): string[] {
  const clauses = plain.split(/[,;?!.\n]+|(?<!\w)and(?!\w)/i).map((clause) => clause.trim());
  return clauses.filter((clause) => /^\D{4,40}$/.test(clause) && /\bcodes?\b/i.test(clause) && looksLikeBank(clause));
}

const asksRequery = '(?<![\\w-])(?:requery|status of (?:the |this )?transfer)';
const between =
  '(?:[ \\n:#]+(?:it|this|that|the|transfer|transaction|txn|id|identifier|number|no\\.?|for me|please|pls))*[ \\n:#]*';
/** Few digits are a count, unless the text ends with them: `requery 5 of them` says nothing of which. */
const behind = '(?![\\w-]|[.,]\\d| ?(?:naira|ngn|usd|transfers|transactions|times))';
const atEnd = '(?=(?:,? (?:please|pls|thanks))?[.!?]*$)';
const list = `\\d{4,40}(?:(?: ?[,;&] ?| (?:and|or) | )\\d{4,40})*|\\d{1,40}${atEnd}`;
const requery = new RegExp(`${asksRequery}${between}(${list})${behind}`, 'gi');

/** Digits of any length that these words ask to requery, each once. */
function requeriesIn(words: string): string[] {
  const said = [...ungrouped(words).matchAll(requery)];
  return unique(said.flatMap(([, found = '']) => found.match(/\d+/g) ?? []));
}

/** The longest number that is taken for an identifier; the spec gives no length. */
export const identifierMax = 40;

/** Beside digits it names what could be looked up: `12345698690885579 GARO-8f3k2j1`. */
function readRequery({ plain: typed, text }: Said, references: References): Question {
  const plain = ungrouped(joinSpacedNumbers(typed));
  const found = references.inTalk(plain);
  const isNone = numberShape(text) === 'session';
  const identifiers = isNone ? [] : identifiersIn(plain, found);
  const asked = identifiers.length > 0 || isNone ? [] : [...found.references, ...references.asTyped(typed).references];
  const meant = unique(asked.filter((word) => /\d/.test(word) && !/^\d+$/.test(word)));
  const rest = [...found.references, ...found.identifiers, ...found.named];
  return {
    ...{ command: 'tsq', text: identifiers.join(' ') || text, again: text },
    intent: { kind: 'requery', text, identifiers, references: meant },
    leftOut: rest.filter((word) => !identifiers.includes(word) && !meant.includes(word)),
  };
}

const areNumbers = /^#?(?:[\d\s,;|/&]|\b(?:and|or)\b)+[.?!]*$/i;
const politeNumbers = /^#?(?:[\d\s,;|/&]|\b(?:and|or|please|pls|ids?|requery|tsq|for|check)\b)+[.?!]*$/i;

/** Numbers alone are all meant; beside words, those as long as the service's come before others. */
function identifiersIn(plain: string, { identifiers, named }: Reading): string[] {
  const all = unique((plain.match(/\d+/g) ?? []).filter((word) => numberShape(word) !== 'session'));
  if (areNumbers.test(plain)) return all;
  if (identifiers.length > 0) return identifiers;
  if (politeNumbers.test(plain)) return all;
  return named.filter((word) => /^\d{4,40}$/.test(word) && numberShape(word) === undefined);
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
  const { words, first, text, before } = said;
  const named = recognise(first);
  if (named) return withBefore(readCommand(named, text, references), before, references);
  const about = bareWord(first) === 'help' ? recognise(text) : undefined;
  if (about) return { command: about, text: words, again: words, intent: { kind: 'help' }, leftOut: [] };
  const question = readPlainly(saidIn(words), references, misspelt(said).meant !== undefined);
  if (before === '') return question;
  const isTalk = question === undefined || question.intent.kind === 'talk';
  const whole = isTalk ? readPlainly(saidIn(`${before}\n${words}`), references, false) : undefined;
  if (whole && whole.intent.kind !== 'talk') return whole;
  return question && withBefore(question, before, references);
}

/** Names what stands before the mention and is not asked for. An answer about banks names none: it is for whoever may ask for no transfers. */
function withBefore(question: Question, before: string, references: References): Question {
  if (question.command === 'bank' || before === '') return question;
  const found = references.inTalk(plainText(before));
  const meant = [...found.references, ...found.identifiers, ...found.named];
  return { ...question, leftOut: unique([...meant.filter((each) => !isAsked(question, each)), ...question.leftOut]) };
}

function isAsked({ text }: Question, word: string): boolean {
  return text.split(' ').includes(word);
}

/** By the table in `asking/README.md` alone ("Without a command"): the first that holds. */
function readPlainly(said: Said, references: References, isMisspelt: boolean): Question | undefined {
  const talk = readTalk(said.text);
  const found = references.inTalk(said.plain);
  if (talk || (found.references.length > 0 && !isMisspelt)) {
    const isVerb = talk !== undefined && 'text' in talk; // behind a verb one thing alone is meant, whatever it looks like
    return withReadAs(readTransfers(said, isVerb ? references.asTyped : references.inTalk), said);
  }
  if (isMisspelt) return undefined;
  const identifiers = found.identifiers.length > 0 ? found.identifiers : requeriesIn(said.plain);
  if (identifiers.length === 0) return readPlainBanks(said.text);
  const intent = { kind: 'requery', text: said.text, identifiers, references: [] } as const;
  const text = identifiers.join(' ');
  const leftOut = found.named.filter((word) => !identifiers.includes(word));
  return withReadAs({ command: 'tsq', text, again: text, intent, leftOut }, said);
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
  const intent = bankIntent(text);
  const said = intent.question.parts.flat();
  const isBare = said.every(({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join');
  const isShort = said.length <= wordsMax && said.some(({ sort }) => sort === 'name' || sort === 'code');
  const isAsked =
    /^\d{6}$/.test(text) ||
    asksWhose.test(text) ||
    (isBare && looksLikeBank(text)) ||
    (isShort && asksForBank.test(text));
  if (!isAsked) return undefined;
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

/** The command that somebody may have misspelt. */
export interface NearestCommand {
  /** The words that were not understood, to quote them. */
  said: string;
  /** The likely command; absent when nothing is near. */
  meant?: { command: string; text: string };
}

/** In words of three or four letters two slips make another word. */
const slipsMax = 1;

/** Letters in the wrong order are one slip. */
function distance(name: string, said: string): number {
  const letters = (word: string) => [...word].sort().join('');
  const slips = leven(name, said, { maxDistance: slipsMax + 1 }); // what is further away is not measured
  return slips > 1 && said.length === name.length && letters(name) === letters(said) ? 1 : slips;
}

/** The command that words which begin with none may have misspelt. */
export function misspelt({ first, text }: Pick<MentionText, 'first' | 'text'>): NearestCommand {
  const near = names.find((known) => distance(known, first.toLowerCase()) <= slipsMax);
  return near === undefined ? { said: `${first} ${text}`.trim() } : { said: first, meant: { command: near, text } };
}

/** What a message of somebody else's asks when its references are looked up: no verb of it counts. */
export function readMessage(words: string, references: References): Question | undefined {
  const plain = plainText(words);
  const found = references.inTalk(plain);
  const identifiers = unique([...found.identifiers, ...requeriesIn(plain)]);
  const all = [...found.references, ...identifiers];
  const leftOut = found.named.filter((word) => !identifiers.includes(word));
  if (all.length === 0 && leftOut.length === 0) return undefined;
  const text = (all.length > 0 ? all : leftOut).slice(0, namedMax).join(' ');
  if (found.references.length === 0 && identifiers.length === 1) {
    const intent = { kind: 'requery', text, identifiers, references: [] } as const;
    return { command: 'tsq', text, again: text, intent, leftOut };
  }
  const intent = { kind: 'transactions', text: words, references: found.references, requeries: identifiers } as const;
  return { command: 'txn', text, again: text, intent, leftOut };
}
