/** What everybody in a channel may read of a record or a requery: what has a known name and looks the part. */

/** A status of two words is made of these: any others could be a person's. */
const statusWord = `(?:${[
  'in on not under being awaiting partially fully already',
  'pending processing queued accepted approved declined rejected refused received completed settled paid found known',
  'successful success failed failure reversed refunded cancelled canceled expired blocked initiated processed sent',
  'transaction transfer payment reversal refund settlement review approval confirmation progress hold process',
]
  .join(' ')
  .replaceAll(' ', '|')})`;

/** Anything else under such a name is free text, and stays out. An account number has ten digits, elsewhere five or more. */
const shapes: Record<string, RegExp> = {
  status: new RegExp(`^(?:(?!(?:.*\\d){5})[\\p{L}\\d_-]{1,30}|${statusWord} ${statusWord})$`, 'iu'),
  code: /^(?!.*\d{7})[A-Za-z\d_-]{1,12}$/,
  amount: /^[+-]?\d{1,30}(?:\.\d{1,10})?$/,
  identifier: /^[\w./:+-]{1,64}$/,
  word: /^[A-Za-z_-]{1,30}$/,
  time: /^[\d:.TZ +/-]{4,40}$/,
  bankName: /^(?!(?:.*\d){5})(?:[\p{L}\p{N} .,&'()/-]| @){1,80}$/u,
};

/** Whole names, folded to letters. What is not here is not shown. */
const shapeOf: Record<string, keyof typeof shapes> = {
  ...named('status', 'status transactionstatus transferstatus paymentstatus orderstatus tsqstatus state'),
  ...named('code', 'code responsecode statuscode resultcode errorcode currency currencycode success reversedflag'),
  ...named('code', 'attempts retries retrycount bankcode destinationbankcode sourcebankcode institutioncode'),
  ...named('amount', 'amount netamount charge fee stampduty'),
  ...named(
    'identifier',
    'reference transactionreference sessionid session transactionid paymentreference nipsessionid id',
  ),
  ...named('word', 'type transactiontype transactiontypename category'),
  ...named('time', 'date time timestamp createdat updatedat completedat transactiondate'),
  ...named('bankName', 'bankname destinationbankname sourcebankname institutionname'),
};

function named(shape: keyof typeof shapes, names: string): Record<string, keyof typeof shapes> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]));
}

/** `sessionID`, `session_id` → `sessionid`; nothing for a name that holds a digit, which could be somebody's number. */
export function foldName(name: string): string {
  return /\d/.test(name) ? '' : name.toLowerCase().replace(/[^a-z]/g, '');
}

/** The account numbers and names of one answer, each once and folded to be looked for in its other values. */
export interface Parties {
  numbers: readonly string[];
  /** In small letters, with a blank before, between and after the words. */
  names: readonly string[];
}

/** One transfer has a few. To look for thousands in thousands of values would hold up everybody. */
const partiesMax = 50;

/**
 * @param texts account numbers and names as they came. A short number may stand in another one by chance, and a name
 *   of one word may be a bank's too, so neither is looked for.
 * @returns `undefined` when they are more than one transfer has
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
 * By its name, and by its shape: never by what it looks like alone.
 * @param parties of the same answer, which no other field may say in their place; without them nothing is open
 */
export function isOpen(name: string, text: string, parties: Parties | undefined): boolean {
  const value = text.trim();
  const shape = shapes[shapeOf[foldName(name)] ?? ''];
  return parties !== undefined && shape?.test(value) === true && !says(value, parties);
}

function says(text: string, { numbers, names }: Parties): boolean {
  const digits = text.replace(/\D/g, '');
  const words = wordsOf(text);
  return numbers.some((number) => digits.includes(number)) || names.some((name) => words.includes(name));
}

function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
