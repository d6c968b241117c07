import { bareWord } from './reading/bare-word.ts';

/** How a command is written where the question is asked; what a person reads there can be typed there. */
export interface Spelling {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** `words` begin with a command's name: `txn`, `txn GARO-8f3k2j1`; or are `help`, of which there is no slash command. */
  write(words: string): string;
}

export interface CommandNames {
  readonly slash: Spelling;
  readonly mention: Spelling;
  readonly directMessage: Spelling;
  /**
   * The command that a word in a message names, if any: `Txn,` and `txn-staging` are `txn`; `bank-notes` is none, and
   * neither is `txn-live`, which another installation answers.
   * @param word without the slash of a command that was copied into a message
   */
  recognise(word: string): string | undefined;
}

/**
 * The one place that knows how commands are written and recognised. The suffix keeps two installations in one workspace
 * apart: `/txn-staging` answers beside `/txn`, and the app is called so too.
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

/** As it stands in the app's settings, and behind the `@` of a mention. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}
