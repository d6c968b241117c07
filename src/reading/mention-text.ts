import type { Spelling } from '../command-names.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/index.ts';
import { stripEnds } from './strip-ends.ts';
import { typedMax } from './typed.ts';

export interface Spoken {
  /** All that is said to the bot. */
  words: string;
  /** The first of the words, which should name a command; without its slash. */
  first: string;
  /** What follows it. */
  text: string;
}

const mention = /<@[A-Z\d]+(?:\|[^<>]*)?>/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;
const around = /[^\p{L}\p{N}]/u;

/**
 * What follows the last mention, or the whole where there is none; punctuation and formatting around it go. Asked of
 * every message, whoever wrote it and before anybody was let in: it takes linear time, and no longer text than one types.
 */
export function spokenIn(message: string): Spoken {
  const typed = message.slice(0, typedMax);
  const after = typed.slice(Math.max(0, ...[...typed.matchAll(mention)].map((match) => match.index + match[0].length)));
  const addressed = after.trim() === '' ? typed.replace(/<@[^<>]*>/g, ' ') : after;
  const words = stripEnds(addressed, before, behind);
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text };
}

/** The command that is run for these words: the policy and the listener ask here, and so judge and run the same one. */
export function commandSpoken({ first }: Spoken, slash: Spelling): Command | undefined {
  const name = bareWord(first);
  const asSlash = `/${first.toLowerCase()}`; // a slash command copied into a mention
  return commands.find((known) => known.name === name || slash.write(known.name) === asSlash);
}

/** A word in lower case without the punctuation around it: `*Txn*,` → `txn`. `TXN-20260131001` stays what it is. */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), around, around);
}
