import { stripEnds } from './strip-ends.ts';
import { typedMax } from './typed.ts';

export interface MentionText {
  /** Everything said to the bot. */
  words: string;
  /** The first word, which should name a command; without its slash. */
  first: string;
  /** The text after the first word. */
  text: string;
}

const mention = /<@[A-Z\d]+(?:\|[^<>]*)?>/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;

/**
 * The text after the last mention; all text but the mentions when nothing follows. Strips punctuation and formatting
 * around it. It runs on every message, before access is checked, so it takes linear time and reads no more than a
 * person can type.
 */
export function mentionText(message: string): MentionText {
  const typed = message.slice(0, typedMax);
  const after = typed.slice(Math.max(0, ...[...typed.matchAll(mention)].map((match) => match.index + match[0].length)));
  const addressed = after.trim() === '' ? typed.replace(/<@[^<>]*>/g, ' ') : after;
  const words = stripEnds(addressed, before, behind);
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text };
}
