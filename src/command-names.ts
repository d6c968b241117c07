import { bareWord } from './reading/bare-word.ts';

/** How commands are written at one door: people can type there exactly what they read there. */
export interface Spelling {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** `words` start with a command's name (`txn`, `txn GARO-8f3k2j1`) or are `help`, which has no slash command. */
  write(words: string): string;
}

export interface CommandNames {
  readonly slash: Spelling;
  readonly mention: Spelling;
  readonly directMessage: Spelling;
  /**
   * The command that a word in a message names, if any: `Txn,` and `txn-staging` name `txn`; `bank-notes` names none,
   * nor does `txn-live`, which belongs to another installation.
   * @param word without the slash that a command copied into a message has
   */
  recognise(word: string): string | undefined;
}

/**
 * The one place that knows how commands are written and recognised. The suffix tells two installations in one workspace
 * apart: `/txn-staging` answers beside `/txn`, and the app's name ends with it too.
 */
export function createCommandNames(names: readonly string[], suffix: string): CommandNames {
  const slash: Spelling = {
    at: 'slash',
    write: (words) => `/${words.replace(/^\S+/, (name) => name + suffix)}`,
  };
  return {
    slash,
    mention: { at: 'mention', write: (words) => `@${appName(suffix)} ${words}` },
    directMessage: { at: 'direct message', write: (words) => words },
    recognise(word) {
      const bare = bareWord(word);
      const asSlash = `/${word.toLowerCase()}`;
      return names.find((name) => name === bare || slash.write(name) === asSlash);
    },
  };
}

/** The app's name in its settings and, after an `@`, in mentions. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}
