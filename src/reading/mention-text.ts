import { stripEnds } from './strip-ends.ts';
import { typedMax } from './typed.ts';

export interface MentionText {
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

/**
 * What follows the last mention, or the whole where there is none; punctuation and formatting around it go. Asked of
 * every message, whoever wrote it and before anybody was let in: it takes linear time, and no longer text than one types.
 */
export function mentionText(message: string): MentionText {
  const typed = message.slice(0, typedMax);
  const after = typed.slice(Math.max(0, ...[...typed.matchAll(mention)].map((match) => match.index + match[0].length)));
  const addressed = after.trim() === '' ? typed.replace(/<@[^<>]*>/g, ' ') : after;
  const words = stripEnds(addressed, before, behind);
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text };
}
