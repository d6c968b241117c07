import { stripEnds } from './clean.ts';

/** Of all commands, in the order of the help: the slash commands without their slash and suffix. */
export const names = ['txn', 'tsq', 'bank'] as const;

export type CommandName = (typeof names)[number];

/** How commands are written at one place, for instance in a mention: people can type there exactly what they read there. */
export interface CommandSyntax {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** The bot's name in Slack; the app's own until Slack has said it. */
  readonly bot: string;
  /** `words` start with a command's name (`txn`, `txn GARO-8f3k2j1`) or are `help`, which has no slash command. */
  write(words: string): string;
}

export type CommandNames = ReturnType<typeof commandNames>;

/**
 * The one place that knows how commands are written and recognised. The suffix tells two installations in one workspace
 * apart: `/txn-staging` answers beside `/txn`, and the app's name ends with it too.
 */
export function commandNames(suffix: string) {
  let bot = appName(suffix);
  const syntax = (at: CommandSyntax['at'], write: CommandSyntax['write']): CommandSyntax => ({
    at,
    get bot() {
      return bot;
    },
    write,
  });
  const slash = syntax('slash', (words) => `/${words.replace(/^\S+/, (name) => name + suffix)}`);
  return {
    slash,
    mention: syntax('mention', (words) => `@${bot} ${words}`),
    directMessage: syntax('direct message', (words) => words),
    /** Takes the name that Slack says the bot has: an installation may call it anything. */
    callBot(name: string): void {
      bot = name;
    },
    /**
     * The command that a word in a message names, if any: `Txn,` and `txn-staging` name `txn`; `bank-notes` names none,
     * nor does `txn-live`, which belongs to another installation.
     * @param word without the slash that a command copied into a message has
     */
    recognise(word: string): CommandName | undefined {
      const bare = bareWord(word);
      const asSlash = `/${word.toLowerCase()}`;
      return names.find((name) => name === bare || slash.write(name) === asSlash);
    },
  };
}

/** The app's name in its manifest. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}

/**
 * A word in lower case without the punctuation around it: `*Txn*,` → `txn`, but `TXN-20260131001` → `txn-20260131001`.
 */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), punctuation, punctuation);
}

const punctuation = /[^\p{L}\p{N}]/u;
