const wordsOf = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Words that ask for a bank or its code, or tell of a transfer to one: beside them a name is meant as one. */
const asking = wordsOf(
  'code codes sortcode sort bankcode nip nibss institution institutions find search lookup looking',
  'transfer transfers transferred transferring trf trsf send sends sent sending account accounts acct accts acc nuban',
  'beneficiary',
);

/** Words that people put around a name: questions, politeness, and what they tell of a transfer. */
const around = wordsOf(
  'a an the this that these those it its i im ive id you u your youre he she they them we our us me my mine there',
  'here what whats which who whos whose where when why how any anyone someone somebody something one ones idea is',
  'are was were be been being am isnt has have had having do does did dont doesnt didnt can cant could couldnt will',
  'would should may might must shall need needs needed want wants wanted wanna like look check lot days hours week',
  'weeks since get got give gives given show tell share use uses used using know knows help ask asks asking asked',
  'say says said see try trying confirm provide drop pass put read start starts begins going go come came happened',
  'for of to from in into on at by with without about as if so but not no yes yeah ok okay then than just only also',
  'too again still now today yesterday please pls plz plss kindly abeg thanks thank thx tnx ty hi hello hey dear',
  'good morning afternoon evening day nice much sir ma madam oga boss team guys all everyone everybody wetin na dey',
  'wey una sef d r 4 2 own owns owned stand stands formerly dropped reflect reflected best great fine well every',
  'cbn ussd swift list name names called belong belongs number numbers nos recipient receiver receiving destination',
  'source sender customer customers client clients user money fund funds cash amount transaction transactions',
  'payment payments pay pays paid paying credit credited debit debited deposit receive received narration reference',
  'ref failed pending successful success done issue issues problem support update status urgent urgently quick',
  'quickly right correct wrong real same different between both each following below above reply respond asap full',
  'difference question up down back out over off before after during until till through via always never often',
  'sometimes ever soon later early late already yet almost maybe perhaps really actually working work works worked',
  'live offline available unavailable active inactive slow busy network downtime maintenance outage error errors',
  'app channel portal switch supported listed allowed accept accepts accepted reach reached reaching abi shey shebi',
  'dem wan wia e don make sha o oo ooo jare jor nau ehn ehen biko oya comot wahala tey dis dat di de wallet head',
  'office hq headquarters enter entered dropping missing reversed reverse refund refunded charge charges fee fees',
  'his her him their because even way two three four five time times take takes took think made making told gave',
  'found went gone saw seen left keep keeps kept let lets seem seems mean means meaning call calls thing things',
  'person people man woman guy brother sister friend mother father mum mummy dad daddy wife husband son daughter',
  'uncle aunty auntie landlord colleague agent vendor seller buyer school rent salary mistake mistakenly wrongly',
  'instead correctly directly monday tuesday wednesday thursday friday saturday sunday weekend january february',
  'march april june july august september october november december noon night minutes minute hour second alerts',
  'balance ngn kobo limit value statement receipt screenshot form details detail fail fails failure bounce bounces',
  'stuck hang hangs delay delays decline declines return returns responds correspond corresponds match matches',
  'represent represents refer refers relate relates type typed write wrote text last next another more most some',
  'many few tonight month year ago fit sabi',
  // Hausa, Yoruba and Igbo.
  'ina neman lambar menene mene nawa allah zuwa daga kudi kudin shiga yaya sannu nagode gode kini jowo nomba bawo lati',
  'kedu gini maka ziga nyere nwere',
);

/** What sort of institution: part of a name where one is near, and no name alone. */
const kinds = wordsOf(
  'bank banks banki bankin mfb mfbs microfinance micro-finance psb plc ltd limited nigeria nig company merchant mortgage',
  'savings loans finance international intl group holdings',
);

/** Between two names, or within one: `savings and loans`. */
const joins = wordsOf('and & n nd plus');

/** Between two names, and never within one; a comma does the same. */
const separators = wordsOf('or vs versus / + - – — > →');

/** A word before these is what somebody does, and so is one between "cannot" and "the": "I cannot access my account". */
const owners = wordsOf('my your our his her their this these it me us');

const unable = wordsOf('cant cannot couldnt can i we you they');

const hasDigit = /\d/;

/** What a word can be in a text about banks; a bank's name can hold words of every sort. */
export type BankWordSort = 'name' | 'action' | 'asking' | 'around' | 'kind' | 'join' | 'separator' | 'code' | 'number';

/**
 * @param word in lower case, without the punctuation around it
 * @param before the one before it
 * @param behind the one behind it
 */
export function sortOf(word: string, before: string, behind: string): BankWordSort {
  if (hasDigit.test(word)) {
    if (/^(?:\d{6}|\d{3}|\d{3}-\d{3})$/.test(word)) return 'code';
    if (/^(?:ngn|[n₦])?\d+(?:[.,-]\d+)*[km]?$/.test(word)) return 'number';
  }
  if (word.includes('@')) return 'number';
  if (joins.has(word)) return 'join';
  if (separators.has(word)) return 'separator';
  if (kinds.has(word)) return 'kind';
  if (asking.has(word)) return 'asking';
  if (around.has(word)) return 'around';
  return owners.has(behind) || (behind === 'the' && unable.has(before)) ? 'action' : 'name';
}
