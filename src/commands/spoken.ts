/** A sentence to txnbot, taken apart. */
export interface Spoken {
  /** What is meant for it. */
  words: string;
  /** The first of the words, as it was written but for a slash. */
  first: string;
  /** The letters of the first word: what a command is known by. */
  name: string;
  /** What follows the first word. */
  text: string;
}

/** One reading for all: what is judged must be what is run. */
export function spoken(said: string): Spoken {
  const words = addressed(said);
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, name: first.toLowerCase().replace(/[^a-z]/g, ''), text };
}

/** What follows the last mention, or the whole where there is none; punctuation and formatting around it go. */
function addressed(said: string): string {
  const after = said.slice(
    Math.max(0, ...[...said.matchAll(/<@[A-Z\d]+(?:\|[^>]*)?>/g)].map((match) => match.index + match[0].length)),
  );
  const words = after.trim() === '' ? said.replace(/<@[^>]*>/g, ' ') : after;
  return words.replace(/^[\s,:;.!*_`~-]+|[\s*_`~]+$/g, '');
}
