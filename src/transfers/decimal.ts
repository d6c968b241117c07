import { decimalPattern } from '../blocks/mrkdwn.ts';
import { isDefined } from '../text.ts';

/** The longest text to read as an amount, in characters: longer ones would be slow to compute. */
const amountLengthMax = 60;

/** An exact decimal: an integer, and how many of its digits are behind the point. */
interface Decimal {
  units: bigint;
  /** May be negative, by an exponent. */
  places: number;
}

/** Parses a decimal as JSON or people write it: `25000.00`, `1,000.5`; else `undefined`. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    (text.length <= amountLengthMax && decimalPattern.exec(text)) || [];
  if (whole === undefined) return undefined;

  return {
    units: BigInt(sign + whole.replaceAll(',', '') + fraction),
    places: fraction.length - Number(exponent),
  };
}

/** Converts to an integer at this number of decimal places, which must not be fewer. */
export function unitsAt(places: number, one: Decimal): bigint {
  return one.units * 10n ** BigInt(places - one.places);
}

/** Whether two texts are the same number, `1250.0` and `1,250.00`; `undefined` if one is none. */
export function isSameAmount(one: string, other: string): boolean | undefined {
  const a = parseDecimal(one.trim());
  const b = parseDecimal(other.trim());
  if (a === undefined || b === undefined) return undefined;
  const places = Math.max(a.places, b.places);
  return unitsAt(places, a) === unitsAt(places, b);
}

interface Sum {
  /** A decimal of any length; `undefined` if none of the texts is a decimal. */
  total: string | undefined;
  /** Number of texts that are not decimals, so that the total leaves them out. */
  unreadCount: number;
}

/** Adds decimals exactly: as integers at a common number of decimal places, never as floats. */
export function addUp(amounts: readonly (string | undefined)[]): Sum {
  const parts = amounts.map((amount = '') => parseDecimal(amount.trim())).filter(isDefined);
  const unreadCount = amounts.length - parts.length;
  if (parts.length === 0) return { total: undefined, unreadCount };

  const places = Math.max(0, ...parts.map((part) => part.places));
  const units = parts.reduce((total, part) => total + unitsAt(places, part), 0n);
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const total = `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`;

  return { total, unreadCount };
}
