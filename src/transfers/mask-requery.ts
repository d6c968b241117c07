import type { RequeryAnswer } from '../transfer-api/client.ts';
import { foldName, foldParties, mayChannelRead, type Parties } from './channel-values.ts';
import { isEmpty, isObject, scalarText } from './json-values.ts';
import { initials, maskAccount, maskRecord, type ShareAccountNumbers } from './mask-transaction.ts';
import { reversedFlagOf, statusOf } from './requery-status.ts';
import { hidden, isReversed } from './status-group.ts';

/** Names of objects that only hold others; any other name could itself be a person's. */
const containers = new Set(
  'data result response transaction transfer payload details meta body beneficiary source destination'.split(' '),
);

/** Names of the account fields of both sides; any other name could itself be a person's. */
const ofSide =
  /^(?:destination|source|beneficiary|sender|receiver|recipient|originator|customer|debit|credit|payer|payee|bank)*(?:account(?:number|no)|(?:account)?name)$/;
const isAccountNumber = (name: string) => /account(?:number|no)$/.test(name);
const isPersonName = (name: string) => /(?:account|beneficiary|customer|sender|receiver)name$/.test(name);

/** Deeper than any answer; a body may nest deeper than the stack allows. */
const depthMax = 12;

export interface MaskedRequery {
  answer: RequeryAnswer;
  /** How many values only the asker may see. */
  hiddenCount: number;
  /** How many fields are shown to nobody. */
  withheldCount: number;
}

/**
 * Masks a requery for a channel. Its shape is not documented, so it shows only fields with a known name whose value has
 * the expected form; the form alone never decides. The service's own sentences stay out.
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
  // When another status is hidden, the readable one must not look like the only one.
  if (statusOf(masked).all.length < statusOf(answer).all.length) masked.rest = { ...masked.rest, otherStatus: hidden };
  // A channel must not take for settled what is reversed.
  if (isReversed(reversedFlagOf(answer)) && !isReversed(reversedFlagOf(masked)))
    masked.rest = { ...masked.rest, reversedFlag: hidden };
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
    if (mayChannelRead(key, text, masking.parties)) return [[key, inner]];
    if (ofSide.test(name) && isAccountNumber(name)) return [[key, maskAccount(text, masking.mode)]];
    if (ofSide.test(name) && isPersonName(name)) return [[key, initials(text)]];
    masking.hiddenCount += 1;
    return [];
  });
  return Object.fromEntries(shown);
}

/** The account numbers and names of an answer, also inside parts that are hidden. */
function partiesIn(value: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = foldName(key);
    const isParty = isAccountNumber(name) || isPersonName(name);
    return isParty ? (scalarText(inner) ?? []) : partiesIn(inner, depth + 1);
  });
}
