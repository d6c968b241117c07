import { bank } from '../banks/bank.ts';
import type { AnyCommand, Resources } from '../command.ts';
import { TransferApiError } from '../errors.ts';
import { readBankQuestion } from '../reading/bank-question.ts';
import { cleanInput } from '../reading/characters.ts';
import { worthSaying } from '../reading/left-out.ts';
import {
  type Guess,
  isHelp,
  isPlainlyNamed,
  loneReference,
  type MentionText,
  nearestCommand,
  type PlainQuestion,
  readPlainQuestion,
  readWatchVerb,
} from '../reading/question.ts';
import { type FindReferences, standsIn } from '../reading/references.ts';
import { commandNamed, commands } from './commands.ts';
import { txn } from './txn.ts';

export interface ReadQuestion extends Pick<PlainQuestion, 'text' | 'words' | 'leftOut'> {
  command: AnyCommand;
  /** What was made of words that name no command, and is not those alone. */
  readAs?: string;
}

/**
 * What somebody asks in any words; `undefined` when these name no command and ask nothing plainly. Where what follows
 * the bot's mention asks nothing, the whole message may.
 */
export function readQuestion(said: MentionText, { services, presentation }: Resources): ReadQuestion | undefined {
  const { findReferences } = services;
  const { words, first, text, all } = said;
  const named = commandNamed(presentation.names.recognise(first));
  if (named) return { command: named, text };
  if (isAboutWatches(words, findReferences)) return { command: txn, text: words };
  if (isHelp(words) || misspelt(said).meant) return undefined;
  const read = readPlainly(words, findReferences);
  return read ?? (all === undefined ? undefined : readPlainly(all, findReferences));
}

/**
 * The answer about a transfer names what stands before the mention, could have been meant and is not asked for:
 * `GARO-8f3k2j1 @txnbot GARO-1a2b3c4`. One about banks is for whoever may ask for no transfers, and names none.
 */
export function withBefore(asked: ReadQuestion, before: string, findReferences: FindReferences): ReadQuestion {
  if (asked.command.about === 'banks') return asked;
  const { references, identifiers, leftOut, unclear } = findReferences(before);
  const meant = [...references, ...identifiers, ...worthSaying(leftOut), ...unclear.map(({ said }) => said)];
  const words = asked.words ?? asked.text;
  return { ...asked, leftOut: [...(asked.leftOut ?? []), ...meant.filter((each) => !standsIn(words, each))] };
}

function readPlainly(words: string, findReferences: FindReferences): ReadQuestion | undefined {
  const cleaned = cleanInput(words);
  const plain = readPlainQuestion(cleaned, findReferences, words);
  const command = commandNamed(plain?.command);
  if (!plain || !command) return undefined;
  const { isBare, ...asked } = plain;
  return { ...asked, command, ...(isBare ? {} : { readAs: `${command.name} ${plain.text}` }) };
}

/** `watching` alone, and `watch` or `unwatch` with what could be a reference: other words that begin so are talk. */
function isAboutWatches(words: string, findReferences: FindReferences): boolean {
  const asked = readWatchVerb(cleanInput(words));
  if (asked === undefined || asked.verb === 'watching') return asked !== undefined;
  const { references, identifiers, leftOut, unclear } = findReferences(asked.text);
  return asked.text === '' || references.length + identifiers.length + leftOut.length + unclear.length > 0;
}

/** The command that words may have misspelt. */
export function misspelt({ first, text }: Pick<MentionText, 'first' | 'text'>): Guess {
  return nearestCommand({ name: first, text }, known);
}

const known = commands.map(({ name }) => name);
const shortestBank = 3;
const bankWordsMax = 4;

/**
 * Words that are a bank's name or short name, as the list has it, and no talk that holds one. Where there is no list the
 * service is asked for it: what was read as a bank yesterday is no unknown word after a restart.
 */
export async function readBankName(
  words: string,
  { services: { banks } }: Resources,
): Promise<ReadQuestion | 'no list' | undefined> {
  const mayBeBank = words.length >= shortestBank && words.split(' ').length <= bankWordsMax && /\p{L}/u.test(words);
  if (!mayBeBank) return undefined;
  const question = readBankQuestion(words);
  try {
    const { answers } = await banks.ask(question);
    const isFound = answers.every(({ hits: [first] }) => first !== undefined && first.why?.kind !== 'spelling');
    const isAsked = isPlainlyNamed(
      question,
      answers.map(({ said }) => said),
    );
    return isFound && isAsked ? { command: bank, text: words } : undefined;
  } catch (error) {
    if (error instanceof TransferApiError) return 'no list';
    throw error;
  }
}

/** One word that could be a reference. Names of banks can look so too: those are known before this is asked. */
export function readLoneReference(words: string, { services }: Resources): ReadQuestion | undefined {
  const text = loneReference(words, services.findReferences);
  if (text === undefined) return undefined;
  return { command: txn, text, ...(text === words ? {} : { readAs: `${txn.name} ${text}` }) };
}
