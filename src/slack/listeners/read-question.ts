import { bank } from '../../commands/bank.ts';
import type { AnyCommand } from '../../commands/command.ts';
import { commandNamed, commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { isHelp } from '../../commands/run-command.ts';
import { txn } from '../../commands/txn.ts';
import { TransferApiError } from '../../errors.ts';
import { readBankQuestion } from '../../reading/bank-question.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import type { FindReferences } from '../../reading/find-references.ts';
import { loneReference } from '../../reading/lone-reference.ts';
import type { MentionText } from '../../reading/mention-text.ts';
import { type Guess, nearestCommand } from '../../reading/nearest-command.ts';
import { type PlainQuestion, readPlainQuestion } from '../../reading/plain-question.ts';
import { isPlainlyNamed } from '../../reading/plainly-named.ts';
import { readWatchVerb } from '../../reading/watch-verb.ts';

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
  if (named) return withBefore({ command: named, text }, said, findReferences);
  if (isAboutWatches(words, findReferences)) return withBefore({ command: txn, text: words }, said, findReferences);
  if (isHelp(words) || misspelt(said).meant) return undefined;
  const read = readPlainly(words, findReferences);
  if (read) return withBefore(read, said, findReferences);
  return all === undefined ? undefined : readPlainly(all, findReferences);
}

/** The answer says what stands before the mention and was not asked for: `GARO-8f3k2j1 @txnbot GARO-1a2b3c4`. */
function withBefore(read: ReadQuestion, { words, all }: MentionText, findReferences: FindReferences): ReadQuestion {
  if (all === undefined || read.command === bank) return read;
  const said = (text: string) => {
    const { references, identifiers } = findReferences(text);
    return [...references, ...identifiers];
  };
  const asked = new Set(said(words));
  return {
    ...read,
    leftOut: said(all)
      .filter((each) => !asked.has(each))
      .concat(read.leftOut ?? []),
  };
}

function readPlainly(words: string, findReferences: FindReferences): ReadQuestion | undefined {
  const cleaned = cleanInput(words);
  const plain = readPlainQuestion(cleaned, findReferences, words);
  const command = commandNamed(plain?.command);
  if (!plain || !command) return undefined;
  const { isBare, ...asked } = plain;
  return { ...asked, command, ...(isBare ? {} : { readAs: `${command.name} ${plain.text}` }) };
}

/** `watching` alone, and `watch` with what could be meant as a reference: other words that begin so are talk. */
function isAboutWatches(words: string, findReferences: FindReferences): boolean {
  const asked = readWatchVerb(cleanInput(words));
  if (asked?.verb !== 'watch') return asked !== undefined;
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
 * Words that are a bank's name or short name, as the list has it, and no talk that holds one. Where there is no list the service is asked for it:
 * what was read as a bank yesterday is no unknown word after a restart.
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
