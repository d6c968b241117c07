import { joinSpacedNumbers, stripEnds } from './clean.ts';
import { courtesies, days, talkWords } from './phrases.ts';
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
 * case, add a word.
 */
const words = {
  asking:
    'code sortcode sort bankcode nip nibss cbn institution find search lookup looking id transfer trf trsf ' +
    'send sent account acct acc nuban beneficiary bene pay paid fund credited debit deposit withdraw withdrawal ' +
    'refund reverse reversal customer recipient receiver sender merchants network downtime ussd enquiry inquiry ' +
    'inward outward inflow outflow interbank intrabank settlement response',
  polite:
    `${courtesies} ` +
    'thx tnx ty what which who ' +
    'how about and also again for of the show get give tell need want check confirm me',
  little:
    `${talkWords} ` +
    'im ive u youre he his him she they their we mine anyone someone somebody ' +
    'something nothing every everyone everybody were being isnt had does doesnt didnt can cant could ' +
    'couldnt will would should may might must shall from without as if so but no than then only join ' +
    'because even off over before after during until till via since between either each much more ' +
    'most some many few next last another two three four five other etc eg ie aka r whos whose when ' +
    'idea question difference mean name call tel telephone phone gsm whatsapp email list number nos ' +
    'thing needs needed wants wanted wanna like gives given gave told share use used using know help ' +
    'ask say said saw seen try provide pass put read start begins going went come came own stand ' +
    'belong took think make made found left keep kept let seem type write wrote text refer relate ' +
    'match exist represent correspond respond reply lot morning afternoon day goodmorning ' +
    'goodafternoon goodevening goodday gud night nice great best better faster cheaper well madam oga ' +
    'boss brother sister friend mother father mum mummy dad daddy wife husband son daughter uncle ' +
    'aunty auntie landlord colleague agent vendor seller buyer client user yes yeah ok okay tonight ' +
    `already ever always often sometimes soon later early late ago ${days} year time minute hour ` +
    'second noon weekend january february march april june july august september october november ' +
    'december asap urgent quickly cash amount receive destination source narration remark description ' +
    'purpose reference success done issue problem right correct wrong real same different mistake ' +
    'mistakenly instead directly live work offline unavailable active inactive bad unstable busy ' +
    'maintenance outage error app channel portal switch supported allowed accept reach missing charge ' +
    'fee school rent salary balance ngn kobo limit value statement receipt screenshot form detail ' +
    'failure waiting hang delay decline return following below full formerly head office hq ' +
    'headquarters almost maybe perhaps actually way wey una sef abi shey shebi dem wan wia sha o oo ' +
    'jare jor nau ehn ehen oya comot wahala tey ki ni ur u dis dat di de fit sabi gree vex carry ' +
    'neva nor misbehave ina neman lambar menene mene nawa allah zuwa daga kudi kudin shiga yaya sannu ' +
    'wat wot wt nid wit assist assistance hw abt knw nagode gode kini jowo bawo lati kedu gini maka ziga nyere nwere',
  kind:
    'bank bnk bk banki bankin mfb microfinance micro-finance psb plc ltd limited nigeria nig company merchant ' +
    'mortgage savings loans finance',
  either: 'swift credit money payment support wallet quick good',
  join: 'and & n nd plus',
};

const sorts = new Map(
  (['little', 'asking', 'polite', 'kind', 'either', 'join'] as const).flatMap((sort) =>
    words[sort].split(/\s+/).map((word) => [word, sort] as const),
  ),
);

/**
 * Finds the sort of a word, or of the word without its ending: "sends", "used", "dropped",
 * "really".
 */
function knownSort(word: string): BankWordSort | undefined {
  const stem = word.replace(/(?<=[a-z]{3})(?:e?s|ed|ing|ly)$/, '');
  const known = [word, stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].find((form) =>
    sorts.has(form),
  );
  return known === undefined ? undefined : sorts.get(known);
}

const separator = /^(?:[,;|/+>→–—-]|[Oo][Rr]|[Vv][Ss]|versus|then|\d{1,2}[.)]|[a-h][.)]|[A-H]\))$/;
/** Matches an amount with commas, a separator, or a run of text without blanks. */
const piece =
  /(?<![\d,])(?:[₦#$£€]|NGN|N)?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])|[,;|]|\n(?=[A-Za-z][A-Za-z ]{1,30}:)|[^\s,;|/+&>]+|[/+&>]/g;
const around = /[^\p{L}\p{N}₦&>→+/–—-]/u;

export const bankQuestionMax = 1_000;

/**
 * Splits a text into words for a bank search. Only the bank list can tell which of the words are
 * names.
 */
export function readBankQuestion(given: string): BankQuestion {
  const text = given.slice(0, bankQuestionMax).trim();
  /** The words between separators. */
  const parts: { words: BankWord[]; label?: string | undefined }[] = [{ words: [] }];
  const others: string[] = [];
  let isInBrackets = false;
  const pieces = separateWords(text).match(piece) ?? [];

  for (const [at, typed] of pieces.entries()) {
    const isAside: boolean = isInBrackets || typed.startsWith('(');
    isInBrackets = isAside && !typed.includes(')');

    const word = stripPunctuation(typed);
    const before = parts.at(-1)?.words.at(-1)?.text.toLowerCase() ?? '';
    const isBetween = word === '' || separator.test(typed);
    const isLabel = /[^:]:$/.test(typed);

    if (isBetween || isLabel)
      parts.push({ words: [], label: isLabel ? labelOf(before, word) : undefined });

    if (isBetween) continue;

    const isOther = numberShape(word) !== undefined || hasReferenceShape(word);
    if (isOther) others.push(word);

    const sort = isOther ? 'number' : sortOf(word, before, `${pieces[at + 1]} ${pieces[at + 2]}`);
    parts.at(-1)?.words.push({ text: word, sort, isRemark: isAside || isLabel });
  }

  const labelled = (as: string) =>
    parts.filter(({ label, words }) => label === as && words.length > 1);
  const persons = labelled('bank').length > 0 ? labelled('person') : [];
  const sought = parts
    .filter((part) => part.words.length > 0 && !persons.includes(part))
    .map(({ words }) => words);
  const unsought = persons.map(({ words: [, ...value] }) =>
    value.map((word) => word.text).join(' '),
  );
  const isList =
    pieces.some((typed) => separator.test(typed)) ||
    sought.flat().some(({ sort }) => sort === 'join');

  return { text, parts: sought, others, unsought, isList };
}

/**
 * Tells if the words after a label are a bank, or a person's name or narration: `account name:`,
 * `narration:`.
 */
function labelOf(before: string, word: string): string | undefined {
  if (/bank/i.test(before + word)) return 'bank';
  return /name|bene|sender|receiver|recipient|narration|remark|description|purpose/i.test(word)
    ? 'person'
    : undefined;
}

/**
 * Separates words written without blanks: `UBA-GTB`, `{"bankCode":"000014"}`, `0123456789-zenith`,
 * `000015zenith`.
 */
function separateWords(text: string): string {
  const names = text
    .replace(/\?(?=\s)/g, ' | ')
    .replace(joinedNames, (all) => all.replace(/[-.]/g, ' '));
  const values = names.replace(
    key,
    (_whole, name: string) => ` ${name.replace(/_|(?=[A-Z])/g, ' ')}: `,
  );
  return joinSpacedNumbers(values.replace(/[{}[\]"]/g, ' ')).replace(gluedNumber, ' ');
}

/** Matches the boundary between a bank code or account number and a name joined to it. */
const gluedNumber =
  /(?<=(?<![\p{L}\d-])(?:\d{6}|\d{10,11}))[-_:(=]?(?=\p{L}{3})|(?<=\p{L})[-_:](?=\d{10,11}(?!\d))|(?<=\p{Ll}{3})(?=\d{10,11}(?!\d))/gu;

const joinedNames = /(?<![\p{L}\d.@-])\p{L}{3,}(?:[-.]\p{L}{3,})+(?![\p{L}\d@-])/gu;
/** Matches a key before its value: `bankCode=`, `"institution_name": `. */
const key = /&?(?<![A-Za-z_])([a-z][A-Za-z_]{1,40})["']? ?[:=](?!\/)/g;

/**
 * Strips a word of quotes, punctuation and a possessive s: `"Zenith's` → `Zenith`; a dash within
 * the word stays.
 */
function stripPunctuation(typed: string): string {
  const word = stripEnds(typed, around, around).replace(/['’]s$/i, '');
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
export const mayBeBankCode = (word: string) => /^0\d\d(?:\d{3})?$/.test(word);

const owned =
  /^(?:my|our|your|his|her|their|us|me|it|these|this(?! (?:morning|afternoon|evening|week|month|time)))\b/i;
const numbered = /^(?:the|my|your|his|her|a|this|accounts?|accts?|acc|phone|tel|call)$/;

function sortOf(typed: string, before: string, behind: string): BankWordSort {
  const word = typed.toLowerCase().replace(/['’.]/g, '');
  const known = knownSort(word);
  if (known !== undefined) return known;
  if (isBankCode(typed)) return 'code';
  if (
    /^(?:ngn|[n₦])?\d+(?:[.,-]\d+)*(?:[km]|[ap]m|h|hrs?|mins?|days?)?$/.test(word) ||
    word.includes('@')
  )
    return 'number';
  if (word === 'nomba' && numbered.test(before)) return 'little'; // "number" in Pidgin

  // `access my account`, `cannot access`
  return owned.test(behind) || /^(?:can'?t|cannot|couldn'?t)$/.test(before) ? 'little' : 'name';
}

export const isNameOrCode = ({ sort }: BankWord) => sort === 'name' || sort === 'code';

/**
 * Whether any word may name a bank: not in `which bank is 0123456789`, nor in `yes`, although a
 * bank is named Yes.
 */
export function mayNameBank({ parts }: BankQuestion): boolean {
  const isKind = ({ sort, text }: BankWord) =>
    sort === 'kind' && !/^(?:banks?|bnk|bk)$/i.test(text);
  return parts.flat().some((word) => isNameOrCode(word) || isKind(word));
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
  const named = new Set(answers.flatMap(({ query }) => query.toLowerCase().split(/\s+/)));
  const isAbout = ({ sort, text }: BankWord) =>
    sort === 'asking' || sort === 'kind' || /^(?:0\d\d|\d{6})$/.test(text);
  const isNothing = ({ text, sort }: BankWord) =>
    sort === 'join' || sort === 'polite' || named.has(text.toLowerCase());
  return others.length > 0 || parts.flat().some(isAbout) || parts.flat().every(isNothing);
}

const bankWords = /^(?:banks?|plc|mfb|microfinance|mortgage|psb|sort|0\d{5})$/i;

/**
 * Whether a text without references may ask for a bank. A bank code within mixed letters and digits
 * does not count, nor a name before seven or eight digits, as neither codes nor accounts have:
 * `WEMA-7000001`.
 */
export function looksLikeBank(text: string): boolean {
  const isMixed = (part: string) =>
    part.length >= 5 && /\d/.test(part) && /\p{L}/u.test(part) && !isOrdinary(part);
  const isOther = (chunk: string) =>
    chunk.split(/[-_/]+/).some(isMixed) || /^\p{L}+[-_]\d{7,8}$/u.test(chunk);
  const chunks = text.split(/[\s,;|]+/).filter((chunk) => !isOther(chunk));
  const words = chunks.flatMap((chunk) => chunk.split(/[^\p{L}\d]+/u));
  if (text.length > 60 || words.length > 8) return false;

  return words.some((word) => bankWords.test(word) || isBankName(word));
}
