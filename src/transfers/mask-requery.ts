import type { RequeryAnswer } from '../transfer-api/client.ts';
import { isEmpty, isObject, scalarText } from './json-values.ts';
import { hidden, initials, maskAccount, maskRecord, type ShareAccountNumbers } from './masking.ts';
import { foldName, foldParties, isOpen, type Parties } from './open-values.ts';
import { statusOf } from './requery-status.ts';

/** Objects that only hold others; any other name could itself be somebody's. */
const containers = new Set(
  'data result response transaction transfer payload details meta body beneficiary source destination'.split(' '),
);

/** Before these: any other name could itself be somebody's. */
const ofSide =
  /^(?:destination|source|beneficiary|sender|receiver|recipient|originator|customer|debit|credit|payer|payee|bank)*(?:account(?:number|no)|(?:account)?name)$/;
const isAccountNumber = (name: string) => /account(?:number|no)$/.test(name);
const isPersonName = (name: string) => /(?:account|beneficiary|customer|sender|receiver)name$/.test(name);

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
export function maskRequery(answer: RequeryAnswer, mode: ShareAccountNumbers): MaskedRequery {
  const { success, message, payload, rest, withheld, transaction } = answer;
  const masking = { mode, parties: foldParties(partiesIn([payload, rest])), hiddenCount: message?.trim() ? 1 : 0 };
  const others = maskValue(rest, masking);
  const masked: RequeryAnswer = {
    success,
    message: undefined,
    payload: transaction ? {} : maskValue(payload, masking),
    rest: isObject(others) ? others : {},
    withheld: [],
    transaction: transaction && maskRecord(transaction, mode),
  };
  // One status that may be read must not stand for all of them.
  if (statusOf(masked).all.length < statusOf(answer).all.length) masked.rest = { ...masked.rest, otherStatus: hidden };
  return { answer: masked, hiddenCount: masking.hiddenCount, withheldCount: withheld.length };
}

interface Masking {
  mode: ShareAccountNumbers;
  parties: Parties | undefined;
  hiddenCount: number;
}

function maskValue(value: unknown, masking: Masking, depth = 0): unknown {
  const isTooDeep = depth === depthMax;
  if (Array.isArray(value) && !isTooDeep) return value.map((item: unknown) => maskValue(item, masking, depth + 1));
  if (!isObject(value) || isTooDeep) {
    if (!isEmpty(value)) masking.hiddenCount += 1;
    return undefined;
  }
  const shown = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const name = foldName(key);
    if (isObject(inner) || Array.isArray(inner)) {
      if (containers.has(name) && name === key.toLowerCase()) return [[key, maskValue(inner, masking, depth + 1)]];
      if (!isEmpty(inner)) masking.hiddenCount += 1;
      return [];
    }
    const text = scalarText(inner);
    if (text === undefined) return [];
    if (isOpen(key, text, masking.parties)) return [[key, inner]];
    if (ofSide.test(name) && isAccountNumber(name)) return [[key, maskAccount(text, masking.mode)]];
    if (ofSide.test(name) && isPersonName(name)) return [[key, initials(text)]];
    masking.hiddenCount += 1;
    return [];
  });
  return Object.fromEntries(shown);
}

/** The account numbers and names of an answer, under whatever it hides else. */
function partiesIn(value: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = foldName(key);
    const isParty = isAccountNumber(name) || isPersonName(name);
    return isParty ? (scalarText(inner) ?? []) : partiesIn(inner, depth + 1);
  });
}
