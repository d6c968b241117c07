import type { CommandSyntax } from '../blocks/offers.ts';
import { stripEnds } from '../reading/clean.ts';
import type { CommandName } from '../reading/question.ts';

/** In the order of the help: the slash commands without their slash and suffix. */
const names = ['txn', 'tsq', 'bank'] as const satisfies readonly CommandName[];

export type CommandNames = ReturnType<typeof commandNames>;

/**
 * The one place that knows how commands are written and recognised. The suffix tells two installations in one workspace
 * apart: `/txn-staging` answers beside `/txn`, and the app's name ends with it too.
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
    /** Takes the name that Slack says the bot has: an installation may call it anything. */
    callBot(name: string): void {
      bot = name;
    },
    /**
     * The command that a word in a message names: `*Txn*,` and `txn-staging` name `txn`; `bank-notes` names none, nor
     * does `txn-live`, which belongs to another installation.
     * @param word without the slash that a command copied into a message has
     */
    recognise(word: string): CommandName | undefined {
      const bare = stripEnds(word.toLowerCase(), punctuation, punctuation);
      const asSlash = `/${word.toLowerCase()}`;
      return names.find((name) => name === bare || slash.write(name) === asSlash);
    },
  };
}

/** The app's name in its manifest. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}

const punctuation = /[^\p{L}\p{N}]/u;
