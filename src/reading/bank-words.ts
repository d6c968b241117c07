const listOf = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Words that ask for a bank or its code, or tell of a transfer to one: beside them a name is meant as one. */
const asking = listOf(
  'code codes sortcode sort bankcode nip nibss institution institutions find search lookup looking',
  'transfer transfers transferred transferring trf trsf send sends sent sending account accounts acct accts acc nuban',
  'beneficiary bene ben payment payments pay pays paid paying money fund funds credit credited debit debited deposit deposited',
  'withdraw withdrawal refund refunded reverse reversed reversal customer customers recipient receiver sender merchants',
  'network downtime ussd enquiry inquiry inward outward inflow outflow interbank intrabank settlement response',
);

/** Words that people put around a name: questions, politeness, and what they tell of a transfer. */
const around = listOf(
  // Little words.
  'a an the this that these those it its i im ive id you u your youre he his him she her they them their we our us',
  'me my mine there here any anyone someone somebody something one ones all every everyone everybody is are was',
  'were be been being am isnt has have had having do does did dont doesnt didnt can cant could couldnt will would',
  'should may might must shall for of to from in into on at by with without about as if so but not no than then',
  'just only also too because even off over out up down back before after during until till through via since',
  'between either both each much more most some many few next last another two three four five other others etc eg ie aka d r',
  // Questions.
  'what whats which who whos whose where when why how idea question difference mean means meaning name names called',
  'call calls tel telephone phone gsm whatsapp email list number numbers nos thing things',
  // What people do.
  'need needs needed want wants wanted wanna like look check get got give gives given gave show tell told share use',
  'uses used using know knows help ask asks asking asked say says said see saw seen try trying confirm provide drop',
  'pass put read start starts begins going go gone went come came happened own owns owned stand stands belong',
  'belongs take takes took think make made making found left keep keeps kept let lets seem seems type typed write',
  'wrote text refer refers relate relates match matches exist exists represent represents correspond corresponds respond',
  'responds reply lot',
  // Politeness, and who is spoken to or of.
  'please pls plz plss kindly abeg thanks thank thx tnx ty hi hello hey dear good morning afternoon evening day',
  'goodmorning goodafternoon goodevening goodday gud',
  'night nice great best better faster cheaper fine well sir ma madam oga boss team guys guy person people man woman brother sister',
  'friend mother father mum mummy dad daddy wife husband son daughter uncle aunty auntie landlord colleague agent',
  'vendor seller buyer client clients user yes yeah ok okay',
  // When.
  'now today yesterday tonight still again already yet ever always often never sometimes soon later early late ago',
  'days hours week weeks month year time times minute minutes hour second noon weekend monday tuesday wednesday',
  'thursday friday saturday sunday january february march april june july august september october november',
  'december asap urgent urgently quick quickly',
  // What is told of a transfer.
  'cash amount transaction transactions receive received receiving destination source narration remark remarks',
  'description purpose reference ref',
  'failed pending successful success done issue issues problem support update status right correct wrong real same',
  'different mistake mistakenly wrongly instead correctly directly live working work works worked offline available',
  'unavailable active inactive slow busy maintenance outage error errors app channel portal switch supported listed',
  'allowed accept accepts accepted reach reached reaching reflect reflected enter entered dropped dropping missing',
  'charge charges fee fees school rent salary alerts balance ngn kobo limit value statement receipt screenshot form',
  'details detail fail fails failure bounce bounces stuck hang hangs delay delays decline declines return returns',
  'following below above full cbn swift formerly wallet head office hq headquarters almost maybe perhaps really',
  'actually way',
  // Pidgin.
  'wetin na dey wey una sef abi shey shebi dem wan wia e don sha o oo ooo jare jor nau ehn ehen biko oya comot',
  'wahala tey dis dat di de fit sabi gree vex carry neva nor misbehave',
  // Hausa, Yoruba and Igbo.
  'ina neman lambar menene mene nawa allah zuwa daga kudi kudin shiga yaya sannu nagode gode kini jowo bawo',
  'lati kedu gini maka ziga nyere nwere',
);

/** "nomba" is Yoruba and Pidgin for a number, and it is one behind these; else it is the bank of that name. */
const numbered = new Set(
  listOf('the my your his her a this that account accounts acct acc phone tel gsm whatsapp ref nuban call'),
);

/** What sort of institution: part of a name where one is near, and no name alone. */
const kinds = listOf(
  'bank banks bnk bk banki bankin mfb mfbs microfinance micro-finance psb plc ltd limited nigeria nig company merchant mortgage',
  'savings loans finance international intl group holdings',
);

/** Between two names, or within one: `savings and loans`. */
const joins = listOf('and & n nd plus');

/** Between two names, and never within one; a comma does the same. */
const separators = listOf('or vs versus / + - – — > →');

/** A word before these is what somebody does, and so is one between "cannot" and "the": "I cannot access my account". */
const owners = new Set(listOf('my your our his her their this these it me us'));

const unable = new Set(listOf('cant cannot couldnt can i we you they'));

/** Behind "this" they say when: `access this morning`. */
const times = new Set(listOf('morning afternoon evening night day week weekend month year time'));

/** What a word can be in a text about banks; a bank's name can hold words of every sort. */
export type BankWordType = 'name' | 'action' | 'asking' | 'around' | 'kind' | 'join' | 'separator' | 'code' | 'number';

const sorts = new Map<string, BankWordType>([
  ...around.map((word) => [word, 'around'] as const),
  ...asking.map((word) => [word, 'asking'] as const),
  ...kinds.map((word) => [word, 'kind'] as const),
  ...separators.map((word) => [word, 'separator'] as const),
  ...joins.map((word) => [word, 'join'] as const),
]);

/** `code for quick please`: banks are called by fillers, too. */
function isAskedFor(words: readonly string[], at: number): boolean {
  const isAsked = /^(?:codes?|sortcode|bankcode) (?:for|of) \w{3,}$/.test(
    words.slice(Math.max(0, at - 2), at + 1).join(' '),
  );
  return isAsked && words.slice(at + 1).every((word) => /^(?:please|pls|plz|thanks?|you|sir|ma|)$/.test(word));
}

/** @param words in lower case, without the punctuation around them */
export function bankWordType(words: readonly string[], at: number): BankWordType {
  const word = words[at] ?? '';
  const known = sorts.get(word);
  if (known !== undefined) return known === 'around' && isAskedFor(words, at) ? 'name' : known;
  if (/\d/.test(word)) {
    if (/^(?:\d{6}|\d{3}|\d{3}-\d{3})$/.test(word)) return 'code';
    if (/^(?:ngn|[n₦])?\d+(?:[.,-]\d+)*[km]?$/.test(word)) return 'number';
  }
  if (word.includes('@')) return 'number';
  if (word === 'nomba' && numbered.has(words[at - 1] ?? '')) return 'around';
  const behind = words[at + 1] ?? '';
  const isOwned = owners.has(behind) && !(behind === 'this' && times.has(words[at + 2] ?? ''));
  return isOwned || (behind === 'the' && unable.has(words[at - 1] ?? '')) ? 'action' : 'name';
}
