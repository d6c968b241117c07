import { stripEnds } from './strip-ends.ts';
import { typedMax } from './typed.ts';

export interface MentionText {
  /** Everything said to the bot: what stands behind its mention, or all text where nothing does. */
  words: string;
  /** The first word, which should name a command; without its slash. */
  first: string;
  /** The text after the first word. */
  text: string;
  /** The whole message, where more of it stands before the bot's mention: `GARO-8f3k2j1 @txnbot please look`. */
  all?: string;
  /** What of it stands before that mention. */
  before?: string;
}

const mention = /<@([A-Z\d]+)(?:\|[^<>]*)?>/g;
/** With a blank on either side, so that no gap stays that reads like the one between two cells. */
const mentions = /(?: ?<@[^<>]*> ?)+/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;

/**
 * The text that a message says to the bot. Only the bot's own mention addresses it; those of others are blanks. Strips
 * punctuation and formatting around the text. It runs on every message, before access is checked, so it takes linear
 * time and reads no more than a person can type.
 *
 * @param isBot tells the bot's user; without it every mention is a blank
 */
export function mentionText(message: string, isBot: (userId: string) => boolean = () => false): MentionText {
  const typed = message.slice(0, typedMax);
  const own = [...typed.matchAll(mention)].find(([, userId = '']) => isBot(userId));
  const all = bareOf(typed);
  const said = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const words = /[\p{L}\p{N}]/u.test(said) ? said : all;
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { words, first, text, ...(words === all ? {} : { all, before: bareOf(typed.slice(0, own?.index)) }) };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}
