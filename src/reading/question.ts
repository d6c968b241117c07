import { type BankQuestion, looksLikeBank } from './bank-names.ts';
import { joinSpacedNumbers, tidyText } from './clean.ts';
import { CleanedText } from './cleaned-text.ts';
import { masksIn } from './personal.ts';
import { type AboutThem, classifyTalk, type TalkWithoutReferences } from './phrases.ts';
import type { Reading, References } from './references.ts';
import { findSessions, isBankName, isOwnReference, isSession, numberShape } from './shapes.ts';
import { splitWords } from './words.ts';

/** A command without its slash and suffix. */
export type CommandName = 'txn' | 'tsq' | 'bank';

/** What a text asks. Commands answer an intent and never parse the text again. */
export type Intent =
  | { kind: 'talk'; talk: TalkWithoutReferences }
  | ReferencesIntent
  | RequeryIntent
  | BankIntent;

/**
 * What a `/txn` text asks. A comparison is of a record and its requery; `who` is who asked and who
 * is on it; `age` is the record, to somebody who asks how long or why. Bare `stop` ends the only
 * watch that notifies in this thread or, outside one, by DM.
 */
export interface ReferencesIntent {
  kind: 'transactions' | 'comparison' | 'watch' | 'stop' | 'who' | 'on it' | 'note' | 'age';
  /** The text that was read; it is quoted to the user if it has no reference. */
  text: string;
  references: readonly string[];
  /** What a bare `stop` may mean, if several watches notify here. */
  about?: readonly string[];
  /** Whether the person asks for a change, such as a reversal. */
  wantsAction: boolean;
}

/** What a `/tsq` question asks for. */
export interface RequeryIntent {
  kind: 'requery';
  text: string;
  identifiers: readonly string[];
}

/** What a `/bank` question asks for. */
export type BankIntent = { kind: 'banks'; text: string; question: BankQuestion };

/** A message to the bot, split at the bot's mention. */
export interface MentionText {
  /** The text after the mention, or the whole text if nothing follows the mention. */
  words: string;
  /** The text before the mention, unless `words` is the whole text. */
  before: string;
}

/** What is read of a message to the bot: each part once. */
export interface Mention {
  /** The text after the mention, or the whole text if nothing follows the mention. */
  words: CleanedText;
  /** The text before the mention, empty if `words` is the whole text. */
  before: CleanedText;
  /** Both. */
  whole: CleanedText;
}

/** @param more what the message carries beside its text; it counts if it holds something to ask for */
export function createMention(
  { words, before }: MentionText,
  references: References,
  more = '',
): Mention {
  const carried = new CleanedText(more, references);
  const hasMore = more !== '' && held(carried.inTalk).length > 0;
  const typed = new CleanedText(words, references);
  const behind = hasMore ? CleanedText.joined(typed, carried) : typed;
  const first = new CleanedText(before, references);
  return { words: behind, before: first, whole: CleanedText.joined(first, behind) };
}

/** A text, read as a query for one command. */
export interface Question {
  command: CommandName;
  /**
   * What to look up, else what is left out, the kind of talk or the text: for the log, the audit
   * line and errors.
   */
  text: string;
  intent: Intent;
  /**
   * What "Ask Again" asks: the whole text; for `txn`, only the references if the text does not fit
   * in a button.
   */
  again: string;
  /**
   * How the bot read the query; set if a reference was pieced together or cut out, or `/tsq` got a
   * reference.
   */
  readAs?: string | undefined;
  /** Words that the user may have meant but that are not looked up. */
  leftOut: readonly string[];
  /** Session ids, by which nothing can be looked up. */
  sessions?: readonly string[];
  /** Whether the text asks about transactions that it does not name: `watch it`. */
  isAboutIt?: boolean;
}

/** The transactions that a conversation is about: references and, for requeries, identifiers. */
export type Subject = readonly { readonly asked: string; readonly isRequery: boolean }[];

/** Reads the text typed after a command, or the value of one of the command's buttons. */
export function readCommand(command: CommandName, given: string, references: References): Question {
  if (command === 'txn' && isOwnReference(given)) return aboutOne(given);
  return readBehind(command, new CleanedText(given, references));
}

/** Reads a text as one that stands behind a command. */
export function readBehind(command: CommandName, cleaned: CleanedText): Question {
  const { text } = cleaned;
  if (/^(?:-*help|\?+)?$/i.test(text)) return inWords(command, text, { kind: 'help' });
  if (command === 'bank') return aboutBanks(cleaned);
  if (command === 'tsq') return readRequery(cleaned);
  return (asksWhose.test(text) && readPlainBanks(cleaned)) || readTransfers(cleaned, 'asTyped');
}

function inWords(command: CommandName, text: string, talk: TalkWithoutReferences): Question {
  return {
    command,
    text: talk.kind,
    again: text,
    intent: { kind: 'talk', talk },
    leftOut: masksIn(text),
  };
}

function aboutBanks({ text, bankQuestion: question }: CleanedText): Question {
  return {
    command: 'bank',
    text,
    again: text,
    intent: { kind: 'banks', text, question },
    leftOut: masksIn(text),
  };
}

function aboutIdentifiers(
  text: string,
  identifiers: readonly string[],
  leftOut: readonly string[],
): Question {
  const intent = { kind: 'requery', text, identifiers } as const;
  const named = [...leftOut, ...otherBanksIn(text)];
  return withSessions({
    command: 'tsq',
    text: identifiers.join(' ') || text,
    again: text,
    intent,
    leftOut: named,
  });
}

/**
 * Takes the session ids out of the words of a question. If the text names nothing else, those
 * behind a label count too: `session id: 1000…`.
 */
function withSessions(question: Question): Question {
  const { intent, leftOut } = question;
  const words = [...subjectOf(question).map(({ asked }) => asked), ...leftOut];
  const isNothingElse = 'text' in intent && words.every(isSession);
  const text = isNothingElse ? intent.text : words.join(' ');
  const sessions = findSessions(joinSpacedNumbers(text));
  if (sessions.length === 0) return question;

  const rest = leftOut.filter((word) => !isSession(word));
  if (!('references' in intent)) return { ...question, leftOut: rest, sessions };

  const references = intent.references.filter((word) => !isSession(word));
  return { ...question, intent: { ...intent, references }, leftOut: rest, sessions };
}

/**
 * Reads a text about transfers: as a watch or talk if its words say so, otherwise only for the
 * references in it.
 */
function readTransfers(cleaned: CleanedText, how: 'asTyped' | 'inTalk'): Question {
  const { talk, text } = cleaned;
  if (talk === undefined) {
    const found = cleaned[how];
    return aboutReferences(cleaned, found, kindAround(cleaned, found));
  }

  if (talk.kind === 'act') {
    const found = /[\d•]/.test(text) ? cleaned[how] : nothing;
    const question = aboutReferences(cleaned, found, { wantsAction: true });
    return { ...question, isAboutIt: held(found).length === 0 };
  }

  if (!('text' in talk)) {
    const isAboutIt = text === '' || kindOfTalk(talk) !== undefined;
    return { ...inWords('txn', text, talk), isAboutIt };
  }

  const found = cleaned.withPlain(talk.text).asTyped; // after a verb, a single item is a reference, whatever it looks like
  const rest = held(cleaned.withPlain(talk.rest)[how]); // neither watched nor stopped, only named to the user
  const named = [...found.named, ...rest];
  const question = aboutReferences(cleaned, { ...found, named }, { kind: talk.kind });
  return { ...question, isAboutIt: talk.text === '' };
}

const nothing: Reading = { references: [], identifiers: [], named: [] };

/** What is asked of transactions by each kind of talk about them. */
const kinds: Record<AboutThem, ReferencesIntent['kind']> = {
  which: 'transactions',
  requery: 'comparison',
  who: 'who',
  'on it': 'on it',
  note: 'note',
  age: 'age',
};

function kindOfTalk(talk: ReturnType<typeof classifyTalk>): ReferencesIntent['kind'] | undefined {
  return Object.entries(kinds).find(([kind]) => kind === talk?.kind)?.[1];
}

/** The longest text whose words around its references are read as talk, in characters. */
const aroundMax = 300;

/** Reads the words around the references of a text: `note for GARO-1`. */
function kindAround(cleaned: CleanedText, { references }: Reading): Pick<ReferencesIntent, 'kind'> {
  const { text } = cleaned;
  const plainly = { kind: 'transactions' } as const;
  if (references.length === 0 || text.length > aroundMax) return plainly;
  let around = text.toLowerCase();
  for (const reference of references) around = around.replaceAll(reference.toLowerCase(), ' ');
  around = tidyText(around);
  const kind = around === '' ? undefined : kindOfTalk(classifyTalk(around));
  return kind ? { kind } : plainly;
}

/** Whether the answer names people or is a note, so that in a channel the asker alone reads it. */
export function isForAskerAlone({ intent }: Question): boolean {
  const kind = intent.kind === 'talk' ? kindOfTalk(intent.talk) : intent.kind;
  return kind === 'who' || kind === 'on it' || kind === 'note';
}

/**
 * Answers what `it` is: returns the question as if its text had named these transactions, or
 * `undefined` if it cannot be asked of them.
 */
export function askAbout(question: Question, subject: Subject): Question | undefined {
  const { intent, leftOut } = question;
  const askedOf = (isRequery: boolean) => [
    ...new Set(subject.filter((each) => each.isRequery === isRequery).map(({ asked }) => asked)),
  ];
  const references = askedOf(false);
  const identifiers = askedOf(true);
  const text = (references.length > 0 ? references : identifiers).join(' ');
  if (text === '') return undefined;

  if (intent.kind === 'stop') return { ...question, intent: { ...intent, about: references } };
  const kind = intent.kind === 'talk' ? kindOfTalk(intent.talk) : undefined;
  const how = 'references' in intent ? intent : { kind: kind ?? ('transactions' as const) };
  if (references.length === 0)
    return how.kind === 'watch' || isForAskerAlone(question)
      ? undefined
      : aboutIdentifiers(text, identifiers, leftOut);

  const named = { references, identifiers: [], named: [] };
  return { ...aboutReferences({ given: text, text }, named, how), leftOut };
}

/** The transactions that a question names. */
export function subjectOf({ intent }: Question): Subject {
  if ('references' in intent)
    return intent.references.map((asked) => ({ asked, isRequery: false }));
  if ('identifiers' in intent)
    return intent.identifiers.map((asked) => ({ asked, isRequery: true }));
  return [];
}

const held = ({ references, identifiers, named }: Reading) => [
  ...references,
  ...identifiers,
  ...named,
];

/** What most questions are, one of the service's own references alone, is read no further. */
function aboutOne(reference: string): Question {
  const intent = {
    kind: 'transactions' as const,
    text: reference,
    references: [reference],
    wantsAction: false,
  };
  return {
    command: 'txn',
    text: reference,
    intent,
    again: reference,
    readAs: undefined,
    leftOut: [],
  };
}

function aboutReferences(
  { given, text }: Pick<CleanedText, 'given' | 'text'>,
  { references, identifiers, named }: Reading,
  {
    kind = 'transactions',
    wantsAction = false,
  }: Partial<Pick<ReferencesIntent, 'kind' | 'wantsAction'>> = {},
): Question {
  const all = `${verbs[kind]}${references.join(' ')}`;
  const asked = references.length > 0 ? references : named;
  return withSessions({
    command: 'txn',
    text: asked.slice(0, namedMax).join(' ') || text,
    intent: { kind, text, references, wantsAction },
    again: given.length <= againMax ? given : all,
    readAs: standIn(given, references) ? undefined : `txn ${all}`,
    leftOut: [...new Set([...identifiers, ...named, ...otherBanksIn(text)])].filter(
      (word) => !references.includes(word),
    ),
  });
}

/**
 * Finds banks whose code a text also asks for: `is GARO-8f3k2j1 done? and zenith code`. Skips long
 * texts (alerts).
 */
function otherBanksIn(text: string): string[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length <= wordsMax && words.some((word) => /^codes?$/i.test(word))
    ? words.filter(isBankName)
    : [];
}

/**
 * Whether each reference of letters, digits, - and _ is a whole word of the text, in any case: none
 * was mended.
 */
function standIn(given: string, references: readonly string[]): boolean {
  const words = new Set(
    [given.trim(), ...splitWords(given).map(({ text }) => text)].map((word) => word.toLowerCase()),
  );
  return references.every(
    (reference) => words.has(reference.toLowerCase()) || !/^[\w-]+$/.test(reference),
  );
}

/**
 * The most references to log from a message (the limit of one look-up). The message's other words
 * may be private.
 */
const namedMax = 25;
/** The longest text to store in a "Ask Again" button, in characters. */
const againMax = 2_000;
const verbs: Record<ReferencesIntent['kind'], string> = {
  transactions: '',
  comparison: 'requery ',
  watch: 'watch ',
  stop: 'unwatch ',
  who: 'who asked ',
  'on it': 'mine ',
  note: 'note for ',
  age: 'how long ',
};

/** The most digits that an identifier may have; the API spec gives no length. */
export const identifierLengthMax = 40;

/**
 * Reads a requery. If there is an identifier, references are only named to the user; if not, `txn`
 * looks them up.
 */
function readRequery(cleaned: CleanedText): Question {
  const plain = ungrouped(joinSpacedNumbers(cleaned.plain));
  const found = (plain === cleaned.plain ? cleaned : cleaned.withPlain(plain)).inTalk;
  const identifiers = identifiersIn(plain, found);
  if (identifiers.length === 0) {
    const instead = readTransfers(cleaned, 'asTyped');
    const { intent } = instead;
    if (
      intent.kind === 'transactions' &&
      intent.references.some((word) => /\D/.test(word) && /\d/.test(word))
    )
      return { ...instead, readAs: `txn ${instead.text}` };
  }
  const leftOut = held(found).filter((word) => !identifiers.includes(word));
  return aboutIdentifiers(cleaned.text, identifiers, leftOut);
}

const areNumbers = /^#?(?:[\d\s,;|/&]|\b(?:and|or)\b)+[.?!]*$/i;

/**
 * Returns all numbers but session ids if the text has no words; else its identifiers; if none,
 * other numbers.
 */
function identifiersIn(plain: string, { identifiers, named }: Reading): string[] {
  const all = (plain.match(/\d+/g) ?? []).filter((word) => !isSession(word));
  if (areNumbers.test(plain)) return [...new Set(all)];
  return identifiers.length > 0
    ? identifiers
    : named.filter((word) => /^\d{4,40}$/.test(word) && numberShape(word) === undefined);
}

/** Removes the commas within numbers: `19,253` → `19253`. */
function ungrouped(text: string): string {
  return text.replace(/(?<![\d,.])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,]|\.\d)/g, (number) =>
    number.replaceAll(',', ''),
  );
}

/**
 * Reads a question in free words; `undefined` if it names no command and asks nothing clearly,
 * because this function never guesses. If the words after the mention ask nothing, reads the whole
 * message; otherwise, references before the mention are only named to the user.
 */
export function readMention(
  { words, before, whole }: Mention,
  recognise: (word: string) => CommandName | undefined,
): Question | undefined {
  const first = /^\/?\S*\s*/.exec(words.plain)?.[0] ?? '';
  const named = recognise(first.replace('/', '').trim());
  const behind = words.plain.slice(first.length);
  const question = named ? readBehind(named, words.withPlain(behind)) : readPlainly(words);
  if (whole === words) return question;

  if (question === undefined || question.intent.kind === 'talk') {
    const read = readPlainly(whole);
    if (read && read.intent.kind !== 'talk') return read;
    // What stands before `look` is meant, rather than what stands above, though only guessed at.
    if (question?.isAboutIt && before.inTalk.named.length > 0) return undefined;
  }
  // An answer about banks names no references: its reader may not be allowed to ask about
  // transfers.
  if (question === undefined || question.command === 'bank') return question;

  const { leftOut } = question;
  const asked = new Set(subjectOf(question).map((each) => each.asked));
  const meant = held(before.inTalk).filter((each) => !asked.has(each));
  return withSessions({ ...question, leftOut: [...new Set([...meant, ...leftOut])] });
}

/**
 * Reads a text by the first rule that applies to it in the table "Without a command" of
 * `commands/README.md`.
 */
function readPlainly(cleaned: CleanedText): Question | undefined {
  if (cleaned.talk) return readTransfers(cleaned, 'inTalk');

  const found = cleaned.inTalk;
  if (found.references.length > 0) return readTransfers(cleaned, 'inTalk');
  if (found.identifiers.length > 0)
    return aboutIdentifiers(cleaned.text, found.identifiers, found.named);
  if (found.named.every(isSession) && cleaned.sessions.length > 0)
    return aboutReferences(cleaned, found);
  return readPlainBanks(cleaned);
}

/** Matches "code" or "bank" as a whole word: `bank-notes` asks for no bank. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** Matches `who is 000014`, `whose is 058`. */
const asksWhose = /^(?:who|whose)(?:['’]?s| is| are| has)? [\d, ]{3,}\W*$/i;
/** The most words of a question about a bank; a longer text only mentions the bank. */
const wordsMax = 12;

function readPlainBanks(cleaned: CleanedText): Question | undefined {
  const { text, bankQuestion } = cleaned;
  const parts = bankQuestion.parts.flat();
  const isBare = parts.every(
    ({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join',
  );
  const isShort =
    parts.length <= wordsMax && parts.some(({ sort }) => sort === 'name' || sort === 'code');
  const isAsked =
    /^\d{6}$/.test(text) ||
    asksWhose.test(text) ||
    (isBare && looksLikeBank(text)) ||
    (isShort && asksForBank.test(text));
  return isAsked ? aboutBanks(cleaned) : undefined;
}

/**
 * Reads a text that asks nothing clearly, as `/txn` would: looks up words that may be another
 * service's references (`PAY-77x2`) if the text is nothing else, and otherwise only offers them to
 * the user.
 */
export function guessQuestion({ words, whole }: Mention): Question | undefined {
  const { named } = whole.inTalk;
  if (named.length === 0 && !looksLikeBank(words.text)) return undefined;

  const typed = words.asTyped.references;
  const isNothingElse =
    typed.length > 0 && named.every((word) => /\p{L}/u.test(word) && typed.includes(word));
  return isNothingElse ? readTransfers(words, 'asTyped') : readTransfers(whole, 'inTalk');
}

/**
 * Reads the message on which Look Up References was chosen: only its references count, not verbs
 * such as `watch`.
 */
export function readMessage(message: CleanedText): Question | undefined {
  const found = message.inTalk;
  const { references: asked, identifiers, named } = found;
  if (asked.length === 0 && identifiers.length > 0)
    return aboutIdentifiers(identifiers.join(' '), identifiers, named);

  const others = named.length > 0 ? named : message.sessions;
  const text = (asked.length > 0 ? asked : others).join(' ');
  return text === '' ? undefined : aboutReferences({ given: text, text }, found);
}
