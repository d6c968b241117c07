import { withoutPersons } from './bank-labels.ts';
import type { BankWord } from './bank-word.ts';
import { isBankAsWell, sortOf } from './bank-words.ts';
import { looksLikeReference } from './looks-like-reference.ts';
import { joinSpacedNumbers } from './spaced-numbers.ts';
import { stripEnds } from './strip-ends.ts';

/** What is no bank's, by its shape. */
export interface OtherNumber {
  kind: 'account' | 'phone' | 'reference' | 'identifier' | 'session';
  text: string;
}

export interface BankQuestion {
  /** As it was typed; no more of it than is read. */
  text: string;
  /** Its words; a comma, a slash, a label or the number of a list's item stands between two parts. */
  parts: BankWord[][];
  /** What is not searched for. */
  others: OtherNumber[];
  /** Names that a label says are no bank's, and what is told of a payment; they are not searched for either. */
  unsought: string[];
  /** Whether something beside the names says that banks are meant: "code", "bank", an account number. */
  isAboutBanks: boolean;
  /** Whether something parts items, as commas do; a label does not. */
  isList: boolean;
}

/** An amount, whose commas part nothing; a separator; a new line with a label; what stands between blanks. */
const piece =
  /(?<![\d,])(?:[₦#$£€]|NGN|N)?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])|[,;|]|\n(?=[A-Za-z][A-Za-z ]{1,30}:)|[^\s,;|/+&>]+|[/+&>]/g;
/** `1.`, `2)`, `b.` before an item of a list. */
const itemMark = /^(?:\d{1,2}|[a-h])[.)]$/;
const isWord = /^(?:[a-z]+|\d{1,9})$/i;
const plainWords = /^[a-z]+(?: [a-z]+)*$/i;
const isPlain = /^[a-z\d]+$/i;
const around = /[^\p{L}\p{N}₦&>→+/–—-]/u;

/** More than anybody asks at once. */
export const bankQuestionMax = 1_000;

/** Takes a text apart for the search of banks; what is a name in it, only the list of banks can tell. */
export function readBankQuestion(given: string): BankQuestion {
  const text = given.slice(0, bankQuestionMax).trim();
  if (isWord.test(text)) return questionOf(text);
  const parts: BankWord[][] = [[]];
  const others: OtherNumber[] = [];
  let [isAboutBanks, isList, isOpen] = [false, false, false];
  const isPlainText = plainWords.test(text); // nothing to take off a word, and no mark
  const pieces = isPlainText ? text.split(' ') : (apart(text).match(piece) ?? []);
  const words = isPlainText ? pieces : pieces.map(bareOf);
  const keys = isPlainText ? text.toLowerCase().split(' ') : words.map(keyOf);
  for (const [at, word] of words.entries()) {
    const asTyped = pieces[at] ?? '';
    const isAside: boolean = isOpen || asTyped.startsWith('(');
    isOpen = isAside && !asTyped.includes(')');
    const other = isPlainText ? undefined : otherOf(word);
    const sort = other ? 'number' : sortOf(keys, at);
    const isMark = sort === 'separator' || (!isPlainText && itemMark.test(asTyped));
    const isLabel = !isPlainText && /[^:]:$/.test(asTyped);
    const isBetween = isMark || /^[,;|]$/.test(asTyped);
    if (isBetween || isLabel || asTyped === '\n') parts.push([]);
    isList ||= isBetween || sort === 'join';
    if (isMark || word === '') continue;
    if (other) others.push(other);
    isAboutBanks ||= other !== undefined || sort === 'asking' || sort === 'kind';
    parts
      .at(-1)
      ?.push({ text: word, sort, isLabel, isAside, isBankAsWell: sort === 'around' && isBankAsWell(keys, at) });
  }
  const named = withoutPersons(
    parts.filter((part) => part.length > 0),
    text,
  );
  return { text, others, isAboutBanks, isList, ...named };
}

const keyOf = (word: string) => word.toLowerCase().replace(/['’.]/g, '');

/** Most of what is asked: a single word, or a code. */
function questionOf(text: string): BankQuestion {
  const sort = sortOf([text.toLowerCase()], 0);
  const isAboutBanks = sort === 'asking' || sort === 'kind';
  return { text, parts: [[{ text, sort }]], others: [], unsought: [], isAboutBanks, isList: false };
}

/**
 * What is written without blanks: `UBA-GTB`, `{"bankCode":"000014"}`, `0123456789-zenith`, `000015zenith`. `012 345 6789`
 * is one number.
 */
function apart(said: string): string {
  const text = said.replace(marks, ' ').replace(joined, (names) => names.replace(/[-.]/g, ' '));
  const opened = /[{}=:]/.test(text) ? text.replace(key, openKey).replace(/[{}[\]"]/g, ' ') : text;
  if (!/\d{3}/.test(opened)) return opened;
  return joinSpacedNumbers(opened)
    .replace(/(?<![\p{L}\d-])(\d{6})(?=\p{L}{3,}(?![\p{L}\d-]))/gu, '$1 ')
    .replace(/(?<![\p{L}\d])(\d{10,11})[-_:(]?(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})[-_:](?=\d{10,11}(?!\d))|(?<=\p{Ll}{3})(?=\d{10,11}(?!\d))/gu, ' ');
}

const joined = /(?<![\p{L}\d.@-])\p{L}{3,}(?:[-.]\p{L}{3,})+(?![\p{L}\d@-])/gu;
/** A mention, or an emoji by its name. */
const marks = /<[@#!][^<>]*>|(?<!\S):[a-z][\w+-]*:(?!\S)/g;
/** What stands before a value in code: `bankCode=`, `"institution_name": `. */
const key = /&?(?<![A-Za-z_])([a-z][A-Za-z_]{1,40})["']? ?[:=](?!\/)/g;
const openKey = (_whole: string, name: string) => ` ${name.replace(/_|(?=[A-Z])/g, ' ')}: `;

/** `"Zenith's` → `Zenith`; a dash or an ampersand alone joins names, and within a word it is the word's. */
function bareOf(typed: string): string {
  if (isPlain.test(typed)) return typed;
  const word = stripEnds(typed, around, around).replace(/['’]s$/i, '');
  return word.length > 1 ? stripEnds(word, /[>→+/–—-]/, /[>→+/–—-]/) : word;
}

function otherOf(word: string): OtherNumber | undefined {
  if (!/\d/.test(word)) return undefined;
  if (/^\d+$/.test(word)) {
    const kind = numberKinds[word.length];
    return kind && { kind, text: word };
  }
  return looksLikeReference(word) ? { kind: 'reference', text: word } : undefined;
}

/** How many digits what is no bank's has. */
const numberKinds: Record<number, OtherNumber['kind']> = {
  10: 'account',
  11: 'phone',
  13: 'phone',
  17: 'identifier',
  18: 'identifier',
  30: 'session',
};

/** Holds nothing but what is no bank's by its shape, and words that are no name: `my account is 0123456789`. */
export function asksForNoBank({ parts, others }: BankQuestion): boolean {
  return others.length > 0 && !parts.flat().some(mayName);
}

/** A kind of bank is part of a name, and "bank" by itself is none: `which bank is 0123456789`. */
function mayName({ sort, text, isBankAsWell: isBank }: BankWord): boolean {
  return isBank || sort === 'name' || sort === 'code' || (sort === 'kind' && !/^(?:banks?|bnk|bk)$/i.test(text));
}
