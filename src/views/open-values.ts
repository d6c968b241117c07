/** What everybody in a channel may read of a record or a requery: what has a known name and looks the part. */

/** Anything else under such a name is free text, and stays out. An account number has ten digits, elsewhere five or more. */
const shapes: Record<string, RegExp> = {
  status: /^(?!(?:.*\d){5})[\p{L}\d_-]{1,30}(?: [\p{L}\d_-]{1,20})?$/u,
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

/**
 * By its name, and by its shape: never by what it looks like alone.
 * @param parties account numbers and names of the same answer, which no other field may say in their place
 */
export function isOpen(name: string, text: string, parties: readonly string[]): boolean {
  const value = text.trim();
  const shape = shapes[shapeOf[foldName(name)] ?? ''];
  return shape?.test(value) === true && !parties.some((party) => says(value, party));
}

/** A short number may stand in another one by chance, and a name of one word may be a bank's too. */
function says(text: string, party: string): boolean {
  if (/^\d{8,}$/.test(party.trim())) return text.replace(/\D/g, '').includes(party.trim());
  const name = wordsOf(party);
  return name.trim().includes(' ') && wordsOf(text).includes(name);
}

function wordsOf(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
