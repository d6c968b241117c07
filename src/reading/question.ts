import { isDefined } from '../text.ts';
import type { BankQuestion } from './bank-names.ts';
import { choose, isChoosing, otherOnes, type SubjectItem } from './choose.ts';
import { joinSpacedNumbers } from './clean.ts';
import type { CleanedText } from './cleaned-text.ts';
import type { Misspelt } from './misspelt.ts';
import { masksIn } from './personal.ts';
import { type AboutThem, type TalkWithoutReferences, tellingWords } from './phrases.ts';
import type { Reading } from './references.ts';
import { findSessions, isBankName, isSession } from './shapes.ts';
import { explainBankQuestion } from './unanswered.ts';
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
  /** Transaction identifiers that the text names beside references: they are requeried. */
  identifiers: readonly string[];
  /** What a bare `stop` may mean, if several watches notify here or its words chose (`isChoice`). */
  about?: readonly string[];
  isChoice?: boolean;
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
  /** Whether `/tsq` got a reference, whose record is shown with its requery. */
  isNoIdentifier?: boolean;
  /** The words of a list that repeat a reference before them. */
  repeats?: readonly string[];
  /** Words that the user may have meant but that are not looked up. */
  leftOut: readonly string[];
  /** What it asks of banks beside transfers: codes, and clauses such as `and wema's code`. */
  banks?: readonly string[];
  /** Session ids, by which nothing can be looked up. */
  sessions?: readonly string[];
  /** A verb beside references that is misspelt, so that they are only looked up. */
  misspelt?: Misspelt | undefined;
  /** The sentence for what no look-up answers: `whose fault is it?`, `is opay down?`. */
  unanswered?: string | undefined;
  /** Whether the text asks about transactions that it does not name: `watch it`. */
  isAboutIt?: boolean;
  /** What the conversation was about, if the question chooses from it: `the second one`. */
  among?: Subject | undefined;
  /** What its words choose by the order of the table instead, where that differs. */
  asShown?: Subject | undefined;
  /** Why the question only looks up what it was to choose from. */
  unchosen?: string | undefined;
  /** Why the messages above do not say what `it` is, in mrkdwn. */
  unknownBecause?: string;
}

/** The transactions that a conversation is about: references and, for requeries, identifiers. */
export type Subject = readonly SubjectItem[];

/** The transactions that a question names. */
export function subjectOf({ intent }: Question): Subject {
  const references = 'references' in intent ? intent.references : [];
  const identifiers = 'identifiers' in intent ? intent.identifiers : [];
  return [
    ...references.map((asked) => ({ asked, isRequery: false })),
    ...identifiers.map((asked) => ({ asked, isRequery: true })),
  ];
}

/** Whether a question names nothing, and asks nothing about what stands above. */
export function asksNothing(question: Question): boolean {
  const { intent, leftOut, sessions, isAboutIt } = question;
  const isPlain = intent.kind === 'transactions' && !intent.wantsAction && !isAboutIt;
  return isPlain && !sessions && subjectOf(question).length + leftOut.length === 0;
}

/** Whether the answer names others or is a note, so that in a channel the asker alone reads it. */
export function isForAskerAlone({ intent }: Question): boolean {
  const kind = intent.kind === 'talk' ? intent.talk.kind : intent.kind;
  return kind === 'who' || kind === 'note';
}

/**
 * The most references to log from a message (the limit of one look-up). The message's other words
 * may be private.
 */
const loggedReferencesMax = 25;

/** The longest text to store in a "Ask Again" button, in characters. */
const askAgainMax = 2_000;

/** What is written before the references of a question, so that they are asked the same again. */
const commandPrefixes: Record<ReferencesIntent['kind'], string> = {
  transactions: '',
  comparison: 'requery ',
  watch: 'watch ',
  stop: 'unwatch ',
  who: 'who asked ',
  'on it': 'mine ',
  note: 'note for ',
  age: 'how long ',
};

/** Writes the text that asks an intent of other transactions. */
export function writeQuestion({ kind }: Intent, subject: Subject): string {
  const prefix = isTalkAboutReferences(kind) ? commandPrefixes[kind] : '';
  return prefix + subject.map(({ asked }) => asked).join(' ');
}

/** Whether a kind of talk is also a kind of `ReferencesIntent`. */
export function isTalkAboutReferences(kind: string | undefined): kind is AboutThem {
  return kind !== undefined && kind in commandPrefixes;
}

/**
 * Replaces `it`: returns the question as if its text had named the transactions of `all`, or those
 * of them that its words choose, in the order in which they were asked for (`the second one`, `the
 * pending ones`); `undefined` if it cannot be asked of them. If nobody can tell which of several it
 * chooses, it only looks all of them up, unless it asks for another.
 */
export function applySubject(question: Question, all: Subject): Question | undefined {
  const { intent, leftOut, banks = [], again, unanswered } = question;
  const chosen = choose(again, all);
  const isChoice = isChoosing(again);
  const isChosen = chosen !== undefined && chosen.length > 0;
  const subject = isChosen ? chosen : all;

  const askedOf = (isRequery: boolean) => [
    ...new Set(subject.filter((each) => each.isRequery === isRequery).map(({ asked }) => asked)),
  ];
  const references = askedOf(false);
  const identifiers = askedOf(true);

  const text = (references.length > 0 ? references : identifiers).join(' ');
  if (text === '') return undefined;
  if (intent.kind === 'stop')
    return { ...question, intent: { ...intent, about: isChosen ? references : [], isChoice } };

  if (chosen === undefined && (all.length === 1 || otherOnes.test(again))) return undefined;

  const table = all.toSorted((a, b) => (a.shownAt ?? all.length) - (b.shownAt ?? all.length));
  const asShown = choose(again, table);
  const isShownOtherwise = asShown?.some((each) => !chosen?.includes(each));
  const more = {
    banks,
    asShown: isChosen && isShownOtherwise ? asShown : undefined,
    among: all.length > 1 ? all : undefined,
    unchosen: isChosen ? undefined : unchosenBecause(all, chosen !== undefined),
  };
  const kind = intent.kind === 'talk' ? intent.talk.kind : intent.kind;
  const needsReferences = isChosen && /^(?:watch|who|on it|note)$/.test(kind);
  if (references.length === 0 && needsReferences) return undefined;

  const asked =
    'references' in intent ? intent : { kind: isTalkAboutReferences(kind) ? kind : undefined };
  const found = { references, identifiers, named: [] };
  const about = aboutReferences({ given: text, text }, found, isChosen ? asked : {});
  const named = references.length === 0 ? leftOut : [...leftOut, ...about.leftOut];
  return { ...about, ...more, leftOut: named, unanswered };
}

/** @param isNone whether it is known what was chosen, and nothing is so */
function unchosenBecause({ length }: Subject, isNone: boolean): string {
  const why = isNone ? 'None of these was so when I last looked' : "I can't tell which you mean";
  return `${why}, so I only looked up ${length > 1 ? `all ${length}` : 'this'}.`;
}

/**
 * Makes the question that a text asks about the references found in it.
 * @param how what is asked of them: by default, their records
 */
export function aboutReferences(
  { given, text }: Pick<CleanedText, 'given' | 'text'>,
  { references, identifiers, named }: Reading,
  {
    kind = 'transactions',
    wantsAction = false,
  }: { kind?: ReferencesIntent['kind'] | undefined; wantsAction?: boolean } = {},
): Question {
  const isLookUp = kind === 'transactions' || kind === 'comparison' || kind === 'age';
  const requeried = isLookUp ? identifiers : [];
  if (references.length === 0 && requeried.length > 0 && !wantsAction)
    return aboutIdentifiers(text, requeried, named);

  const asCommand = `${commandPrefixes[kind]}${references.join(' ')}`;
  const asked = references.length > 0 ? [...references, ...requeried] : named;
  const isAsked = new Set(asked);
  const beside = banksBeside(text);

  return withSessions({
    command: 'txn',
    text: asked.slice(0, loggedReferencesMax).join(' ') || text,
    intent: { kind, text, references, identifiers: requeried, wantsAction },
    again: given.length <= askAgainMax ? given : asCommand,
    repeats: isLookUp && references.length > 1 ? findRepeats(given, references) : [],
    readAs: areWholeWords(given, references) ? undefined : `txn ${asCommand}`,
    leftOut: [...new Set([...identifiers, ...named, ...beside.leftOut])].filter(
      (word) => references.length === 0 || !isAsked.has(word),
    ),
    banks: beside.banks,
  });
}

/** The most words of a question about a bank; a longer text only mentions the bank. */
export const bankQuestionWordsMax = 16;
/** The most codes that a text labels without asking about them; of more, they are a column's. */
const labelledCodesMax = 2;
/** The longest text in which other banks are looked for, in characters. */
const otherBanksTextMax = 300;
/**
 * Matches three digits of an older bank code, such as `044 & 057` (phones and dates have no lone
 * ones), and six behind words that call them a bank's code, unless they may be an amount.
 */
const bankCodes =
  /(?<![^\s(])0\d\d(?![^\s,;)?]|\s*\d)|\b(?:bank|institution|code)s?(?:[ :#-]|codes?|is|are)+(?:0\d{5}|\d{4}(?!00)\d\d)(?:(?:[ ,&/]|and)+\d{6})*(?![\w-]|[.,]\d)/gi;

/**
 * Finds what a text asks of banks beside transfers: older codes, codes that it calls a bank's, and
 * clauses that ask for a code. Skips long texts (alerts).
 */
function banksBeside(text: string): Required<Pick<Question, 'banks' | 'leftOut'>> {
  if (text.length > otherBanksTextMax) return { banks: [], leftOut: [] };

  const labelled = text.match(bankCodes)?.join().match(/\d+/g) ?? [];
  const codes = labelled.length > labelledCodesMax ? [] : labelled;
  const clauses = text
    .split(/[,.;?!](?=\s)|\n|\b(?:then|also|and(?=[^,.;?!]*\bcodes?\b))\b/i)
    .map((clause) => clause.replace(/\S*\d\S*/g, '').trim())
    .filter(
      (clause) => /\bcodes?\b/i.test(clause) && clause.split(' ').length <= bankQuestionWordsMax,
    );
  const words = clauses.join().match(/\p{L}+/gu) ?? [];
  // `GARO-8f3k2j1; kuda`: behind a comma it may be a column.
  const alone = text
    .split(/;|[?!](?=\s)|\balso\b/i)
    .map((part) => tellingWords(part).join(' '))
    .filter((part) => isBankName(part) && part !== tellingWords(text).join(' '));

  return {
    banks: [...codes, ...clauses, ...alone],
    leftOut: [...codes, ...words.filter(isBankName)],
  };
}

const lowerCaseWords = (text: string) => splitWords(text).map((word) => word.text.toLowerCase());

/** Matches the address of a link that has a label, which may repeat the address. */
const linkBeforeLabel = /https?:[^\s|<>]{1,500}\|/g;

/** Finds the words of a text that repeat a reference before them. */
function findRepeats(given: string, references: readonly string[]): string[] {
  const askedFor = new Map(references.map((reference) => [reference.toLowerCase(), reference]));
  const seen = new Set<string>();
  return lowerCaseWords(given.replace(linkBeforeLabel, ' '))
    .filter((word) => seen.has(word) || !seen.add(word))
    .map((word) => askedFor.get(word))
    .filter(isDefined);
}

/**
 * Whether each reference of letters, digits, - and _ is a whole word of the text, in any case: none
 * was mended.
 */
function areWholeWords(given: string, references: readonly string[]): boolean {
  if (references.length === 1 && references[0] === given) return true;

  const words = new Set([given.trim().toLowerCase(), ...lowerCaseWords(given)]);
  return references.every(
    (reference) => words.has(reference.toLowerCase()) || !/^[\w-]+$/.test(reference),
  );
}

export function aboutIdentifiers(
  text: string,
  identifiers: readonly string[],
  leftOut: readonly string[],
): Question {
  const beside = banksBeside(text);
  const others = identifiers.filter((word) => !beside.banks.includes(word));
  const asked = others.length > 0 ? others : identifiers;
  const intent = { kind: 'requery', text, identifiers: asked } as const;
  return withSessions({
    command: 'tsq',
    text: asked.join(' ') || text,
    again: text,
    intent,
    leftOut: [...leftOut, ...beside.leftOut],
    banks: beside.banks,
  });
}

export function aboutBanks({ text, bankQuestion: question }: CleanedText): Question {
  return {
    command: 'bank',
    text,
    again: text,
    intent: { kind: 'banks', text, question },
    leftOut: masksIn(text),
    unanswered: explainBankQuestion(text),
  };
}

export function aboutTalk(
  command: CommandName,
  text: string,
  talk: TalkWithoutReferences,
): Question {
  return {
    command,
    text: talk.kind,
    again: text,
    intent: { kind: 'talk', talk },
    leftOut: masksIn(text),
  };
}

/**
 * Takes the session ids out of the words of a question. If the text names nothing else, those
 * behind a label count too: `session id: 1000…`.
 */
export function withSessions(question: Question): Question {
  const { intent, leftOut } = question;
  const words = [...subjectOf(question).map(({ asked }) => asked), ...leftOut];
  const isNothingElse = 'text' in intent && words.every(isSession);
  const text = isNothingElse ? intent.text : words.join(' ');
  const sessions = findSessions(joinSpacedNumbers(text));
  if (sessions.length === 0) return question;

  const withoutSessions = (some: readonly string[]) => some.filter((word) => !isSession(word));
  const asked =
    'references' in intent ? { ...intent, references: withoutSessions(intent.references) } : intent;
  return { ...question, intent: asked, leftOut: withoutSessions(leftOut), sessions };
}
