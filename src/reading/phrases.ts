import { replaceChoices } from './choose.ts';

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
    | 'privacy'
    | 'where'
    | 'help'
    | 'watching'
    | 'open'
    | 'own look-ups'
    | 'service'
    | 'bank state'
    | 'list';
}

/** Whether only a clause of a text is talk: what else stands there is read first. */
export const isOnlyClause = (talk: Talk | undefined) => talk !== undefined && 'isClause' in talk;

/** The words of lines, in which a blank stands between two. */
export const wordSet = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Words that are polite in any question. */
export const courtesies =
  'please pls plz plss kindly abeg biko sir ma thanks thank you hi hello hey dear team guys';

const days = 'today yesterday week month monday tuesday wednesday thursday friday saturday sunday';

const softeners =
  'oga madam o oo bot txnbot so and ok okay can could will would help me us for now asap urgently again';

/** Words that add nothing to a request. */
const politeness = wordSet(courtesies, softeners);

/** Matches polite words at the start: `abeg` of `abeg watch GARO-1`. */
const politeStart = new RegExp(
  `^(?:(?:${[...politeness].join('|')}|i (?:want|need) to)\\b[\\s,.!]*)+(?=[^\\s?])`,
  'i',
);

/** Splits a text into lower-case words, without punctuation. */
export function lowerCaseWords(text: string): string[] {
  const lowerCase = text.toLowerCase().replace(/['’]/g, '');
  return lowerCase.match(/[\p{L}\p{N}-]+|^\?+$/gu) ?? [];
}

/** The words of a text that are no politeness, in lower case: of `GTB code, pls` the first two. */
export function tellingWords(text: string): string[] {
  return lowerCaseWords(text).filter((word) => !politeness.has(word));
}

/** Stands for the references of a text whose other words are read as talk. */
export const referenceWord = 'reference';

/**
 * The words of talk: those that tell a kind (`thanksWords`), and those that may only stand beside
 * them (`besideThanks`).
 */
const pronouns = `it this that these those them above am ${referenceWord}`;
/** What a record may say of itself. */
export const recordStates =
  'pending fail process delay stuck fine work back successful settle reverse decline reject bounce';
const stateWords = `${recordStates} slow down up available`;
const transactionNouns =
  'message alert thread transaction reference ref txn transfer payment payout';
const fillers =
  'is are was the a an of on to at in by with what whats which why how any all both two three one ones still not yet my our';
const thanksWords = 'thank thx tnx ty cheers noted great perfect nice';
const besideThanks = `boss chief man bro many much a lot very got work job well done your all everyone the try jare joor ${pronouns}`;
const greetings = 'hi hello hey hiya yo greetings morning afternoon evening';
const besideGreetings = 'good day there all everyone boss';
const services =
  'you u bot txnbot service api system switch network platform nibss nip everything everyone everybody';
const besideServices = `even alive there doing right ${transactionNouns} ${stateWords} ${fillers}`;
const outcomes = 'pending failed unsettled reversed stuck successful';
const besideOutcomes = `many count right there currently far hour minute list show give get find see every everything latest recent since from last ${days} ${transactionNouns} ${fillers}`;
/** Matches a request for all transactions of a time or a person, but not for those that were named. */
const listPattern = new RegExp(
  `^(?:list|show|find|get|give)\\b(?!.*\\b(?:details?|it|these|those|them|${referenceWord})\\b).*\\b(?:all|every\\w*|any|(?:trans|pay|txn)\\w*s)\\b.*(?:account|acct|customer|user|merchant|day|week|month)s?\\b`,
);
/** Asks what has become of it, also in Nigerian Pidgin: `any update?`, `e don land?`, `how far`. */
export const outcomeQuestions =
  'why status requery re-query recheck re-check check update land drop clear settle arrive enter reflect resolve gone requeried';
const inquiries = `${outcomeQuestions} where far long reason wrong happen wetin now look still session id type ${pronouns}`;
const besideInquiries = `show list anyone anybody someone somebody do did has have its e don never been finally go through dey went be na lookup see watch track change verify confirm review trace monitor tsq find treat take get got i into out about latest there here also dont just tell ${stateWords} ${transactionNouns} ${fillers} ${pronouns}`;

const helpPattern =
  /^(?:-*help(?: \w+)?|\?+|what is this|(?:what|who|wetin) (?:(?:can|do|are|is) (?:you|i)|(?:una|you|u) (?:fit|sabi|dey|can))(?: \w+)?|how (?:do|does|can|to) .{1,60})$/;
const besideWatching = `${besideInquiries} wetin anything im mine currently active rn`;
/** Words of talk that name no bank either. */
export const talkWords = `${inquiries} ${besideInquiries} ${besideOutcomes} ${softeners}`;
const opens = 'open hanging outstanding leave left';
const besideOpen = `wetin dey do did has we anything that evening night shift ${besideOutcomes}`;
const ownLookUpsPattern =
  /^what (?:did|have) i (?:look|ask|check)|\bmy (?:recent |last )?(?:look-?\s?ups?|history|searches)\b/;

const bankStates =
  '(?:down|up|back|slow|bad|working|available|failing|having (?:issues?|problems?|downtime)|ok|okay)';

/**
 * Matches a question about whether a bank works, also with a time: `is opay down?`, `opay down
 * since 10am`.
 */
const bankStatePattern = new RegExp(
  `^\\S.{0,50}? ${bankStates}(?: (?:today|now|since|from|for)(?: .{1,30})?)?$`,
);

/** Matches the question of a longer text: `morning! is opay down today? plenty pending`. */
export const bankStateQuestion = new RegExp(`\\bis (?:\\S+ ){1,3}${bankStates}\\b`, 'i');

/** Whether a text also asks if a bank works, which nobody here can tell: `wema slow today?`. */
export function asksState(text: string): boolean {
  return bankStateQuestion.test(text) || bankStatePattern.test(lowerCaseWords(text).join(' '));
}

/** A word, and what it may be without its ending: `sends`, `used`, `dropped`, `really`. */
export function formsOf(word: string): string[] {
  const stem = word.replace(/(?<=[a-z]{3})(?:e?s|ed|ing|ly)$/, '');
  return [word, stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
}

/** Whether a word is among others, whatever its ending. */
export const isIn = (words: ReadonlySet<string>, word: string) =>
  formsOf(word).some((form) => words.has(form));

/**
 * Returns a test that at least one word is in `telling`, and every other one in `telling` or
 * `beside`, whatever their endings, or polite.
 */
function onlyWords(telling: string, beside: string) {
  const tellingSet = wordSet(telling);
  const knownSet = new Set([...tellingSet, ...wordSet(beside), ...politeness]);
  return (words: readonly string[]) =>
    words.some((word) => isIn(tellingSet, word)) && words.every((word) => isIn(knownSet, word));
}

const matches = (pattern: RegExp) => (words: readonly string[]) => pattern.test(words.join(' '));

const itWords = pronouns.replaceAll(' ', '|');
const itPattern = `(?:(?:${itWords})(?: one)?(?: ${referenceWord})?)`;
const selfPattern =
  '(?:(?:(?:na )?(?:i|me)(?: ?m|ll|ve| am| will| go| dey| don| have)?|let me|make i|already) )';
const handlingPattern =
  '(?:handl(?:e|ing)|treat(?:ing)?|sort(?:ing)?|work(?:ing)? on|tak(?:e|en|ing)|took)';
const anyone = '(?:any|some) ?(?:one|body)';
const besideWho =
  '(?:s| else| is| are| has| have| did| was| dey| don| go| just| ever| already| last| first| been)*';
const seeing = '(?:ask|see|saw|check|look|re-?quer|re-?check)';
/** Matches what asks for people, but not what asks them: `can anyone check this`, `anyone check`. */
const whoPattern = new RegExp(
  [
    `^(?:(?:na )?who|(?:did|has|have|is|was|don|hope) (?:${anyone}|we|(?:the )?team)|${anyone}(?!(?: else| just)* ${seeing}\\w*\\b(?<!ed|ing)))${besideWho} (?:on ${itPattern}|${seeing}\\w*|${handlingPattern})\\b.{0,30}$`,
    `\\b${seeing}\\w*(?: \\w+){0,3} by (?:who|${anyone})\\b.{0,20}$`,
  ].join('|'),
);
/** Matches only what cannot mean that something arrived: `got it` looks up. */
const onItPattern = new RegExp(
  `^(?:${[
    `${selfPattern}*on ${itPattern}`,
    // Word by word: what can be read in two ways takes exponential time.
    `(?:(?:${itWords}|one|its|is|na) )*(?:mine|my own)(?: ${itPattern})?`,
    `ive got ${itPattern}`,
    `tak(?:e|ing) ${itPattern}`,
    `${selfPattern}+${handlingPattern} ${itPattern}`,
    `${selfPattern}*tak(?:e|ing)(?: ${itPattern})? over(?: ${itPattern})?`,
    `(?:leave|assign|give) ${itPattern} (?:for|to) me`,
    `(?:${itPattern}|e) (?:is |dey )?(?:with|assigned to) me`,
  ].join('|')})$`,
);
const besideNote = `a the send give write copy to bank of on about ${pronouns}`;
/** Matches what asks for the reason of a status, or for a time to come: no record has either. */
export const reasonPattern =
  /\b(?:why|how long|reason|went wrong|what happened|when (?:\w+ )?(?:will|would|go|can|should|refund|land|drop|settle))\b/i;
const pronounSet = wordSet(pronouns);
const whereIdPattern =
  /^(?:where|how (?:do|can) (?:i|we) (?:see|find|get))\b.{0,30}\bid(?:s|entifiers?)?$/;
/** Matches a question who reads or keeps what is written here. */
export const privacyPattern =
  /\bwho (?:else )?(?:can|could|will|go|fit|dey) (?:see|read) (?:what|my|our|here|us|this (?:chat|channel|message|conversation|thread)|(?:this|it)$)|^(?:is|are|na) (?:this|it|that|here|we|my \w+) (?:\w+ )?(?:private|confidential|secret|(?:stored|saved|logged|recorded)$)|\bdo(?:es)? (?:you|the bot|txnbot|it|anybody|anyone) (?:save|store|log|keep|record|see|read) (?:what (?:i|we)|my (?:chat|message|question|word|search)|this (?:chat|message|conversation)|every\w+)\b/;
const complaintPattern =
  /\b(?:bot|txnbot|you)(?: \w{1,4}){0,2} (?:(?:no|not|\w+nt|never)(?: dey)? (?:work|answer|repl|respond)|down$|broken|slow)/;

const isInquiry = onlyWords(inquiries, besideInquiries);
const asksAgain = matches(/\bre-?(?:query|check)\b|\b(?:check|look|see)\b.* again\b/);

/** The first matching row wins. For a new case, add a word or a row. */
const talkRows: readonly [TalkWithoutReferences['kind'], (words: readonly string[]) => boolean][] =
  [
    ['thanks', onlyWords(thanksWords, besideThanks)],
    ['greeting', onlyWords(greetings, besideGreetings)],
    [
      'greeting',
      matches(
        /^how (?:are |is )?(?:una|you|u|body|work|everybody)(?: (?:dey|doing|today|be|are))*$/,
      ),
    ],
    ['complaint', matches(complaintPattern)],
    ['privacy', matches(privacyPattern)],
    ['where', matches(whereIdPattern)],
    ['help', matches(helpPattern)],
    ['watching', matches(/^list$/)],
    ['watching', onlyWords('watch', besideWatching)],
    ['open', onlyWords(opens, besideOpen)],
    ['own look-ups', matches(ownLookUpsPattern)],
    ['service', matches(/^whats? (?:is )?(?:down|slow|failing|not working)$/)],
    ['service', onlyWords(services, besideServices)],
    ['who', matches(whoPattern)],
    ['on it', matches(onItPattern)],
    ['note', onlyWords('note', besideNote)],
    [
      'note',
      matches(
        /^(?:draft|compose|(?:write|e?-?mail)(?: to)? (?:the |their |our )?bank|letter (?:to|for) (?:the )?bank)\b|\bsomething\b.* (?:to|for) (?:the )?bank\b/,
      ),
    ],
    [
      'age',
      (words) =>
        reasonPattern.test(words.join(' ')) &&
        (words.some((word) => pronounSet.has(word)) || isInquiry(words)),
    ],
    ['comparison', (words) => asksAgain(words) && isInquiry(words)],
    ['transactions', isInquiry],
    ['list', onlyWords(outcomes, besideOutcomes)],
    ['list', matches(listPattern)],
    ['bank state', matches(bankStatePattern)],
  ];

/** Matches a request to watch, such as `tell me when X changes`, but not `tell me about X`. */
const watchRequest =
  /^(?:watch|follow(?! ?-?up)|monitor|keep an eye on|(?:notify|alert|ping|inform|remind) (?:me|us)(?: (?:when|if|once|as soon as|about|on|of|to|at|in))?|(?:tell|update|let|give) (?:me|us)(?: know| an? [\w-]+)? (?:when|if|once|as soon as))(?=[\s:,]|$)[\s:,]*(?<text>[\s\S]*)$/i;
const stopRequest =
  /^(?:unwatch|stop(?:(?: (?:the|all|every|my|to|dey))* (?:alerts?|watch(?:es)?|notifications?|updates?|(?:watch|follow|tell|notify|alert|ping|inform|send)(?:ing)?|updating)(?: (?:me|us))?(?: (?:about|of|on|for|when|if))?|(?=(?:[\s.,!]+(?:it|this|that|these|those|them|all|now|please|pls|o|abeg|thanks))*[\s.!]*$)))(?=[\s:,.!]|$)[\s:,.!]*(?<text>[\s\S]*)$/i;

/** Matches a request to stop all that is watched, which is listed, each with its button. */
const allWatches = /^(?!.*(?:\d|\bth(?:em|[eo]se|is|at)\b)).*\b(?:all|every|everything|watches)\b/i;

/**
 * Matches the start of a further request, which follows the text that says what to watch or stop.
 */
const furtherRequest =
  /(?:[,;.!?]|\s(?:and|then|but))[\s,]{1,8}(?:(?:and|then|but|also|please|pls|can you|could you) )*(?=(?:tell|show|check|look|find|requery|let|give|send|watch|unwatch|stop|follow|what|whats|why|how|who|when|is|status|resend|reverse|refund)\b(?!-))/i;

/** Words that may follow `watch` or `stop` and still name nothing. */
const pointingOnly = wordSet(
  pronouns,
  'one ones',
  transactionNouns,
  'e the all both two three finally change move drop settle clear arrive land fail complete',
);

/** Verbs that ask for a change. */
const changeVerbs = [
  're-?(?:send|push|pay|try|process|initiate)|send (?:(?:it|this|that|them) )?(?:again|back|a second time|one more time|twice)|push|pay \\S+ again|repeat',
  'reverse|reversal|revert|undo|refund|cancel|stop(?! (?:watch|follow|tell|notif|alert|ping|updat))|recall|block|void|approve|release|update \\S+ to|mark \\S+ as',
].join('|');

/**
 * A request for a change: such a verb at the start, after `to` or the like (`we need to refund X`),
 * or before `it`.
 */
const beforeChangeVerb =
  '(?:(?<=\\w )(?<!\\b(?:ask|tell|get|let|want)(?: \\w+){1,3} |\\b(?:told|asked|advised)(?: \\w+){0,3} )to|please|pls|plz|kindly|i|we|you|can|should|may|and|initiate|request|process|do|do an?)\\s';
export const changeRequest = new RegExp(
  `^(?:${changeVerbs})\\b|(?<![\\w-])${beforeChangeVerb}(?:${changeVerbs})\\b|(?<![\\w-])(?:${changeVerbs}) (?:it|this|that|them)\\b|[.,;:!?]\\s*(?:${changeVerbs})\\W*$`,
  'i',
);

/** Matches a time or a duration, as in `since 10am` and `for 20 minutes`. */
const timeOrDuration =
  /\b(?:\d{1,2}:\d\d(?: ?[ap]m)?|\d{1,3} ?(?:[ap]m|h|hrs?|hours?|mins?|minutes?|days?)|(?:at|by|in) \d{1,2}(?![:\w]| ?(?:h|hrs?|hours?|mins?|minutes?|days?)\b)|(?<=\b(?:these|those|the|them) )\d{1,2}(?![:\w]))\b/gi;

/** The longest small talk, in characters. */
const talkMax = 300;

/** What parts a message into clauses. */
export const clauseEnd = /[,.;?!…]+(?=\s|$)|\n|\s[–—-]+\s|\s(?:and|so|but)(?=\s)/gi;

/** Matches thanks, whatever else stands behind them: `thanks my guy, well done`. */
const startsWithThanks = /^(?:thanks|thank you|thx|tnx|ty|cheers|well done)\b/i;

const auxiliaries = 'is|are|was|were|did|do|does|can|should|may|will|has|have';
/** Matches a text that asks something, so that thanks or a greeting in it are not all. */
export const asking = new RegExp(
  `\\?|\\b(?:who|what|when|which|why|how|where|wetin|explain|code)\\b|^\\W*(?:whose|${auxiliaries})\\b|\\b(?:${auxiliaries}) (?:it|this|these|they|i|we)\\b`,
  'i',
);

/**
 * Reads a text as talk: as a whole or, if it names nothing, by its first clause that is talk. `help`
 * if the text is empty, `undefined` if it is no talk that the bot knows.
 */
export function classifyTalk(text: string): Talk | undefined {
  if (text === '') return { kind: 'help' };

  const pointing = replaceChoices(text);
  const request = pointing.replace(politeStart, '').trimStart();
  const order = readOrder(request);
  if (order) return order;
  if (changeRequest.test(request)) {
    // `what can you do, and can you reverse a transfer?`
    const asksHelp = request.split(clauseEnd).some((clause) => findKind(clause) === 'help');
    return { kind: asksHelp && !/\d/.test(text) ? 'help' : 'act' };
  }

  const timeless = pointing.replace(timeOrDuration, '');
  if (/\d/.test(timeless) || text.length > talkMax) return undefined;

  const clauses = timeless.split(clauseEnd);
  const kind = findKind(text) === 'open' ? 'open' : classifyWhole(timeless, clauses);
  const isBeside = kind === 'transactions';
  const later = kind === undefined || isBeside ? findLaterOrder(timeless, isBeside) : undefined;
  if (later) return later;

  return kind ? { kind } : classifyClauses(text, clauses);
}

/**
 * Finds the kind of a whole text. That a bank is down may be only one of several clauses, and so
 * may be what is down: `is nibss down? when will it be back`.
 */
function classifyWhole(text: string, clauses: readonly string[]) {
  const kind = findKind(text);
  const telling = clauses.filter((clause) => tellingWords(clause).length > 0);
  const isOfState = (clause: string) => /^(?:service|bank state)$/.test(findKind(clause) ?? '');
  const isPart = kind === 'bank state' || (kind === 'age' && telling.some(isOfState));
  return isPart && telling.length > 1 ? undefined : kind;
}

/**
 * Finds a request to watch or to stop that a later clause begins with.
 * @param isBeside whether the clauses before ask for a look-up, so that the request must be about
 *   the same: `confirm am, then watch it`, but not `check A, watch B`
 */
function findLaterOrder(text: string, isBeside: boolean) {
  for (const { index, 0: end } of text.matchAll(clauseEnd)) {
    const clauses = text.slice(index + end.length).trimStart();
    const order = readOrder(clauses.replace(/^(?:then|also)\s/i, '').replace(politeStart, ''));
    const isOfSame = order?.kind !== 'watching' && order?.text === '';
    if (order && (!isBeside || (isOfSame && !clauses.includes(referenceWord)))) return order;
  }

  return undefined;
}

/** Finds the first clause that is talk; thanks and greetings only if the text asks nothing. */
function classifyClauses(text: string, clauses: readonly string[]): Talk | undefined {
  // `please note, GARO-8f3k2j1 failed` asks for no note.
  const isNote = (clause: string) => /\bnote\b(?!.*\bbank\b)/i.test(clause);
  const kinds = clauses.filter((clause) => !isNote(clause)).map(findKind);
  const all = kinds.filter((kind) => kind && kind !== 'thanks' && kind !== 'greeting');
  // `any update? who is on it` shows the record too; `how far? wetin you fit do` is a greeting.
  const isGreeting = /^\W*how far\W/i.test(text);
  const more = all.find((kind) =>
    isGreeting ? kind !== 'transactions' : /^(?:who|on it|note|age|comparison)$/.test(kind ?? ''),
  );
  const telling = all.includes('transactions') ? (more ?? 'transactions') : all[0];
  if (telling) return { kind: telling, isClause: true };

  const polite = startsWithThanks.test(text) ? 'thanks' : kinds.find(Boolean);
  return polite && !asking.test(text) ? { kind: polite, isClause: true } : undefined;
}

/** Reads a text that begins with a request to watch or to stop. */
export function readOrder(request: string) {
  const stopped = stopRequest.exec(request);
  if (stopped && allWatches.test(request)) return { kind: 'watching' } as const;
  if (stopped) return { kind: 'stop', ...splitRequest(stopped.groups?.text) } as const;

  const watched = watchRequest.exec(request);
  return watched ? ({ kind: 'watch', ...splitRequest(watched.groups?.text) } as const) : undefined;
}

/** Finds the kind of talk that words are, all of them. */
export function findKind(text: string): TalkWithoutReferences['kind'] | undefined {
  if (text.length > talkMax) return undefined;

  const polite = [text, text.replace(politeStart, '')].map(lowerCaseWords);
  const readings = [...polite, tellingWords(text)];
  return talkRows.find(([, fits]) => readings.some(fits))?.[0];
}

/**
 * Splits off a further request as `rest`; `text` is empty if its words only point at things: `watch
 * this, please`.
 */
function splitRequest(behindVerb = ''): { text: string; rest: string } {
  const text = behindVerb.slice(0, furtherRequest.exec(behindVerb)?.index);
  const [firstClause = ''] = text.split(clauseEnd);
  const namesNothing =
    !/\d/.test(text) && tellingWords(firstClause).every((word) => isIn(pointingOnly, word));
  return { text: namesNothing ? '' : text, rest: behindVerb.slice(text.length) };
}
