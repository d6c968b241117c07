import { parseDecimal, unitsAt } from '../transfers/decimal.ts';

interface Sum {
  /** A decimal of any length; `undefined` if none of the texts is a decimal. */
  total: string | undefined;
  /** Number of texts that are not decimals, so that the total leaves them out. */
  unreadCount: number;
}

/** Adds decimals exactly: as integers at a common number of decimal places, never as floats. */
export function addUp(amounts: readonly (string | undefined)[]): Sum {
  const parts = amounts
    .map((amount = '') => parseDecimal(amount.trim()))
    .filter((part) => part !== undefined);
  const unreadCount = amounts.length - parts.length;
  if (parts.length === 0) return { total: undefined, unreadCount };

  const places = Math.max(0, ...parts.map((part) => part.places));
  const units = parts.reduce((total, part) => total + unitsAt(places, part), 0n);
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const total = `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`;

  return { total, unreadCount };
}
