import leven from 'leven';
import { type BankQuestion, type BankWord, looksLikeBank, readBankQuestion } from './bank-question.ts';
import { isBankAsWell } from './bank-words.ts';
import { stripEnds, typedMax } from './characters.ts';
import { requeriesIn } from './identifiers.ts';
import { wordsOf } from './labels.ts';
import { worthSaying } from './left-out.ts';
import type { FindReferences } from './references.ts';
import { couldBeReference } from './shapes.ts';

/** What a message asks for that names no command. */
export interface PlainQuestion {
  command: 'txn' | 'tsq' | 'bank';
  text: string;
  /** All that was said, where only a part of it is asked: an answer about references says what it leaves out. */
  words?: string;
  /** Beside an identifier what could have been meant as one. */
  leftOut?: readonly string[];
  /** It is nothing but what is asked for, so that nothing had to be made of it. */
  isBare: boolean;
}

/** `bank-notes` are none. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** A longer text that mentions a bank is talk. */
const wordsMax = 12;
/** A longer text without a command is talk as well; a person who is refused can have this much read for each mention. */
export const plainQuestionMax = 2_000;

/**
 * Reads a message that names no command, by the table in `asking/README.md` alone ("Without a command"): the first rule
 * that holds.
 *
 * @param words cleaned by `cleanInput`
 * @param said with the label that cleaning takes off: `ref 100200300` says of the digits what they are
 * @returns `undefined` for anything else: nothing is run on a guess
 */
export function readPlainQuestion(
  words: string,
  findReferences: FindReferences,
  said = words,
): PlainQuestion | undefined {
  if (words.length > plainQuestionMax) return undefined;
  const { references, identifiers, leftOut, unclear } = findReferences(said);
  const requeries = requeriesIn(said);
  if (references.length > 0) {
    const also = requeries.length > 0 ? ['requery', ...requeries] : [];
    return { ...asked('txn', [...references, ...also].join(' ')), words: said };
  }
  if (unclear.length > 0) return asked('txn', words);
  const ids = identifiers.length > 0 ? identifiers : requeries;
  if (ids.length > 0)
    return { ...asked('tsq', ids.join(' ')), leftOut: worthSaying(leftOut).filter((word) => !ids.includes(word)) };
  return isBankQuestion(words) ? { command: 'bank', text: words, isBare: isBareBank(words) } : undefined;

  function asked(command: 'txn' | 'tsq', text: string): PlainQuestion {
    return { command, text, isBare: text === words };
  }
}

function isBareBank(words: string): boolean {
  return readBankQuestion(words)
    .parts.flat()
    .every(({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join');
}

function isBankQuestion(words: string): boolean {
  if (/^\d{6}$/.test(words)) return true;
  if (looksLikeBank(words) && isBareBank(words)) return true;
  const said = readBankQuestion(words).parts.flat();
  const isShort = said.length > 0 && said.length <= wordsMax;
  return isShort && asksForBank.test(words) && said.some(({ sort }) => sort === 'name' || sort === 'code');
}

export interface MentionText {
  /** Everything said to the bot: what stands behind its mention, or all text where nothing does. */
  words: string;
  /** The first word, which should name a command; without its slash. */
  first: string;
  /** The text after the first word. */
  text: string;
  /** The whole message, where more of it stands before the bot's mention: `GARO-8f3k2j1 @txnbot please look`. */
  all?: string;
  /** What of it stands before that mention. */
  before?: string;
}

const mention = /<@([A-Z\d]+)(?:\|[^<>]*)?>/g;
/** With a blank on either side, so that no gap stays that reads like the one between two cells. */
const mentions = /(?: ?<@[^<>]*> ?)+/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;

/**
 * The text that a message says to the bot. Only the bot's own mention addresses it; those of others are blanks. Strips
 * punctuation and formatting around the text. It runs on every message, before access is checked, so it takes linear
 * time and reads no more than a person can type.
 *
 * @param isBot tells the bot's user; without it every mention is a blank
 */
export function mentionText(message: string, isBot: (userId: string) => boolean = () => false): MentionText {
  const typed = message.slice(0, typedMax);
  const own = [...typed.matchAll(mention)].find(([, userId = '']) => isBot(userId));
  const all = bareOf(typed);
  const said = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const words = /[\p{L}\p{N}]/u.test(said) ? said : all;
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text, ...(words === all ? {} : { all, before: bareOf(typed.slice(0, own?.index)) }) };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}

/** What people put around the name of a bank that they ask for, and around no news about one. */
const around =
  /^(?:please|pls|plz|plss|kindly|abeg|biko|thanks?|thank|you|thx|tnx|hi|hello|hey|dear|sir|ma|team|guys|what|whats|which|who|how|about|and|also|again|for|of|the|find|search|show|get|give|tell|need|want|check|confirm|me)$/i;

/** Whether a word alone asks for a bank: `yes` and `above` are names of banks too, and hardly ever meant so. */
export function isTalk({ parts }: BankQuestion): boolean {
  const [word, ...others] = parts.flat();
  return word !== undefined && others.length === 0 && !isNameOf(word);
}

/**
 * Whether words that do not say that they are about banks are the names found in them and no sentence: of `union meeting
 * is today` there is more than its bank.
 * @param said the words that banks were found by
 */
export function isPlainlyNamed({ parts, isAboutBanks }: BankQuestion, said: readonly string[]): boolean {
  const named = new Set(said.flatMap((words) => words.toLowerCase().split(/\s+/)));
  const isBeside = ({ text, sort }: BankWord) => sort === 'kind' || sort === 'join' || around.test(text);
  return isAboutBanks || parts.flat().every((word) => isBeside(word) || named.has(word.text.toLowerCase()));
}

function isNameOf({ text, sort }: BankWord): boolean {
  return sort === 'name' || sort === 'code' || isBankAsWell([text.toLowerCase()], 0);
}

/** What somebody asks of watches: to begin or stop one of what the text names, or which ones they have. */
type WatchVerb = { verb: 'watch' | 'stop'; text: string } | { verb: 'watching' };

const lists = /^(?:(?:list|show)(?: my)? |my )?(?:watching|watches)$|^list$|^what (?:am|do) i watch(?:ing)?$/i;
const begins = /^watch(?:$|[\s:,]+(?<text>[\s\S]*))/i;
const stops = /^(?:(?:unwatch|stop watching)(?:$|[\s:,]+(?<text>[\s\S]*))|stop$)/i;
/** A longer text is no short request. */
const textMax = 60;
/** Names nothing: what is meant stands above. */
const behindVerb = /^(?:it|this|that|these|those|them|all|now|please|pls|thanks)$/i;

/** Reads `watch GARO-8f3k2j1`, `unwatch GARO-8f3k2j1`, `stop` and `watching`; `undefined` for any other words. */
export function readWatchVerb(words: string): WatchVerb | undefined {
  const said = withoutPointing(words);
  if (lists.test(said)) return { verb: 'watching' };
  const stopped = stops.exec(said);
  if (stopped !== null) return { verb: 'stop', text: stopped.groups?.text ?? '' };
  const begun = begins.exec(words);
  return begun === null ? undefined : { verb: 'watch', text: begun.groups?.text ?? '' };
}

/** `stop watching this, please!` → `stop watching` */
function withoutPointing(words: string): string {
  if (words.length > textMax) return words;
  const said = words.split(/[\s,.!?]+/).filter((word) => word !== '');
  const end = said.findLastIndex((word) => !behindVerb.test(word)) + 1;
  return end === 0 || /\d/.test(words) ? words : said.slice(0, end).join(' ');
}

export interface Guess {
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

/**
 * Guesses what words that begin with no command mean: a misspelt command.
 * @param names of the commands
 */
export function nearestCommand({ name, text }: { name: string; text: string }, names: readonly string[]): Guess {
  const near = names.find((known) => distance(known, name.toLowerCase()) <= slipsMax);
  return near === undefined ? { said: `${name} ${text}`.trim() } : { said: name, meant: { command: near, text } };
}

/**
 * The one word that a message is, where it has the shape of a reference of another kind: `PAY-77x2`. Whoever sends it
 * alone means it as what to ask for, as if it was typed behind the command; a plain word, a name or an amount has no such
 * shape.
 */
export function loneReference(message: string, findReferences: FindReferences): string | undefined {
  const [word, ...others] = wordsOf(message);
  if (word === undefined || others.length > 0) return undefined;
  const { references } = findReferences(message, 'typed');
  const isWhole = references.length === 1 && references[0] === word.text;
  return isWhole && couldBeReference(word.text) && worthSaying([word.text]).length > 0 ? word.text : undefined;
}

const thanks = /^(?:thanks?|thx|tnx|ty|cheers|noted|great|perfect|ok|okay|nice)$/;
const aroundThanks = /^(?:many|much|all|everyone|team|again|you|so|very|bot|txnbot|for|the|help|your|that|this)$/;

/** Thanks and nothing else: it asks nothing, so no answer is owed. */
export function isThanks(words: string): boolean {
  if (words.length > textMax) return false;
  const said = saidIn(
    words
      .toLowerCase()
      .replace(/thank you/g, 'thanks')
      .replace(/a lot/g, 'much')
      .replace(/got it/g, 'noted'),
  );
  return said.some((word) => thanks.test(word)) && said.every((word) => thanks.test(word) || aroundThanks.test(word));
}

const help =
  /^(?:help(?: me)?|(?:so )?what (?:can|do) you do|what can i ask(?: you)?|who are you|what (?:are you|is this)|how (?:do i use (?:this|you)|does this work))(?: please| pls| for me)?$/;
const greeting =
  /^(?:hi|hello|hey|hiya|yo|greetings|good (?:morning|afternoon|evening|day))(?: there| all| team| bot| txnbot| everyone| guys| sir| ma)?$/;

/** Asks what the bot can do. */
export function isHelp(words: string): boolean {
  return /^(?:--help|\?)$/.test(words) || help.test(saidIn(words).join(' '));
}

/** A greeting alone asks for help, but for text behind a command: there it may be a reference. */
export function isGreeting(words: string): boolean {
  return greeting.test(saidIn(words).join(' '));
}

const pointingWord = /^(?:this|that|these|those|it|them|above)$/;
const aroundPointing =
  /^(?:please|pls|plz|kindly|abeg|help|can|could|you|we|me|us|i|check|confirm|look|lookup|see|watch|track|verify|review|requery|trace|monitor|find|treat|with|on|up|at|into|out|about|what|whats|is|are|of|for|the|all|both|one|ones|messages?|alerts?|thread|transactions?|references?|txns?|transfers?|status|here|now|asap|again|also|and|thanks?|sir|ma|team|guys)$/;

/** Names nothing and means what stands above: `check this pls`, `watch these`. */
export function pointsAbove(words: string): boolean {
  const said = saidIn(words);
  return (
    said.some((word) => pointingWord.test(word)) &&
    said.every((word) => pointingWord.test(word) || aroundPointing.test(word))
  );
}

/** Nothing for what is too long for small talk, or holds a digit. */
function saidIn(words: string): string[] {
  if (words.length > textMax || /\d/.test(words)) return [];
  return words
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

const punctuation = /[^\p{L}\p{N}]/u;

/**
 * A word in lower case without the punctuation around it: `*Txn*,` → `txn`, but `TXN-20260131001` → `txn-20260131001`.
 */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), punctuation, punctuation);
}
