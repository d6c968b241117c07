import leven from 'leven';
import { bareWord, type MentionText } from './small-talk.ts';

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

/** The command that somebody may have misspelt. */
export interface NearestCommand {
  /** The words that were not understood, to quote them. */
  said: string;
  /** The likely command; absent when nothing is near. */
  meant?: { command: string; text: string };
}

/** In words of three or four letters two slips make another word. */
const slipsMax = 1;

/** Letters in the wrong order are one slip. */
function distance(name: string, said: string): number {
  const letters = (word: string) => [...word].sort().join('');
  const slips = leven(name, said, { maxDistance: slipsMax + 1 }); // what is further away is not measured
  return slips > 1 && said.length === name.length && letters(name) === letters(said) ? 1 : slips;
}

/** The command that words which begin with none may have misspelt. */
export function misspelt({ first, text }: Pick<MentionText, 'first' | 'text'>): NearestCommand {
  const near = names.find((known) => distance(known, first.toLowerCase()) <= slipsMax);
  return near === undefined ? { said: `${first} ${text}`.trim() } : { said: first, meant: { command: near, text } };
}
