import { isOrdinary } from './ordinary-words.ts';
import { isBankPrefix, isOtherNumber } from './other-numbers.ts';

/** An account's or a phone's number, whatever clings to it: `0123456789GTB`. */
const holdsAccount = /(?<!\d)\d{10,11}(?!\d)/;
/** `iPhone13`, `4-attempts`, `26-Sep-24T14`: a word or a month, and no code. */
const holdsWord = /[A-Za-z][a-z]{2}/;
/** `5000DR`, `30000ms`: a number and its unit. */
const isMeasure = /^\d+[a-z]{1,3}$/i;
/** `WEMA-7000001`, and neither `UBA-2024` nor `GTB058`. */
const isOfBank = /^\p{L}+[-_][A-Za-z\d]{6,9}$/u;
/** `INV-2024-0091` is an invoice, unless more of a mixture stands behind it. */
const isInvoice = /^INV(?:OICE)?[-_]?\d/i;

/**
 * A mixture that has the shape of a reference of another kind: `ABC123`, `RTX88100x`. Less than it takes to be looked up
 * in the middle of a text, and more than a name, a ticket, an account, a time or an amount has.
 */
export function couldBeReference(text: string): boolean {
  const [prefix = ''] = /^\p{L}*/u.exec(text) ?? [];
  if (!isMixture(text) || holdsAccount.test(text)) return false;
  if (isBankPrefix(prefix) ? !isOfBank.test(text) : isOtherNumber(prefix)) return false;
  if (holdsWord.test(text) || isMeasure.test(text) || isInvoice.test(text)) return false;
  return !text.split(/[-_]+/).some(isUnit);
}

/** `2pm-3pm`, `N5k-N10k` */
function isUnit(part: string): boolean {
  return /\D/.test(part) && isOrdinary(part);
}

/** Letters and digits, of a length that somebody may have meant by itself. */
export function isMixture(text: string): boolean {
  return text.length >= 5 && /\d/.test(text) && /\p{L}/u.test(text) && !isOrdinary(text);
}
