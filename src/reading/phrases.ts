import { countSlips, sortLetters } from '../text.ts';

/** What people say beside references and banks. */
export type Talk =
  | TalkWithoutReferences
  /**
   * A request for a change such as a reversal, which txnbot never makes. The text may name
   * transactions.
   */
  | { kind: 'act' }
  /**
   * `rest` is any further request: `and tell me about B` of `stop watching A and tell me about B`.
   */
  | { kind: 'watch' | 'stop'; text: string; rest: string };

/** Talk about transactions that the text names, or that the conversation is about. */
export type AboutThem = 'transactions' | 'comparison' | 'who' | 'on it' | 'note' | 'age';

/** Talk whose words, references aside, are all that it says. */
export interface TalkWithoutReferences {
  /** Whether only a clause of the text is talk, and the rest says nothing that is known. */
  isClause?: boolean;
  kind:
    | AboutThem
    | 'thanks'
    | 'greeting'
    | 'complaint'
    | 'where'
    | 'help'
    | 'watching'
    | 'open'
    | 'own look-ups'
    | 'service'
    | 'bank state'
    | 'list';
}

const wordSet = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Words that are polite in any question. */
export const courtesies =
  'please pls plz plss kindly abeg biko sir ma thanks thank you hi hello hey dear team guys';

export const days =
  'today yesterday week month monday tuesday wednesday thursday friday saturday sunday';

/** Words that add nothing to a request. */
const politeness = wordSet(
  courtesies,
  'oga madam o oo bot txnbot so and ok okay can could will would help me us for now asap urgently again',
);

/** Splits a text into lower-case words, without punctuation. */
function lowerCaseWords(text: string): string[] {
  const lowerCase = text.toLowerCase().replace(/['’]/g, '');
  return lowerCase.match(/[\p{L}\p{N}-]+|^\?+$/gu) ?? [];
}

/** The words of a text that are no politeness, in lower case: of `GTB code, pls` the first two. */
export function tellingWords(text: string): string[] {
  return lowerCaseWords(text).filter((word) => !politeness.has(word));
}

/** Stands for the references of a text whose other words are read as talk. */
export const referenceWord = 'reference';

const pointing = `it this that these those them above am ${referenceWord}`;
const pointers = wordSet(pointing);
const states =
  'pending fail failed failing processing delayed stuck slow down up fine working back available successful settled reversed declined rejected bounce bounced';
const things =
  'message messages alert alerts thread transaction transactions references ref txn txns transfer transfers payment payments';
const little =
  'is are was the a an of on to at in by with what whats which why how any all both one ones still not yet my our';
const gratitude = 'thanks thank thx tnx ty cheers noted great perfect nice';
const aroundGratitude = `boss chief man bro many much a lot very got work job well done your all everyone the try jare joor ${pointing}`;
const greetings = 'hi hello hey hiya yo greetings morning afternoon evening';
const aroundGreetings = 'good day there all everyone boss';
const services = 'service api system network platform nibss nip everything everyone everybody';
const outcomes = 'pending failed unsettled reversed stuck successful';
const aroundOutcomes = `list show give get find see every everything todays yesterdays latest recent since from last ${days} ${things} ${little}`;
/** Also in Nigerian Pidgin: `e don land?`, `how far`, `wetin happen`. */
const outcome =
  'why status requery re-query recheck re-check check update land landed drop dropped clear cleared settle settled arrive arrived enter entered reflect reflected resolve resolved gone requeried';
const inquiries = `${outcome} where far long reason wrong happened wetin now look still ${pointing}`;
const aroundInquiries = `do did has have its e don never been finally go through dey happen happening went for be na look lookup see watch track verify confirm review trace monitor find treat take get got i into out about latest there here also dont just tell ${states} ${things} ${little} ${pointing}`;

const help =
  /^(?:-*help(?: me| us| txn| tsq| bank)?|\?+|what is this|(?:what|who) (?:can|do|are|is) (?:you|i)(?: \w+)?|how (?:do|does|can|to) .{1,60})$/;
const watching = /^list$|^(?:(?:list|show|my|what|am|do|i) )*watch(?:ing|es)?$/;
/** Words of talk that name no bank either. */
export const talkWords = `${inquiries} ${aroundInquiries}`;
const aroundOpen = `list show what whats is do we have all everything that still ones ${things}`;
const own =
  /^what (?:did|have) i (?:look|ask|check)|\bmy (?:recent |last )?(?:look-?\s?ups?|history|searches)\b/;

const works =
  '(?:down|up|back|slow|bad|working|available|failing|having (?:issues?|problems?|downtime)|ok|okay)';

/**
 * Matches a question about whether a bank works, also with a time: `is opay down?`, `opay down
 * since 10am`.
 */
const state = new RegExp(`^\\S.{0,50}? ${works}(?: (?:today|now|since|from|for)(?: .{1,30})?)?$`);

/** Matches the question of a longer text: `morning! is opay down today? plenty pending`. */
export const isState = new RegExp(`\\bis (?:\\S+ ){1,3}${works}\\b`, 'i');

/** Whether a text also asks if a bank works, which nobody here can tell: `wema slow today?`. */
export function asksState(text: string): boolean {
  return isState.test(text) || state.test(lowerCaseWords(text).join(' '));
}

/**
 * Returns a test that at least one word is in `some`, and every other word in `some` or `every`, or
 * polite.
 */
const onlyWords = (some: string, every: string) => {
  const [telling, others] = [wordSet(some), wordSet(every)];
  const isKnown = (word: string) => telling.has(word) || others.has(word) || politeness.has(word);
  return (said: readonly string[]) => said.some((word) => telling.has(word)) && said.every(isKnown);
};
const matches = (pattern: RegExp) => (said: readonly string[]) => pattern.test(said.join(' '));

const it = `(?:(?:it|this|that|these|those|them|am|${referenceWord})(?: one)?(?: ${referenceWord})?)`;
const me = '(?:(?:i(?: ?m|ll|ve| am| will| go| dey| don| have)?|let me|make i|already) )';
const handle = '(?:handl(?:e|ing)|treat(?:ing)?|sort(?:ing)?|work(?:ing)? on|tak(?:e|en|ing)|took)';
const who = new RegExp(
  `^(?:who|(?:is )?any ?(?:one|body))(?:s| else| is| has| dey| don| already)* (?:on ${it}|asked|asking|saw|seen|checked|looked|${handle})\\b.{0,20}$`,
);
/** Matches only what cannot mean that something arrived: `got it` looks up. */
const onIt = new RegExp(
  `^(?:${[
    `${me}*on ${it}`,
    `(?:${it} |its |is )*mine(?: ${it})?`,
    `tak(?:e|ing) ${it}`,
    `${me}+${handle} ${it}`,
    `${me}*tak(?:e|ing)(?: ${it})? over(?: ${it})?`,
    `(?:leave|assign|give) ${it} (?:for|to) me`,
    `${it} (?:is )?(?:with|assigned to) me`,
  ].join('|')})$`,
);
const aroundNote = `a the send give write copy for to bank banks of on about ${pointing}`;
/** Matches what asks for the reason of a status, or for a time to come: no record has either. */
const reason =
  /\b(?:why|how long|reason|went wrong|what happened|when (?:\w+ )?(?:will|would|go|can|should|refund|land|drop|settle))\b/i;
const whereId =
  /^(?:where|how (?:do|can) (?:i|we) (?:see|find|get))\b.{0,30}\bid(?:s|entifiers?)?$/;
const complaint =
  /\b(?:bot|txnbot|you)(?: \w{1,4}){0,2} (?:(?:no|not|\w+nt|never)(?: dey)? (?:work|answer|repl|respond)|down$|broken|slow)/;

const isInquiry = onlyWords(inquiries, aroundInquiries);
const again = matches(/\bre-?(?:query|check)\b|\b(?:check|look|see)\b.* again\b/);

/** The first matching row wins. For a new case, add a word or a row. */
const table: readonly [TalkWithoutReferences['kind'], (said: readonly string[]) => boolean][] = [
  ['thanks', onlyWords(gratitude, aroundGratitude)],
  ['greeting', onlyWords(greetings, aroundGreetings)],
  ['complaint', matches(complaint)],
  ['where', matches(whereId)],
  ['help', matches(help)],
  ['watching', matches(watching)],
  ['open', onlyWords('open', aroundOpen)],
  ['own look-ups', matches(own)],
  ['service', matches(/^whats? (?:is )?(?:down|slow|failing|not working)$/)],
  ['service', onlyWords(services, `transfer transfers transactions ${states} ${little}`)],
  ['who', matches(who)],
  ['on it', matches(onIt)],
  ['note', onlyWords('note', aroundNote)],
  [
    'age',
    (said) =>
      reason.test(said.join(' ')) && (said.some((word) => pointers.has(word)) || isInquiry(said)),
  ],
  ['comparison', (said) => again(said) && isInquiry(said)],
  ['transactions', isInquiry],
  ['list', onlyWords(outcomes, aroundOutcomes)],
  ['bank state', matches(state)],
];

/** Matches a request to watch, such as `tell me when X changes`, but not `tell me about X`. */
const watch =
  /^(?:watch|follow(?! ?-?up)|monitor|keep an eye on|(?:notify|alert|ping|inform) (?:me|us)(?: (?:when|if|once|as soon as|about|on|of))?|(?:tell|update|let) (?:me|us)(?: know)? (?:when|if|once|as soon as))(?=[\s:,]|$)[\s:,]*(?<text>[\s\S]*)$/i;
const stop =
  /^(?:unwatch|stop(?:(?: (?:the|all|every|my|to|dey))* (?:alerts?|watch(?:es)?|notifications?|updates?|(?:watch|follow|tell|notify|alert|ping|inform|send)(?:ing)?|updating)(?: (?:me|us))?(?: (?:about|of|on|for|when|if))?|(?=(?:[\s.,!]+(?:it|this|that|these|those|them|all|now|please|pls|o|abeg|thanks))*[\s.!]*$)))(?=[\s:,.!]|$)[\s:,.!]*(?<text>[\s\S]*)$/i;

/** Matches a request to stop all that is watched, which is listed, each with its button. */
const isOfAll = /^(?!.*(?:\d|\bth(?:em|[eo]se|is|at)\b)).*\b(?:all|every|everything|watches)\b/i;

/**
 * Matches the start of a further request, which follows the text that says what to watch or stop.
 */
const clause =
  /(?:[,;.!?]|\s(?:and|then|but))[\s,]{1,8}(?:(?:and|then|but|also|please|pls|can you|could you) )*(?=(?:tell|show|check|look|find|requery|let|give|send|watch|unwatch|stop|follow|what|whats|why|how|who|when|is|status|resend|reverse|refund)\b(?!-))/i;

/** Verbs that ask for a change. */
const acts = [
  're-?(?:send|push|pay|try|process|initiate)|send (?:(?:it|this|that|them) )?(?:again|back|a second time|one more time|twice)|push|pay \\S+ again|repeat',
  'reverse|reversal|revert|undo|refund|cancel|stop|recall|block|void|approve|release|update \\S+ to|mark \\S+ as',
].join('|');

/**
 * A request for a change: such a verb at the start, after `to` or the like (`we need to refund X`),
 * or before `it`.
 */
const wish =
  '(?:(?<=\\w )(?<!\\b(?:ask|tell|get|let|want)(?: \\w+){1,3} )to|please|pls|plz|kindly|i|we|you|can|should|may|and|initiate|request|process|do|do an?)\\s';
const isWish = new RegExp(
  `^(?:${acts})\\b|(?<![\\w-])${wish}(?:${acts})\\b|(?<![\\w-])(?:${acts}) (?:it|this|that|them)\\b|[.,;:!?]\\s*(?:${acts})\\W*$`,
  'i',
);

/** A misspelt verb of a text, and the verb that was probably meant. */
export interface Misspelt {
  typed: string;
  meant: string;
}

const verbs =
  'watch unwatch watching monitor notify stop take requery recheck open help list'.split(' ');

/**
 * Finds a misspelt verb at either end of the words around a reference, or alone: `wacth
 * GARO-8f3k2j1`, `opne`.
 */
export function findMisspelt(text: string): Misspelt | undefined {
  const words = tellingWords(text).filter((word) => word !== referenceWord);
  for (const typed of [words[0], words.at(-1)]) {
    const meant = verbs.find((verb) => typed !== undefined && isSlipOf(verb, typed));
    if (typed !== undefined && meant !== undefined) return { typed, meant };
  }

  return undefined;
}

/** Whether a word is a verb with one slip, rather than another word: `stops`, `step`. */
function isSlipOf(verb: string, typed: string): boolean {
  if (typed.length < 4 || typed[0] !== verb[0] || countSlips(typed, verb) !== 1) return false;

  const isOtherLetter = verb.length < 5 && typed.length === verb.length;
  if (isOtherLetter && sortLetters(typed) !== sortLetters(verb)) return false;
  return !/[sdnr]$/.test(typed) || !typed.startsWith(verb);
}

/** Matches a time or a duration, as in `since 10am` and `for 20 minutes`. */
const times =
  /\b(?:\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,3} ?(?:[ap]m|h|hrs?|hours?|mins?|minutes?|days?))\b/gi;

const places = ['first', 'second', 'third', 'fourth'];
/** Matches one of several things that the conversation is about: `the second one`, `number 3`. */
const ordinals = new RegExp(
  `\\b(?:the )?(?<place>${places.join('|')}|last|other|\\d{1,2}(?:st|nd|rd|th))(?: one|(?<=the \\w+)|(?=\\W*(?:pls|please|abeg)?\\W*$))\\b|\\b(?:number|no\\.?|item) ?(?<number>\\d{1,2})\\b(?! ?\\d)`,
  'gi',
);

/**
 * Finds which of several things a text means: 0 of `the first one`, -1 of `the last one`;
 * `undefined` if it means no certain one.
 */
export function placeIn(text: string): number | undefined {
  const [found] = text.matchAll(ordinals);
  const { place = '', number = place } = found?.groups ?? {};
  if (/^last$/i.test(place)) return -1;

  const at = places.indexOf(place.toLowerCase()) + 1 || Number.parseInt(number, 10);
  return at > 0 ? at - 1 : undefined;
}

/** The longest small talk, in characters. */
const talkMax = 300;

/** What parts a message into clauses. */
const clauseEnd = /[,.;?!…]+(?=\s|$)|\n|\s[–—-]+\s|\s(?:and|so|but)(?=\s)/gi;

/** Matches thanks, whatever else stands behind them: `thanks my guy, well done`. */
const isThanks = /^(?:thanks|thank you|thx|tnx|ty|cheers|well done)\b/i;

/** Matches a text that asks something, so that thanks or a greeting in it are not all. */
const isAsking = /\?|\b(?:who|what|when|which|why|how|where|wetin|explain|code)\b/i;

/** What a look-up shows, or is answered elsewhere. */
const shown = `${outcome} ${states} happened done paid sent received amount much charge bank code sender beneficiary name account session id created look go`;
/** Matches such a word, a bank's code, and a piece of program. */
const isShown = new RegExp(
  `\\b(?:${shown.replaceAll(' ', '|')}|0\\d\\d(?:\\d{3})?)\\b|[{}=<>]`,
  'i',
);

/** Whether a text also asks what no look-up answers: `are they the same?`. */
export function asksMore(text: string): boolean {
  return text.split(/(?<=[,.;?!])\s|\n|\s(?:and|so|but)\s/i).some((part) => {
    const isAnswered =
      isShown.test(part) || isWish.test(part) || reason.test(part) || findKind(part);
    const isAsked = isAsking.test(part) && tellingWords(part).length > 1 && !isAnswered;
    return isAsked || /\bfault\b/i.test(part);
  });
}

/**
 * Reads a text as talk: as a whole or, if it names nothing, by its first clause that is talk. `help`
 * if the text is empty, `undefined` if it is no talk that the bot knows.
 */
export function classifyTalk(text: string): Talk | undefined {
  if (text === '') return { kind: 'help' };

  const pointed = text.replace(ordinals, 'it');
  const words = pointed.replace(leading, '').trimStart();
  const order = readOrder(words);
  if (order) return order;
  if (isWish.test(words)) return { kind: 'act' };

  const timeless = pointed.replace(times, '');
  if (/\d/.test(timeless) || text.length > talkMax) return undefined;

  const whole = findKind(timeless);
  const clauses = timeless.split(clauseEnd);
  const isOne = clauses.filter((clause) => tellingWords(clause).length > 0).length < 2;
  if (whole && (isOne || whole !== 'bank state')) return { kind: whole };

  const ends = [...timeless.matchAll(clauseEnd)].map(({ index, 0: end }) => index + end.length);
  const behind = ends.map((end) => timeless.slice(end).trimStart().replace(leading, ''));
  const ordered = behind.map(readOrder).find(Boolean);
  if (ordered) return ordered;

  // `please note, GARO-8f3k2j1 failed` asks for no note.
  const kinds = clauses.map(findKind).filter((each) => each !== 'note');
  const kind = kinds.find((each) => each && each !== 'thanks' && each !== 'greeting');
  if (kind) return { kind, isClause: true };

  const polite = isThanks.test(text) ? 'thanks' : kinds.find(Boolean);
  return polite && !isAsking.test(text) ? { kind: polite, isClause: true } : undefined;
}

/** Reads a text that begins with a request to watch or to stop. */
function readOrder(words: string) {
  const stopped = stop.exec(words);
  if (stopped && isOfAll.test(words)) return { kind: 'watching' } as const;
  if (stopped) return { kind: 'stop', ...splitRequest(stopped.groups?.text) } as const;

  const begun = watch.exec(words);
  return begun ? ({ kind: 'watch', ...splitRequest(begun.groups?.text) } as const) : undefined;
}

/** Finds the kind of talk that words are, all of them. */
function findKind(text: string): TalkWithoutReferences['kind'] | undefined {
  const all = lowerCaseWords(text);
  const bare = tellingWords(text);
  return table.find(([, fits]) => fits(all) || fits(bare))?.[0];
}

/** Matches polite words at the start: `abeg` of `abeg watch GARO-1`. */
const leading = new RegExp(
  `^(?:(?:${[...politeness].join('|')}|i (?:want|need) to)\\b[\\s,.!]*)+(?=\\S)`,
  'i',
);

/**
 * Splits off a further request as `rest`; `text` is empty if its words only point at things: `watch
 * this, please`.
 */
function splitRequest(all = ''): { text: string; rest: string } {
  const text = all.slice(0, clause.exec(all)?.index);
  const [first = ''] = text.split(clauseEnd);
  const isPointing =
    !/\d/.test(text) &&
    lowerCaseWords(first).every((word) => politeness.has(word) || pointingWords.has(word));
  return { text: isPointing ? '' : text, rest: all.slice(text.length) };
}

const pointingWords = wordSet(
  pointing,
  'one ones',
  things,
  'e the all now finally change changes move moves drop drops settle settles clear clears arrive arrives land lands fail fails complete completes',
);
