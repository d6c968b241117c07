import type { Spelling } from '../views/spelling.ts';
import type { Command } from './command.ts';
import { commands } from './index.ts';

export interface Spoken {
  /** All that is said to the bot. */
  words: string;
  /** The first of the words, which should name a command; without its slash. */
  first: string;
  /** What follows it. */
  text: string;
}

/** What follows the last mention, or the whole where there is none; punctuation and formatting around it go. */
export function spokenIn(message: string): Spoken {
  const after = message.slice(
    Math.max(0, ...[...message.matchAll(/<@[A-Z\d]+(?:\|[^>]*)?>/g)].map((match) => match.index + match[0].length)),
  );
  const addressed = after.trim() === '' ? message.replace(/<@[^>]*>/g, ' ') : after;
  const words = addressed.replace(/^[\s,:;.!*_`~-]+|[\s*_`~]+$/g, '');
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text };
}

/** The command that is run for these words: the policy and the listener ask here, and so judge and run the same one. */
export function commandSpoken({ first }: Spoken, slash: Spelling): Command | undefined {
  const name = lettersOf(first);
  const asSlash = `/${first.toLowerCase()}`; // a slash command copied into a mention
  return commands.find((known) => known.name === name || slash.write(known.name) === asSlash);
}

/** A word in lower case without what stands around or within it: `*Txn*,` → `txn`. */
export function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}
