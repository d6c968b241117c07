import type { RequeryAnswer } from '../transfer-api/client.ts';
import { isEmpty, isObject, scalarText } from './json-fields.ts';
import { initials, maskAccount, maskForChannel, type ShareAccountNumbers } from './masking.ts';

/** What may stand under a name that is known to be open; anything else under it is free text, and stays out. */
const shapes: Record<string, RegExp> = {
  status: /^[\p{L}_-]{1,30}(?: [\p{L}_-]{1,20})?$/u,
  code: /^[A-Za-z\d_-]{1,12}$/,
  amount: /^[+-]?\d{1,30}(?:\.\d{1,10})?$/,
  identifier: /^[\w./:+-]{1,64}$/,
  word: /^[A-Za-z_-]{1,30}$/,
  time: /^[\d:.TZ +/-]{4,40}$/,
  bankName: /^[\p{L}\p{N} .,&'()/-]{1,80}$/u,
};

/** Whole names, folded to letters: what a requery may say to everybody. What is not here is not shown. */
const open: Record<string, keyof typeof shapes> = {
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

/** Objects that only hold others; any other name could itself be somebody's. */
const containers = new Set(
  'data result response transaction transfer payload details meta body beneficiary source destination'.split(' '),
);

/** Deeper than any answer; a body may be nested deeper than the stack is. */
const depthMax = 12;

export interface MaskedRequery {
  answer: RequeryAnswer;
  /** How many values stay with the one who asks. */
  hiddenCount: number;
  /** How many fields nobody is shown. */
  withheldCount: number;
}

/**
 * A requery for everybody's eyes. Nobody promised its shape, so it shows what is known to be open and looks the
 * part: by named field, never by what a value looks like alone. The service's own sentences stay out.
 */
export function maskRequery(
  { success, message, payload, rest, withheld, transaction }: RequeryAnswer,
  mode: ShareAccountNumbers,
): MaskedRequery {
  const count = { hidden: message?.trim() ? 1 : 0 };
  const masked = transaction
    ? { payload: {}, transaction: maskForChannel(transaction, mode) }
    : { payload: maskValue(payload, mode, count), transaction: undefined };
  const others = maskValue(rest, mode, count);
  return {
    answer: { success, message: undefined, ...masked, withheld: [], rest: isObject(others) ? others : {} },
    hiddenCount: count.hidden,
    withheldCount: withheld.length,
  };
}

function maskValue(value: unknown, mode: ShareAccountNumbers, count: { hidden: number }, depth = 0): unknown {
  const isTooDeep = depth === depthMax;
  if (Array.isArray(value) && !isTooDeep) return value.map((item: unknown) => maskValue(item, mode, count, depth + 1));
  if (!isObject(value) || isTooDeep) {
    if (!isEmpty(value)) count.hidden += 1;
    return undefined;
  }
  const shown = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const name = key.toLowerCase().replace(/[^a-z]/g, '');
    if (isObject(inner) || Array.isArray(inner)) {
      if (containers.has(name) && name === key.toLowerCase()) return [[key, maskValue(inner, mode, count, depth + 1)]];
      if (!isEmpty(inner)) count.hidden += 1;
      return [];
    }
    const text = scalarText(inner);
    if (text === undefined) return [];
    const shape = shapes[open[name] ?? ''];
    if (shape?.test(text)) return [[key, inner]];
    if (/account(?:number|no)$/.test(name)) return [[key, maskAccount(text, mode)]];
    if (/(?:account|beneficiary|customer|sender|receiver)name$/.test(name)) return [[key, initials(text)]];
    count.hidden += 1;
    return [];
  });
  return Object.fromEntries(shown);
}

function named(shape: keyof typeof shapes, names: string): Record<string, keyof typeof shapes> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shape]));
}
