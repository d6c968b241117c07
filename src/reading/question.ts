import leven from 'leven';
import { type CommandName, type CommandNames, names } from '../command-names.ts';
import { type BankQuestion, looksLikeBank, readBankQuestion } from './bank-question.ts';
import { cleanInput, stripEnds, withoutIdentifierLabel } from './characters.ts';
import { identifiersIn, requeriesIn } from './identifiers.ts';
import { wordsOf } from './labels.ts';
import { type Found, type References, standsIn, worthSaying } from './references.ts';
import type { Unclear } from './repairs.ts';
import { couldBeReference, isMixture, numberShape } from './shapes.ts';
import { isHelp, type MentionText, readWatchVerb, type WatchVerb } from './small-talk.ts';

/** What a text asks, which a command answers as it is: a text is read here and nowhere else. */
export type Intent = { kind: 'usage' } | { kind: 'help' } | TransferIntent | RequeryIntent | BankIntent;

/** For `txn`. Stopping without references stops all. */
export type TransferIntent = ReferencesIntent | { kind: 'watching' } | { kind: 'stop'; references: readonly string[] };

/** What to look up or to watch; where nothing is a reference, what the text holds instead. */
export interface ReferencesIntent extends Readonly<Found> {
  kind: 'transactions' | 'watch';
  /** What was read, to name it where it holds no reference. */
  text: string;
  /** Identifiers to requery beside the references: `GARO-8f3k2j1 and requery 19261`. */
  requeries: readonly string[];
  looksLikeBank: boolean;
}

/** For `tsq`. Without identifiers, what the text holds instead. */
export interface RequeryIntent {
  kind: 'requery';
  text: string;
  identifiers: readonly string[];
  references: readonly string[];
}

/** For `bank`. */
export type BankIntent = { kind: 'banks'; text: string; question: BankQuestion } | BankChangesIntent;

export interface BankChangesIntent {
  kind: 'bankChanges';
  text: string;
  /** As it was typed; absent for as far back as changes are known. */
  since: string | undefined;
}

/** A text as it was read for one command. */
export interface Question {
  command: CommandName;
  /** What is asked for, cleaned: for the log, the audit line and errors. */
  text: string;
  intent: Intent;
  /** What "Try Again" asks for, where that is more than `text`: all that was said. */
  retryText?: string | undefined;
  /** What is asked, where the person's words do not hold it letter for letter. */
  mended?: string | undefined;
  /** What was made of words that name no command, and is not those alone. */
  readAs?: string | undefined;
  /** What could have been meant and is not asked for, but for what the intent holds. */
  leftOut?: readonly string[];
  unclear?: readonly Unclear[];
}

/** Reads what was typed behind a command, or what its button carries. */
export function readCommand(command: CommandName, given: string, references: References): Question {
  const text = cleanInput(given);
  if (text === '') return { command, text, intent: { kind: 'usage' } };
  if (isHelp(text)) return { command, text, intent: { kind: 'help' } };
  if (command === 'bank') return { command, text, intent: bankIntent(text) };
  if (command === 'tsq') return { command, text, ...readRequery(given, text, references) };
  const verb = readWatchVerb(text);
  const words = verb?.text ?? text;
  const found = references.asTyped(words);
  return { text, ...readTransfers({ words, given: verb?.text ?? given, verb, found }) };
}

interface Read {
  /** What was read, without the verb. */
  words: string;
  /** The same as the person gave it. */
  given: string;
  verb: WatchVerb | undefined;
  found: Found;
}

/** What is asked of `txn` by what was found in a text. */
function readTransfers(read: Read): Pick<Question, 'command' | 'mended'> & { intent: TransferIntent } {
  const intent = transferIntent(read);
  const { given, verb, found } = read;
  if (found.references.every((reference) => standsIn(given, reference))) return { command: 'txn', intent };
  const verbs = { watch: ['watch'], stop: ['unwatch'], watching: [] };
  const asked = [...(verb ? verbs[verb.verb] : []), ...found.references, ...requeryWords(intent)];
  return { command: 'txn', intent, mended: `txn ${asked.join(' ')}` };
}

/** Talk that names nothing stops nothing: it is answered with the list. */
function transferIntent({ words, verb, found }: Read): TransferIntent {
  const { references, identifiers } = found;
  const isNothing = references.length === 0;
  if (verb?.verb === 'watching' || (verb?.verb === 'stop' && isNothing && words !== '')) return { kind: 'watching' };
  if (verb?.verb === 'stop') return { kind: 'stop', references };
  const requeries = verb !== undefined || isNothing ? [] : requeriesIn(words);
  const leftOut = [...identifiers, ...found.leftOut].filter((word) => !requeries.includes(word));
  const kind = verb === undefined ? 'transactions' : 'watch';
  return { kind, ...found, text: words, requeries, leftOut, looksLikeBank: isNothing && looksLikeBank(words) };
}

function requeryWords(intent: TransferIntent): string[] {
  return 'requeries' in intent && intent.requeries.length > 0 ? ['requery', ...intent.requeries] : [];
}

/** Beside digits it names what could be looked up: `12345698690885579 GARO-8f3k2j1`. */
function readRequery(given: string, cleaned: string, references: References): Pick<Question, 'intent' | 'leftOut'> {
  const found = references.inTalk(given);
  const leftOut = [...found.references, ...worthSaying(found.leftOut)].filter((word) => !/^\d+$/.test(word));
  const text = stripEnds(withoutIdentifierLabel(cleaned), /["'#-]/, /["'.?!-]/);
  const isSession = numberShape(text) === 'session';
  const identifiers = /^\d+$/.test(text) && !isSession ? [text] : identifiersIn(cleaned);
  if (identifiers.length > 0 || isSession)
    return { intent: { kind: 'requery', text, identifiers, references: [] }, leftOut };
  const lone = found.references.length > 0 ? undefined : loneReference(cleaned, references);
  const meant = lone === undefined ? found.references : [lone];
  return { intent: { kind: 'requery', text, identifiers: [], references: meant }, leftOut };
}

function bankIntent(text: string): BankIntent {
  const changes = /^changes(?:\s+(?<since>.+))?$/i.exec(text);
  if (changes) return { kind: 'bankChanges', text, since: changes.groups?.since };
  return { kind: 'banks', text, question: readBankQuestion(text) };
}

/** Beyond it a button carries no text. */
const retryMax = 2_000;

/** What is asked by references in talk. Asked again, all of it is read, unless that would ask for something else. */
export function readTalk(words: string, found: Found, references: References): Question {
  const verb = readWatchVerb(words);
  const named = verb?.text ?? words;
  const read = readTransfers({ words: named, given: named, verb, found });
  const text = [...found.references, ...requeryWords(read.intent)].join(' ');
  const isSame = words.length <= retryMax && references.asTyped(words).references.join(' ') === text;
  return { ...read, text, retryText: isSame ? words : undefined };
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
  const { words, first, text, all } = said;
  const named = recognise(first);
  if (named) return withBefore(readCommand(named, text, references), said, references);
  if (isAboutWatches(words, references)) return withBefore(readCommand('txn', words, references), said, references);
  if (isHelp(words) || misspelt(said).meant) return undefined;
  const plain = readPlainly(words, references);
  if (plain) return withBefore(plain, said, references);
  return all === undefined ? undefined : readPlainly(all, references);
}

/**
 * The answer about a transfer names what stands before the mention, could have been meant and is not asked for:
 * `GARO-8f3k2j1 @txnbot GARO-1a2b3c4`. One about banks is for whoever may ask for no transfers, and names none.
 */
function withBefore(question: Question, { words, before = '' }: MentionText, references: References): Question {
  if (question.command === 'bank' || before === '') return question;
  const found = references.inTalk(before);
  const unclear = found.unclear.map(({ said }) => said);
  const meant = [...found.references, ...found.identifiers, ...worthSaying(found.leftOut), ...unclear];
  const leftOut = meant.filter((each) => !standsIn(words, each));
  return { ...question, leftOut: [...leftOut, ...(question.leftOut ?? [])] };
}

/** `watching` alone, and `watch` or `unwatch` with what could be a reference: other words that begin so are talk. */
function isAboutWatches(words: string, references: References): boolean {
  const verb = readWatchVerb(cleanInput(words));
  return verb !== undefined && (verb.text === '' || isAnything(references.inTalk(verb.text)));
}

function isAnything({ references, identifiers, leftOut, unclear }: Found): boolean {
  return references.length + identifiers.length + leftOut.length + unclear.length > 0;
}

/** A longer text without a command is talk, unless most of it is references. */
const plainQuestionMax = 2_000;

/** By the table in `asking/README.md` alone ("Without a command"): the first rule that holds. */
function readPlainly(words: string, references: References): Question | undefined {
  const text = cleanInput(words);
  const found = references.inTalk(words); // a label that cleaning takes off says of digits what they are: `ref 100200300`
  const isList = found.references.join().length > text.length / 2;
  if (text.length > plainQuestionMax && !isList) return undefined;
  if (found.references.length > 0) return withReadAs(readTalk(words, found, references), text);
  if (found.unclear.length > 0)
    return { text, ...readTransfers({ words: text, given: words, verb: undefined, found }) };
  const identifiers = found.identifiers.length > 0 ? found.identifiers : requeriesIn(words);
  if (identifiers.length > 0) {
    const leftOut = worthSaying(found.leftOut).filter((word) => !identifiers.includes(word));
    const intent = { kind: 'requery', text, identifiers, references: [] } as const;
    return withReadAs({ command: 'tsq', text: identifiers.join(' '), intent, leftOut }, text);
  }
  return readPlainBanks(text);
}

/** What is asked for says what words were read as that are more than that. */
function withReadAs(question: Question, words: string): Question {
  return question.text === words ? question : { ...question, readAs: `${question.command} ${question.text}` };
}

/** `bank-notes` are none. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** A longer text that mentions a bank is talk. */
const wordsMax = 12;

function readPlainBanks(text: string): Question | undefined {
  const intent = bankIntent(text);
  const said = intent.kind === 'banks' ? intent.question.parts.flat() : [];
  const isBare = said.every(({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join');
  const isShort = said.length <= wordsMax && said.some(({ sort }) => sort === 'name' || sort === 'code');
  const isAsked = /^\d{6}$/.test(text) || (isBare && looksLikeBank(text)) || (isShort && asksForBank.test(text));
  return isAsked ? { command: 'bank', text, intent, readAs: isBare ? undefined : `bank ${text}` } : undefined;
}

/**
 * The one word that a message is, where it has the shape of a reference of another kind: `PAY-77x2`. Whoever sends it
 * alone means it as what to ask for; a plain word, a name or an amount has no such shape.
 */
export function readLone(said: MentionText, references: References): Question | undefined {
  const words = cleanInput(said.words);
  const lone = loneReference(words, references);
  if (lone === undefined) return undefined;
  return withReadAs(withBefore(readCommand('txn', lone, references), said, references), words);
}

function loneReference(message: string, { asTyped }: References): string | undefined {
  const [word, ...others] = wordsOf(message);
  if (word === undefined || others.length > 0) return undefined;
  const { references } = asTyped(message);
  const isWhole = references.length === 1 && references[0] === word.text;
  return isWhole && couldBeReference(word.text) && worthSaying([word.text]).length > 0 ? word.text : undefined;
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

/** What words that ask nothing plainly may mean, to be offered as `/txn` offers it. */
export function guessesIn({ words, all }: MentionText, references: References): ReferencesIntent | undefined {
  return guessed(words) ?? (all === undefined ? undefined : guessed(all));

  function guessed(given: string): ReferencesIntent | undefined {
    const text = cleanInput(given);
    if (/^\d+$/.test(text) || text.length > plainQuestionMax) return undefined;
    const found = withWhole(references.inTalk(given), text, references);
    const isBank = looksLikeBank(text);
    if (!isAnything(found) && !isBank) return undefined;
    return { kind: 'transactions', ...found, text, requeries: [], looksLikeBank: isBank };
  }
}

/** A part of one thing alone would be another reference: `/txn` asks for the whole, so the whole is offered. */
function withWhole(found: Found, text: string, { asTyped }: References): Found {
  if (/\s/.test(text) || found.unclear.length > 0 || !found.leftOut.some(isMixture)) return found;
  const { references } = asTyped(text);
  return references.length === 1 ? { ...found, references: [], leftOut: references } : found;
}

/** What a message asks when somebody has its references looked up; else what in it may be one. */
export interface MessageQuestion {
  question?: Question;
  guesses?: ReferencesIntent;
}

/** @param max how many are looked up at once */
export function readMessage(words: string, references: References, max: number): MessageQuestion {
  const found = references.inTalk(words);
  const { unclear } = found;
  const identifiers = [...new Set([...requeriesIn(words), ...found.identifiers])];
  const all = [...found.references, ...identifiers];
  const leftOut = worthSaying(found.leftOut).filter((word) => !identifiers.includes(word));
  const intent = { kind: 'transactions', text: words, ...found, requeries: identifiers, looksLikeBank: false } as const;
  if (all.length === 0) {
    const offered = leftOut.filter((word) => !/^\d+$/.test(word));
    return offered.length + unclear.length > 0 ? { guesses: { ...intent, leftOut: offered } } : {};
  }
  if (identifiers.length === 0 && all.length <= max) return { question: readTalk(words, found, references) };
  const text = all.slice(0, max).join(' ');
  if (all.length === 1) {
    const requery = { kind: 'requery', text, identifiers, references: [] } as const;
    return { question: { command: 'tsq', text, intent: requery, leftOut, unclear } };
  }
  return { question: { command: 'txn', text, intent: { ...intent, leftOut, unclear: [] }, unclear } };
}
