import { countSlips } from '../banks/spelling.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { stripEnds } from '../reading/clean.ts';
import type { CommandName } from '../reading/question.ts';

/** The slash commands without slash and suffix, in the order in which help lists them. */
const names = ['txn', 'tsq', 'bank'] as const satisfies readonly CommandName[];

export type CommandNames = ReturnType<typeof commandNames>;

/**
 * Creates the functions that write and recognise commands; nothing else knows how commands are
 * written. The suffix tells two installations in one workspace apart, `/txn-staging` from `/txn`,
 * and also ends the app's name.
 */
export function commandNames(suffix: string) {
  let bot = appName(suffix);
  const slash: CommandSyntax = {
    at: 'slash',
    write: (words) => `/${words.replace(/^\S+/, (name) => name + suffix)}`,
  };
  const mention: CommandSyntax = { at: 'mention', write: (words) => `@${bot} ${words}` };
  const directMessage: CommandSyntax = { at: 'direct message', write: (words) => words };

  return {
    slash,
    mention,
    directMessage,
    /**
     * Sets the bot's name to the one that Slack states, since an installation may give the bot any
     * name.
     */
    callBot(name: string): void {
      bot = name;
    },
    /**
     * Returns the command that a word names. With the suffix `-staging`, `*Txn*,` and `txn-staging`
     * name `txn`; `bank-notes` names no command, nor does `txn-live`, which belongs to another
     * installation. With a slash, one typo is allowed: `/bnk`, `/tx`.
     * @param word the first word of a text
     */
    recognise(word: string): CommandName | undefined {
      const small = word.toLowerCase();
      const bare = stripEnds(small, punctuation, punctuation);
      const isNamed = (name: CommandName) =>
        name === bare || name + suffix === small.replace('/', '');
      const isMistyped = (name: CommandName) =>
        small.startsWith('/') && countSlips(name, bare) === 1;

      return names.find(isNamed) ?? names.find(isMistyped);
    },
  };
}

/** The app's name in its manifest. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}

const punctuation = /[^\p{L}\p{N}]/u;
