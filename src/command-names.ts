/** How a command is written where the question is asked; what a person reads there can be typed there. */
export interface Spelling {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** `words` begin with a command's name: `txn`, `txn GARO-8f3k2j1`; or are `help`, of which there is no slash command. */
  write(words: string): string;
}

export interface Spellings {
  readonly slash: Spelling;
  readonly mention: Spelling;
  readonly directMessage: Spelling;
}

/**
 * The one place that knows of the suffix, which keeps two installations in one workspace apart: `/txn-staging`
 * answers beside `/txn`, and the app is called so too.
 */
export function createSpellings(suffix: string): Spellings {
  return {
    slash: { at: 'slash', write: (words) => `/${words.replace(/^\S+/, (name) => name + suffix)}` },
    mention: { at: 'mention', write: (words) => `@${appName(suffix)} ${words}` },
    directMessage: { at: 'direct message', write: (words) => words },
  };
}

/** As it stands in the app's settings, and behind the `@` of a mention. */
export function appName(suffix: string): string {
  return `txnbot${suffix}`;
}
