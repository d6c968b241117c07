// Values that a channel may read of a record or a requery: those with a known name and the expected form.

const oneOf = (...lines: string[]) => `(?:${lines.join(' ').replaceAll(' ', '|')})`;

/** A status of two words may use only these: other words could be a person's name. */
const statusWord = oneOf(
  'in on not under being awaiting partially fully already',
  'pending processing queued accepted approved declined rejected refused received completed settled paid found known',
  'successful success failed failure reversed refunded cancelled canceled expired blocked initiated processed sent',
  'transaction transfer payment reversal refund settlement review approval confirmation progress hold process',
);
/** Kinds of transactions use these words, some of which are documented, and those of a status. */
const typeWord = oneOf(
  'bank collection credit debit payout payin deposit withdrawal wallet card cash airtime bill utility fee charge loan',
  'inward outward inbound outbound incoming outgoing internal external local international intrabank interbank',
  'single bulk instant nip neft rtgs ussd pos atm web api',
);
/** A code or a flag in words. */
const flag = `(?:true|false|yes|no|[yn]|${statusWord}(?:[_-]${statusWord}){0,2})`;

/**
 * The form of a value that a channel may read, by its whole name folded to letters. Any other value under such a name is
 * free text, and a name that is not listed is not shown. The limits on digits keep account numbers out: they have ten
 * digits in Nigeria, elsewhere five or more.
 */
const formOf = new Map<string, RegExp>();
for (const [folded, form] of [
  [
    'status transactionstatus transferstatus paymentstatus orderstatus tsqstatus state',
    new RegExp(`^(?:(?!(?:.*\\d){5})[\\p{L}\\d_-]{1,30}|${statusWord} ${statusWord})$`, 'iu'),
  ],
  [
    'code responsecode statuscode resultcode errorcode success attempts retries retrycount' +
      ' reversedflag isreversed reversed reversal isreversal reversalflag',
    new RegExp(`^(?:[a-z]{0,4}[_-]?\\d{1,6}|${flag})$`, 'i'),
  ],
  ['currency currencycode', /^[A-Z]{3}$/],
  ['bankcode destinationbankcode sourcebankcode institutioncode', /^\d{1,6}$/],
  [
    'amount netamount charge fee stampduty',
    /^[+-]?(?:\d{1,9}|\d{1,30}\.\d{1,10}|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d{1,10})?|\d{1,3}(?:\.\d{1,10})?e[+-]?\d{1,2})$/i,
  ],
  [
    'reference transactionreference sessionid session transactionid paymentreference nipsessionid id',
    /^[\w./:+-]{1,64}$/,
  ],
  [
    'type transactiontype transactiontypename category',
    new RegExp(`^(?:${typeWord}|${statusWord})(?:[ _-](?:${typeWord}|${statusWord})){0,3}$`, 'i'),
  ],
  ['date time timestamp createdat updatedat completedat transactiondate', /^[\d:.TZ +/-]{4,40}$/],
  [
    'bankname destinationbankname sourcebankname institutionname',
    /^(?!(?:.*\d){5})(?:[\p{L}\p{N} .,&'()/-]| @){1,80}$/u,
  ],
] as const)
  for (const name of folded.split(' ')) formOf.set(name, form);

const onlyStatusWords = new RegExp(`^${statusWord}(?:[ _-]${statusWord}){0,2}$`, 'i');

/** Whether a text is made of words that a status may use: then it names nobody, whatever else the answer holds. */
export function isOfStatusWords(text: string): boolean {
  return onlyStatusWords.test(text);
}

/** `sessionID`, `session_id` → `sessionid`; empty for a name that holds a digit, which could be somebody's number. */
export function foldName(name: string): string {
  return /\d/.test(name) ? '' : name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The account numbers and names of one answer, each once, folded to search for them in its other values. */
export interface Parties {
  numbers: readonly string[];
  /** In lower case, with a blank before, between and after the words. */
  names: readonly string[];
}

/** One transfer has a few. Searching for thousands in thousands of values would block the process. */
const partiesMax = 50;

/**
 * @param texts account numbers and names as received. A short number may occur in another one by chance, and a name of
 *   one word may be a bank's too, so neither is searched for.
 * @returns `undefined` when there are more than one transfer has
 */
export function foldParties(texts: readonly string[]): Parties | undefined {
  const numbers = new Set<string>();
  const names = new Set<string>();
  for (const text of texts) {
    const party = text.trim();
    const name = wordsOf(party);
    if (/^\d{8,}$/.test(party)) numbers.add(party);
    else if (name.trim().includes(' ')) names.add(name);
    if (numbers.size + names.size > partiesMax) return undefined;
  }
  return { numbers: [...numbers], names: [...names] };
}

/**
 * Whether a channel may read a value: decided by name and form, never by form alone.
 * @param parties of the same answer; a value that contains one of them is not open, and without `parties` nothing is
 */
export function mayChannelRead(name: string, text: string, parties: Parties | undefined): boolean {
  const value = text.trim();
  return parties !== undefined && formOf.get(foldName(name))?.test(value) === true && !says(value, parties);
}

function says(text: string, { numbers, names }: Parties): boolean {
  const digits = text.replace(/\D/g, '');
  const words = wordsOf(text);
  return numbers.some((number) => digits.includes(number)) || names.some((name) => words.includes(name));
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}
