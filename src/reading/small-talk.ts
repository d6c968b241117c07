import { stripEnds, typedMax } from './characters.ts';

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

/** What somebody asks of watches: to begin or stop one of what the text names, or which ones they have. */
export interface WatchVerb {
  verb: 'watch' | 'stop' | 'watching';
  /** What stands behind the verb. */
  text: string;
}

const lists = /^(?:(?:list|show)(?: my)? |my )?(?:watching|watches)$|^list$|^what (?:am|do) i watch(?:ing)?$/i;
const begins = /^watch(?:$|[\s:,]+(?<text>[\s\S]*))/i;
const stops = /^(?:(?:unwatch|stop watching)(?:$|[\s:,]+(?<text>[\s\S]*))|stop$)/i;
/** A longer text is no short request. */
const textMax = 60;
/** Names nothing: what is meant stands above. */
const behindVerb = /^(?:it|this|that|these|those|them|all|now|please|pls|thanks)$/i;

/** Reads `watch GARO-8f3k2j1`, `unwatch GARO-8f3k2j1`, `stop` and `watching`; `undefined` for any other words. */
export function readWatchVerb(words: string): WatchVerb | undefined {
  const said = withoutPointing(words);
  if (lists.test(said)) return { verb: 'watching', text: '' };
  const stopped = stops.exec(said);
  if (stopped !== null) return { verb: 'stop', text: stopped.groups?.text ?? '' };
  const begun = begins.exec(words);
  return begun === null ? undefined : { verb: 'watch', text: begun.groups?.text ?? '' };
}

/** `stop watching this, please!` → `stop watching` */
function withoutPointing(words: string): string {
  const said = words.split(/[\s,.!?]+/).filter((word) => word !== '');
  const end = said.findLastIndex((word) => !behindVerb.test(word)) + 1;
  return end === 0 || /\d/.test(words) ? words : said.slice(0, end).join(' ');
}

const thanks = /^(?:thanks?|thx|tnx|ty|cheers|noted|great|perfect|ok|okay|nice)$/;
const aroundThanks = /^(?:many|much|all|everyone|team|again|you|so|very|bot|txnbot|for|the|help|your|that|this)$/;

/** Thanks and nothing else: it asks nothing, so no answer is owed. */
export function isThanks(words: string): boolean {
  if (words.length > textMax) return false;
  const said = saidIn(
    words
      .toLowerCase()
      .replace(/a lot/g, 'much')
      .replace(/got it/g, 'noted'),
  );
  return said.some((word) => thanks.test(word)) && said.every((word) => thanks.test(word) || aroundThanks.test(word));
}

const help =
  /^(?:help(?: me)?|(?:so )?what (?:can|do) you do|what can i ask(?: you)?|who are you|what (?:are you|is this)|how (?:do i use (?:this|you)|does this work))(?: please| pls| for me)?$/;
const greeting =
  /^(?:hi|hello|hey|hiya|yo|greetings|good (?:morning|afternoon|evening|day))(?: there| all| team| bot| txnbot| everyone| guys| sir| ma)?$/;

/** Asks what the bot can do. */
export function isHelp(words: string): boolean {
  return /^(?:--help|\?)$/.test(words) || help.test(saidIn(words).join(' '));
}

/** A greeting alone asks for help, but for text behind a command: there it may be a reference. */
export function isGreeting(words: string): boolean {
  return greeting.test(saidIn(words).join(' '));
}

const pointingWord = /^(?:this|that|these|those|it|them|above)$/;
const aroundPointing =
  /^(?:please|pls|plz|kindly|abeg|help|can|could|you|we|me|us|i|check|confirm|look|lookup|see|watch|track|verify|review|requery|trace|monitor|find|treat|with|on|up|at|into|out|about|what|whats|is|are|of|for|the|all|both|one|ones|messages?|alerts?|thread|transactions?|references?|txns?|transfers?|status|here|now|asap|again|also|and|thanks?|sir|ma|team|guys)$/;

/** Names nothing and means what stands above: `check this pls`, `watch these`. */
export function pointsAbove(words: string): boolean {
  const said = saidIn(words);
  return (
    said.some((word) => pointingWord.test(word)) &&
    said.every((word) => pointingWord.test(word) || aroundPointing.test(word))
  );
}

/** Nothing for what is too long for small talk, or holds a digit. */
function saidIn(words: string): string[] {
  if (words.length > textMax || /\d/.test(words)) return [];
  return words
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

const punctuation = /[^\p{L}\p{N}]/u;

/**
 * A word in lower case without the punctuation around it: `*Txn*,` → `txn`, but `TXN-20260131001` → `txn-20260131001`.
 */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), punctuation, punctuation);
}
