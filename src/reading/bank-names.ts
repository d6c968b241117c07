import { joinSpacedNumbers, stripEnds } from './clean.ts';
import { courtesies, formsOf, talkWords } from './phrases.ts';
import { hasReferenceShape, isBankName, isOrdinary, numberShape } from './shapes.ts';

/**
 * What a word does in a question about banks: `asking` words say what is wanted (code, account);
 * `polite` and `little` words mean nothing; `kind` is a type of institution; `either` is a `little`
 * word or part of a name; `join` may stand within a name; `code` is a bank code in any scheme;
 * `number` is any other number, a reference or an e-mail address.
 */
type BankWordSort =
  | 'name'
  | 'asking'
  | 'polite'
  | 'little'
  | 'either'
  | 'kind'
  | 'join'
  | 'code'
  | 'number';

export interface BankWord {
  text: string;
  sort: BankWordSort;
  /** Whether the word is in brackets or before a colon, and so describes the words next to it. */
  isRemark: boolean;
  /** Whether the word follows the end of a question or sentence, and no other separator since. */
  isAside: boolean;
}

export interface BankQuestion {
  /** The question as typed, cut to `bankQuestionMax` characters. */
  text: string;
  /**
   * The words, split into parts at separators (a comma, a slash, `or`, the number of a list item)
   * and at colons.
   */
  parts: BankWord[][];
  /** References, and numbers whose shape shows that they are not bank codes. */
  others: string[];
  /**
   * Values labelled as a person's name or narration; not searched for, because another value is
   * labelled as a bank.
   */
  unsought: string[];
  /**
   * Whether a separator such as a comma, or a word such as `and`, makes the text a list; a colon
   * does not.
   */
  isList: boolean;
}

/**
 * Words that do not name a bank by themselves, also in Pidgin, Hausa, Yoruba and Igbo. For a new
 * case, add a word. Of a word in two lists, the later counts.
 */
const wordLists: readonly [BankWordSort, string][] = [
  [
    'little',
    `${talkWords} ` +
      'im ive u youre he his him she they their we mine something nothing everyone everybody ' +
      'were being isnt had does doesnt didnt cant couldnt should may might must shall without ' +
      'as if but no than then only join because even off over before after during until till ' +
      'via between either each much more most some few next another two three four five other ' +
      'etc eg ie aka r whose when idea question difference mean name call tel telephone phone ' +
      'gsm whatsapp email number nos thing wanna like given gave told share use used using know ' +
      'ask say said saw seen try provide pass put read start begins going come came own stand ' +
      'belong took think make made found left keep kept let seem type write wrote text refer ' +
      'relate match exist represent correspond respond reply lot morning afternoon day ' +
      'goodmorning goodafternoon goodevening goodday gud night nice great best better faster ' +
      'cheaper well boss brother sister friend mother father mum mummy dad daddy wife husband ' +
      'son daughter uncle aunty auntie landlord colleague agent vendor seller buyer client user ' +
      'yes yeah tonight already ever always often sometimes soon later early late ago ' +
      'year time second noon weekend january february march april june july august september ' +
      'october november december urgent quickly cash amount receive destination source ' +
      'narration remark description purpose success done issue problem correct real same ' +
      'different mistake mistakenly instead directly live offline unavailable active inactive ' +
      'bad unstable busy maintenance outage error app channel portal switch supported allowed ' +
      'accept reach missing charge fee school rent salary balance ngn kobo limit value ' +
      'statement receipt screenshot form detail failure waiting hang return following below ' +
      'full formerly head office hq headquarters almost maybe perhaps actually way wey una sef ' +
      'abi shey shebi dem wan wia sha jare jor nau ehn ehen oya comot wahala tey ki ni ur dis ' +
      'dat di de fit sabi gree vex carry neva nor misbehave ina neman lambar menene mene nawa ' +
      'allah zuwa daga kudi kudin shiga yaya sannu wat wot wt nid wit assist assistance hw abt ' +
      'knw nagode gode kini jowo bawo lati kedu gini maka ziga nyere nwere',
  ],
  [
    'asking',
    'code sortcode sort bankcode nip nibss cbn institution find search lookup looking id transfer trf trsf ' +
      'send sent account acct acc nuban beneficiary bene pay paid fund credited debit deposit withdraw withdrawal ' +
      'refund reverse reversal customer recipient receiver sender merchants network downtime ussd enquiry inquiry ' +
      'inward outward inflow outflow interbank intrabank settlement response',
  ],
  [
    'polite',
    `${courtesies} ` +
      'thx tnx ty what which who ' +
      'how about also too again for of the show get give tell need want check confirm me',
  ],
  [
    'kind',
    'bank bnk bk banki bankin mfb microfinance micro-finance psb plc ltd limited nigeria nig company merchant ' +
      'mortgage savings loans finance',
  ],
  ['either', 'swift credit money payment support wallet quick good'],
  ['join', 'and & n nd plus'],
];

const sortByWord = new Map(
  wordLists.flatMap(([sort, list]) => list.split(' ').map((word) => [word, sort] as const)),
);

/** Finds the sort of a word, or of the word without its ending. */
const knownSort = (word: string) =>
  formsOf(word)
    .map((form) => sortByWord.get(form))
    .find(Boolean);

const separator = /^(?:[,;|?/+>→–—-]|[Oo][Rr]|[Vv][Ss]|versus|then|\d{1,2}[.)]|[a-h][.)]|[A-H]\))$/;
/** Matches an amount with commas, a separator, or a run of text without blanks. */
const wordOrSeparator =
  /(?<![\d,])(?:[₦#$£€]|NGN|N)?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])|[,;|]|\n(?=[A-Za-z][A-Za-z ]{1,30}:)|[^\s,;|/+&>]+|[/+&>]/g;
const wordEdge = /[^\p{L}\p{N}₦&>→+/–—-]/u;

export const bankQuestionMax = 1_000;

/** What stands between two separators or colons, with the kind of label before it. */
interface Part {
  words: BankWord[];
  label?: LabelKind | undefined;
}

/** What a label such as `bank:`, `account name:` or `narration:` says of the words after it. */
type LabelKind = 'bank' | 'person';

/**
 * Splits a text into words for a bank search. Only the bank list can tell which of the words are
 * names.
 */
export function readBankQuestion(given: string): BankQuestion {
  const text = given.slice(0, bankQuestionMax).trim();
  const pieces: string[] = separateWords(text).match(wordOrSeparator) ?? [];
  const parts = readParts(pieces);

  const labelled = (kind: LabelKind) =>
    parts.filter(({ label, words }) => label === kind && words.length > 1);
  const persons = labelled('bank').length > 0 ? labelled('person') : [];

  const sought = parts
    .filter((part) => part.words.length > 0 && !persons.includes(part))
    .map(({ words }) => words);
  const unsought = persons.map(({ words: [, ...value] }) =>
    value.map((word) => word.text).join(' '),
  );

  const texts = parts.flatMap(({ words }) => words.map((word) => word.text));
  const others = texts.filter(isOther);
  const isList =
    pieces.some((typed) => separator.test(typed)) ||
    sought.flat().some(({ sort }) => sort === 'join');

  return { text, parts: sought, others, unsought, isList };
}

/** Sorts the words of a text, and splits them into parts at separators and labels. */
function readParts(pieces: readonly string[]): Part[] {
  let part: Part = { words: [] };
  const parts = [part];
  let isInBrackets = false;
  let isAside = false;

  for (const [at, typed] of pieces.entries()) {
    const isBracketed: boolean = isInBrackets || typed.startsWith('(');
    isInBrackets = isBracketed && !typed.includes(')');

    const word = stripPunctuation(typed);
    const previous = part.words.at(-1)?.text.toLowerCase() ?? '';
    const isSeparator = word === '' || separator.test(typed);
    const isLabel = /[^:]:$/.test(typed);

    if (isSeparator || isLabel) {
      part = { words: [], label: isLabel ? readLabel(previous, word) : undefined };
      parts.push(part);
    }

    if (isSeparator) isAside = typed === '?';
    if (isSeparator) continue;

    const following = `${pieces[at + 1]} ${pieces[at + 2]}`;
    const sort = isOther(word) ? 'number' : sortOf(word, previous, following);
    part.words.push({ text: word, sort, isRemark: isBracketed || isLabel, isAside });
    isAside ||= /[.!]$/.test(typed);
  }

  return parts;
}

/** Whether a word is a reference, or a number that is no bank code. */
const isOther = (word: string) => numberShape(word) !== undefined || hasReferenceShape(word);

function readLabel(previous: string, word: string): LabelKind | undefined {
  if (/bank/i.test(previous + word)) return 'bank';
  return /name|bene|sender|receiver|recipient|narration|remark|description|purpose/i.test(word)
    ? 'person'
    : undefined;
}

/** Matches the boundary between a bank code or account number and a name joined to it. */
const gluedNumber =
  /(?<=(?<![\p{L}\d-])(?:\d{6}|\d{10,11}))[-_:(=]?(?=\p{L}{3})|(?<=\p{L})[-_:](?=\d{10,11}(?!\d))|(?<=\p{Ll}{3})(?=\d{10,11}(?!\d))/gu;

const joinedNames = /(?<![\p{L}\d.@-])\p{L}{3,}(?:[-.]\p{L}{3,})+(?![\p{L}\d@-])/gu;
/** Matches a key before its value: `bankCode=`, `"institution_name": `. */
const keyBeforeValue = /&?(?<![A-Za-z_])([a-z][A-Za-z_]{1,40})["']? ?[:=](?!\/)/g;

/**
 * Separates words written without blanks: `UBA-GTB`, `{"bankCode":"000014"}`, `0123456789-zenith`,
 * `000015zenith`.
 */
function separateWords(text: string): string {
  const spaced = text
    .replace(/\?(?=\s)/g, ' ? ')
    .replace(/(?<=\d) ?= ?(?=\p{L})/gu, ' is ')
    .replace(joinedNames, (names) => names.replace(/[-.]/g, ' '))
    .replace(keyBeforeValue, (_, key: string) => ` ${key.replace(/_|(?=[A-Z])/g, ' ')}: `)
    .replace(/[{}[\]"]/g, ' ');
  return joinSpacedNumbers(spaced).replace(gluedNumber, ' ');
}

/**
 * Strips a word of quotes, punctuation and a possessive s: `"Zenith's` → `Zenith`; a dash within
 * the word stays.
 */
function stripPunctuation(typed: string): string {
  const word = stripEnds(typed, wordEdge, wordEdge).replace(/['’]s$/i, '');
  return word.length > 1 ? stripEnds(word, /[>→+/–—-]/, /[>→+/–—-]/) : word;
}

/**
 * Whether a word has the form of a bank code: 3, 5, 6 or 9 digits, or a Nigerian SWIFT code
 * (`gtbingla`).
 */
export function isBankCode(word: string): boolean {
  return /^(?:\d{3}|\d{5}|\d{3}-?\d{3}(?:-?\d{3})?|[A-Z]{4}NGL[AX](?:[A-Z\d]{3})?)$/i.test(word);
}

/** Whether a word is a bank's code, or an older one, and hardly an identifier, as `100200` may be. */
export const mayBeBankCode = (word: string) => /^(?:0\d\d(?:\d{3})?|1[0-2]00\d\d)$/.test(word);

const startsWithOwner =
  /^(?:my|our|your|his|her|their|us|me|it|these|this(?! (?:morning|afternoon|evening|week|month|time)))\b/i;
const wordBeforeNumber = /^(?:the|my|your|his|her|a|this|acc(?:(?:oun)?ts?)?|phone|tel|call)$/;
const amountOrTime = /^(?:ngn|[n₦])?\d+(?:[.,-]\d+)*(?:[km]|[ap]m|h|hrs?|mins?|days?)?$/;

/** Finds the sort of a word; `previous` is in small letters, `following` the next two pieces. */
function sortOf(typed: string, previous: string, following: string): BankWordSort {
  const word = typed.toLowerCase().replace(/['’.]/g, '');
  const known = knownSort(word);
  if (known !== undefined) return known;
  if (isBankCode(typed)) return 'code';
  if (amountOrTime.test(word) || word.includes('@')) return 'number';
  if (word === 'nomba' && wordBeforeNumber.test(previous)) return 'little'; // "number" in Pidgin

  // `access my account`, `cannot access`
  const isVerb = startsWithOwner.test(following) || /^(?:can'?t|cannot|couldn'?t)$/.test(previous);
  return isVerb ? 'little' : 'name';
}

export const isNameOrCode = ({ sort }: BankWord) => sort === 'name' || sort === 'code';

/** Whether a word is a kind that tells one bank from another, as `mfb` does. */
export const isTellingKind = ({ sort, text }: BankWord) =>
  sort === 'kind' && !/^(?:banks?|bnk|bk)$/i.test(text);

/**
 * Whether any word may name a bank: not in `which bank is 0123456789`, nor in `yes`, although a
 * bank is named Yes.
 */
export function mayNameBank({ parts }: BankQuestion): boolean {
  return parts.flat().some((word) => isNameOrCode(word) || isTellingKind(word));
}

/**
 * Whether a text clearly asks for the banks found in it: it also has a word such as "code" or
 * "bank", a code or one of `others`, or no words but the banks, polite words and `and`. `union
 * meeting is today` does not ask for a bank.
 * @param answers the banks found, each with the words that found it
 */
export function isClearBankQuestion(
  { parts, others }: BankQuestion,
  answers: readonly { query: string }[],
): boolean {
  const bankNameWords = new Set(answers.flatMap(({ query }) => query.toLowerCase().split(/\s+/)));
  const asksForBank = ({ sort, text }: BankWord) =>
    sort === 'asking' || sort === 'kind' || /^(?:0\d\d|\d{6})$/.test(text);
  const addsNothing = ({ text, sort }: BankWord) =>
    sort === 'join' || sort === 'polite' || bankNameWords.has(text.toLowerCase());

  const words = parts.flat();
  return others.length > 0 || words.some(asksForBank) || words.every(addsNothing);
}

const institutionWord = /^(?:banks?|plc|mfb|microfinance|mortgage|psb|sort|0\d{5})$/i;

/**
 * Whether a text without references may ask for a bank. A bank code within mixed letters and digits
 * does not count, nor a name before seven or eight digits, as neither codes nor accounts have:
 * `WEMA-7000001`.
 */
export function looksLikeBank(text: string): boolean {
  if (text.length > 60) return false;

  const isMixedPart = (part: string) =>
    part.length >= 5 && /\d/.test(part) && /\p{L}/u.test(part) && !isOrdinary(part);
  const isOtherChunk = (chunk: string) =>
    chunk.split(/[-_/]+/).some(isMixedPart) || /^\p{L}+[-_]\d{7,8}$/u.test(chunk);

  const chunks = text.split(/[\s,;|]+/).filter((chunk) => !isOtherChunk(chunk));
  const words = chunks.flatMap((chunk) => chunk.split(/[^\p{L}\d]+/u));
  if (words.length > 8) return false;

  return words.some((word) => institutionWord.test(word) || isBankName(word));
}
