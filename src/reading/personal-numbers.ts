/** What of a person digits are by their own form. For a new card, add a row. */

/** Cards that Nigerians pay with: the first digits of their issuers, and all their lengths. */
const cards: readonly RegExp[] = [
  /^4\d{15}(?:\d{3})?$/, // Visa
  /^(?:5[0-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/, // Mastercard, Maestro
  /^(?:506\d|507[89]|650\d)\d{12}(?:\d\d|\d{3})?$/, // Verve
  /^3[47]\d{13}$/, // American Express
  /^(?:6011|64[4-9]\d|62\d\d)\d{12}(?:\d{3})?$/, // Discover, UnionPay
];
/** Of Nigeria's mobile networks. */
const phone = /^(?:2340?|0)[789][01]\d{8}$/;
/** BVNs begin with 22; the 0 and 1 behind that are left to dates of 2022, as `TXN-22123100045`. */
const bvn = /^22[2-9]\d{8}$/;

/**
 * What of a person digits are, whatever stands around them. A card has a known issuer and length,
 * and its check digit fits.
 */
export function personalNumber(digits: string): 'card' | 'phone' | 'BVN' | undefined {
  if (phone.test(digits)) return 'phone';
  if (bvn.test(digits)) return 'BVN';
  return hasCardForm(digits) && hasCheckDigit(digits) ? 'card' : undefined;
}

/** Whether digits may be a card with a slip in it: behind letters, that is no reference either. */
const hasCardForm = (digits: string) => cards.some((card) => card.test(digits));

/** The check digit of Luhn, which one number in ten has by chance. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Whether digits are a phone, BVN, card or session number, whatever their label says. Account
 * numbers have no pattern.
 */
export function isPersonalNumber(digits: string): boolean {
  return digits.length === 30 || hasCardForm(digits) || personalNumber(digits) !== undefined;
}
