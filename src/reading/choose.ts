/** A transaction that a conversation is about. */
export interface SubjectItem {
  readonly asked: string;
  readonly isRequery: boolean;
  /** As it was shown last: its status group or its failure, and `open` until it is final. */
  readonly standing?: string | undefined;
  /** Its row in the table that showed it, from 0, where that is sorted. */
  readonly shownAt?: number | undefined;
  /** Whether the last question chose others of the same answer. */
  readonly isOther?: boolean | undefined;
  /** Slack's timestamp of the message that asked for it. */
  readonly ts?: string | undefined;
}

const ordinals = ['first', 'second', 'third', 'fourth'];

/** What people call a transaction, by its `standing`. */
const standings: readonly (readonly [standing: string, names: string])[] = [
  ['moving', 'pending|processing'],
  ['failed', 'failed|failing|declined|rejected|bounced'],
  ['reversed', 'reversed|refunded'],
  ['settled', 'successful|settled|completed|done'],
  ['open', 'open|stuck|unsettled|delayed|(?:no|never|not) (?:go|gone|going) through'],
  ['not_found', 'missing'],
];

const standing = `(?:${standings.map(([, names]) => names).join('|')})`;
/** Words behind which bare numbers are places: `watch 1 and 3`. */
const deeds = 'watch|take|requery|check';
const nouns =
  '(?:ones?|trans\\w+|payments?|txns?|(?:two|three|\\d)(?! (?:h|min|day|week|month)))\\b';
const end = '(?=\\W*(?:(?:pls|please|abeg|now)\\W*)?$)';
const place = `(?:${ordinals.join('|')}|last|others?|rest|remaining|\\d{1,2}(?:st|nd|rd|th))\\b`;

/**
 * Matches words that choose from several things: `the second one`, `number 3`, `the last two`, `the
 * pending ones`, `those that failed`, and what no status tells: `the zenith one`.
 */
const choices = [
  `\\b(?:the )?${place} ${nouns}|\\bthe (?!other)${place}(?! (?:\\d|to|few|person|time|update|status|minute|hour|day|week)s?\\b)|\\b(?!last)${place}${end}`,
  '\\b(?:number|no\\.?|item) ?\\d{1,2}\\b(?! ?\\d)',
  `(?<=^\\W*(?:${deeds}) )\\d{1,2}(?:(?: and |, ?| ?& ?| )\\d{1,2})*(?=\\W*$)`,
  `\\b(?:the|those|these|only|just|both) (?:still |two |three |\\d )?${standing}(?: ${nouns}|${end})`,
  `\\b(?:(?:the )?ones?|(?:those|any|all)(?= (?:that|which|wey))|which(?:ever)?)(?: (?:that|which|wey|is|are|still|dey|don|has|have))* ${standing}\\b`,
  `\\ball (?:the )?${standing} ones\\b`,
  '\\b(?:the ones?|those|any|all) (?:that|which|wey|from|to|for|with)\\b',
  "\\b(?:the|only|just) (?:(?!(?:of|this|that|for|on|is|in|and|to|same|only|above|reference)\\b)(?:[\\p{L}'’]+|\\d[\\d.,]*[km]) ){1,3}ones?\\b",
].join('|');
const choicePattern = new RegExp(choices, 'giu');

/** Matches words that leave out what is chosen behind them. */
const exclusion = new RegExp(
  `\\b(?:except|excluding|apart|than|not|don['’]?t \\w+|without|but)(?: for| from)? (?:${choices})`,
  'iu',
);

/** Matches a status that is denied: `the ones not successful`. */
const denial = new RegExp(`\\b(?:not|isn['’]?t|aren['’]?t|never) (?:yet )?${standing}`, 'i');

/** Matches words for all that an answer had, not only what was chosen from it last. */
export const everything =
  /\b(?:all|both|everything|each|every one|(?:two|three|four) of (?:them|these|those))\b/i;

/** Matches words for what the last answer was not about. */
export const otherOnes = /\b(?:others?|rest|remaining)\b/i;

/** Replaces what chooses by `it`: `watch the second one` is read as `watch it`. */
export const replaceChoices = (text: string) => text.replace(choicePattern, 'it');

/**
 * Chooses from what a conversation is about by the words of a text, in the order of `all`: all that
 * it was about last if they choose nothing.
 * @returns `undefined` if the words choose, but nobody can tell what; empty if nothing is so
 */
export function choose(text: string, all: readonly SubjectItem[]) {
  const phrases = text.match(choicePattern);
  if (all.length > 1 && (exclusion.test(text) || denial.test(text))) return undefined;
  if (phrases === null) return everything.test(text) ? all : all.filter(({ isOther }) => !isOther);

  const chosen = phrases.map((phrase) => chooseBy(phrase.toLowerCase(), all));
  const isPart = chosen.length > 1 && chosen.some((some) => some?.length === 0);
  if (isPart || chosen.includes(undefined)) return undefined;
  return all.filter((item) => chosen.some((some) => some?.includes(item)));
}

function chooseBy(phrase: string, all: readonly SubjectItem[]) {
  if (/^\d{1,2}\b(?![a-z])/.test(phrase)) return atPlaces(phrase.match(/\d+/g) ?? [], all);

  const has = (words: string) => new RegExp(`\\b(?:${words})\\b`).test(phrase);
  const inWords = has('three') ? 3 : Number(has('two')) * 2;
  const number = Number(/\d+/.exec(phrase)?.[0] ?? inWords);
  if (has('last')) return all.slice(-(number || 1));
  if (has('first')) return all.slice(0, number || 1);

  const nth = /\d[a-z]|^[in]/.test(phrase) ? number : ordinals.findIndex(has) + 1;
  if (nth > 0) return oneOf(all.slice(nth - 1, nth));
  if (otherOnes.test(phrase)) return oneOf(all.filter(({ isOther }) => isOther));

  const isKnown = all.some((item) => item.standing);
  if (all.length === 1) return all;

  const meant = standings.find(([, names]) => has(names))?.[0];
  if (meant === undefined || !isKnown) return undefined;
  return all.filter((item) => item.standing?.split(' ').includes(meant));
}

function atPlaces(places: readonly string[], all: readonly SubjectItem[]) {
  const items = places.map((place) => all[Number(place) - 1]);
  return items.includes(undefined) ? undefined : items;
}

const oneOf = (items: readonly SubjectItem[]) => (items.length > 0 ? items : undefined);

/** Whether a text chooses from several things. */
export const isChoosing = (text: string) => replaceChoices(text) !== text;
