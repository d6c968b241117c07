import { type BankWordType, bankWordType } from './bank-words.ts';
import { joinSpacedNumbers, stripEnds } from './clean.ts';
import {
  isBankName,
  isMixture,
  hasReferenceShape as looksLikeReference,
  type NumberShape,
  numberShape,
} from './shapes.ts';

/** What is no bank's, by its shape. */
export interface OtherNumber {
  kind: NumberShape | 'reference';
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
const around = /[^\p{L}\p{N}₦&>→+/–—-]/u;

/** More than anybody asks at once. */
export const bankQuestionMax = 1_000;

/** Takes a text apart for the search of banks; what is a name in it, only the list of banks can tell. */
export function readBankQuestion(given: string): BankQuestion {
  const text = given.slice(0, bankQuestionMax).trim();
  const parts: BankWord[][] = [[]];
  const others: OtherNumber[] = [];
  let [isAboutBanks, isList, isOpen] = [false, false, false];
  const pieces = apart(text).match(piece) ?? [];
  const words = pieces.map(bareOf);
  const keys = words.map((word) => word.toLowerCase().replace(/['’.]/g, ''));
  for (const [at, word] of words.entries()) {
    const asTyped = pieces[at] ?? '';
    const isAside: boolean = isOpen || asTyped.startsWith('(');
    isOpen = isAside && !asTyped.includes(')');
    const other = otherOf(word);
    const sort = other ? 'number' : bankWordType(keys, at);
    const isMark = sort === 'separator' || itemMark.test(asTyped);
    const isLabel = /[^:]:$/.test(asTyped);
    const isBetween = isMark || /^[,;|]$/.test(asTyped);
    if (isBetween || isLabel || asTyped === '\n') parts.push([]);
    isList ||= isBetween || sort === 'join';
    if (isMark || word === '') continue;
    if (other) others.push(other);
    isAboutBanks ||= other !== undefined || sort === 'asking' || sort === 'kind';
    parts.at(-1)?.push({ text: word, sort, isLabel, isAside });
  }
  const named = withoutPersons(
    parts.filter((part) => part.length > 0),
    text,
  );
  return { text, others, isAboutBanks, isList, ...named };
}

/**
 * What is written without blanks: `UBA-GTB`, `{"bankCode":"000014"}`, `0123456789-zenith`, `000015zenith`. `012 345 6789`
 * is one number.
 */
function apart(said: string): string {
  const text = said.replace(marks, ' ').replace(joined, (names) => names.replace(/[-.]/g, ' '));
  const opened = /[{}=:]/.test(text) ? text.replace(key, openKey).replace(/[{}[\]"]/g, ' ') : text;
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
  const word = stripEnds(typed, around, around).replace(/['’]s$/i, '');
  return word.length > 1 ? stripEnds(word, /[>→+/–—-]/, /[>→+/–—-]/) : word;
}

function otherOf(word: string): OtherNumber | undefined {
  const kind = numberShape(word) ?? (looksLikeReference(word) ? 'reference' : undefined);
  return kind && { kind, text: word };
}

/** Holds nothing but what is no bank's by its shape, and words that are no name: `my account is 0123456789`. */
export function asksForNoBank({ parts, others }: BankQuestion): boolean {
  return others.length > 0 && !parts.flat().some(mayName);
}

/** A kind of bank is part of a name, and "bank" by itself is none: `which bank is 0123456789`. */
function mayName({ sort, text }: BankWord): boolean {
  return sort === 'name' || sort === 'code' || (sort === 'kind' && !/^(?:banks?|bnk|bk)$/i.test(text));
}

export interface BankWord {
  text: string;
  sort: BankWordType;
  /** With a colon behind it: what it says is about the next words. */
  isLabel?: boolean;
  /** In brackets: what it says is about the words before. */
  isAside?: boolean;
}

/** Whose name a label says the next words are: in `name: Zenith Okafor, bank: Wema` one bank is meant. */
type Named = 'bank' | 'person';

const isBank = ({ text }: BankWord) => /^banks?$/i.test(text);
const personal = /^(?:names?|beneficiary|bene|sender|receiver|recipient|narration|remarks?|description|purpose)$/i;
const isPersonal = ({ text }: BankWord) => personal.test(text);
const isIs = ({ text }: BankWord) => /^is$/i.test(text);
const mayHoldLabel = /name|bene|sender|receiver|recipient|narration|remark|description|purpose/i;
/** These say it without a colon, too. */
const personalAlone = /^(?:names?|narration|remarks?|description)$/i;
const aroundLabel =
  /^(?:accounts?|acct|acc|customers?|clients?|codes?|sort|sending|receiving|of|the|my|our|your|his|her|their|is|and)$/i;

function isOfLabel(word: BankWord): boolean {
  return isBank(word) || isPersonal(word) || aroundLabel.test(word.text);
}

const isName = ({ sort }: BankWord) => sort === 'name';

/**
 * Where a label says of some part that it is a bank, those labelled as a person's name or a narration are none. What is in
 * brackets behind a person may be the bank. Beside a code alone, a name may be the bank's.
 */
function withoutPersons(given: BankWord[][], text: string): { parts: BankWord[][]; unsought: string[] } {
  const isOne = given.length < 2 && !text.includes(' is ');
  if (isOne || !mayHoldLabel.test(text)) return { parts: given, unsought: [] };
  const parts = given.flatMap(opened);
  const labels = parts.map((words, at) => labelOf(words, parts[at - 1] ?? []));
  const isBankSaid = parts.some((words, at) => labels[at] === 'bank' && words.some(isName));
  const isPersonSaid = parts.some((words, at) => labels[at] === 'person' && words.some(isName));
  if (!isBankSaid || !isPersonSaid) return { parts: given, unsought: [] };
  const sought = parts.map((words, at) => (labels[at] === 'person' ? words.filter(({ isAside }) => isAside) : words));
  const unsought = parts.map((words, at) => (labels[at] === 'person' ? told(words) : ''));
  return { parts: sought.filter((words) => words.length > 0), unsought: unsought.filter((said) => said !== '') };
}

/** `the bank is Wema and the name is Ada`: "is" is as good as a colon. */
function opened(words: BankWord[]): BankWord[][] {
  const parts: BankWord[][] = [[]];
  for (const [at, word] of words.entries()) {
    const behind = words[at + 1];
    const isLabel = (isBank(word) || isPersonal(word)) && behind && isIs(behind);
    if (isLabel && at > 0) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts;
}

function labelOf(words: readonly BankWord[], before: readonly BankWord[]): Named | undefined {
  const [first] = words;
  const isCarried = before.every(isOfLabel); // `narration - rent`, `bank name: Wema`
  if (first?.isLabel) {
    if (!isOfLabel(first)) return undefined;
    // The last word of `bank: First Bank, name: Ada` would be one of the label.
    const start = before.findLastIndex((word) => !isOfLabel(word) || (isBank(word) && !isCarried)) + 1;
    return namedBy([...before.slice(start), first]);
  }
  const end = words.findIndex((word) => !isOfLabel(word));
  const label = words.slice(0, Math.max(0, end));
  const last = label.at(-1);
  const isClear = label.some((word) => isBank(word) || personalAlone.test(word.text));
  if (isClear || (last && isIs(last))) return namedBy(label);
  return isCarried ? namedBy(before) : undefined;
}

function namedBy(label: readonly BankWord[]): Named | undefined {
  if (label.some(isBank)) return 'bank';
  return label.some(isPersonal) ? 'person' : undefined;
}

/** What was said without the label before it, and without the beginning of the next one. */
function told(words: readonly BankWord[]): string {
  const own = words.filter(({ isAside }) => !isAside);
  const said = own.slice(
    own.findIndex((word) => !isOfLabel(word)),
    own.findLastIndex((word) => !isOfLabel(word)) + 1,
  );
  return said.some(isName) ? said.map(({ text }) => text).join(' ') : '';
}

/** What tells that words are about a bank; which one, the bank search knows. */
const ofBanks = /^(?:banks?|plc|mfb|microfinance|mortgage|psb|sort|0\d{5})$/i;
const longest = 60;

export function looksLikeBank(text: string): boolean {
  if (text.length > longest || partsOf(text).length > 8) return false;
  const chunks = text.split(/[\s,;|]+/).filter((chunk) => !isOfReference(chunk));
  return chunks.flatMap(partsOf).some((part) => ofBanks.test(part) || isBankName(part));
}

function partsOf(text: string): string[] {
  return text.split(/[^\p{L}\d]+/u);
}

/** `KUDA_20251122_88aa21`, `NIP/000013/251122/98KLA`: beside a mixture, a bank's word or code is a part of one long number. */
function isOfReference(chunk: string): boolean {
  return chunk.split(/[-_/]+/).some(isMixture);
}

/** What people put around the name of a bank that they ask for, and around no news about one. */
const aroundName =
  /^(?:please|pls|plz|plss|kindly|abeg|biko|thanks?|thank|you|thx|tnx|hi|hello|hey|dear|sir|ma|team|guys|what|whats|which|who|how|about|and|also|again|for|of|the|find|search|show|get|give|tell|need|want|check|confirm|me)$/i;

/** Whether a word alone asks for a bank: `yes` and `above` are names of banks too, and hardly ever meant so. */
export function isTalk({ parts }: BankQuestion): boolean {
  const [word, ...others] = parts.flat();
  return word !== undefined && others.length === 0 && word.sort !== 'name' && word.sort !== 'code';
}

/**
 * Whether words that do not say that they are about banks are the names found in them and no sentence: of `union meeting
 * is today` there is more than its bank.
 * @param said the words that banks were found by
 */
export function isPlainlyNamed({ parts, isAboutBanks }: BankQuestion, said: readonly string[]): boolean {
  const named = new Set(said.flatMap((words) => words.toLowerCase().split(/\s+/)));
  const isBeside = ({ text, sort }: BankWord) => sort === 'kind' || sort === 'join' || aroundName.test(text);
  return isAboutBanks || parts.flat().every((word) => isBeside(word) || named.has(word.text.toLowerCase()));
}
