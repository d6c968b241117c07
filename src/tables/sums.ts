import { decimal } from '../blocks/mrkdwn.ts';

/** The longest text to read as an amount, in characters: adding longer ones would be slow. */
const longestAdded = 60;

interface Sum {
  /** A decimal of any length; `undefined` if none of the texts is a decimal. */
  total: string | undefined;
  /** Number of texts that are not decimals, so that the total leaves them out. */
  unreadCount: number;
}

/** Adds decimals exactly: as integers at a common number of decimal places, never as floats. */
export function addUp(amounts: readonly (string | undefined)[]): Sum {
  const parts = amounts.flatMap((amount) => scaled((amount ?? '').trim()) ?? []);
  const unreadCount = amounts.length - parts.length;
  if (parts.length === 0) return { total: undefined, unreadCount };

  const places = Math.max(0, ...parts.map((part) => part.places));
  const units = parts.reduce(
    (total, part) => total + part.units * 10n ** BigInt(places - part.places),
    0n,
  );
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const total = `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`;
  return { total, unreadCount };
}

/**
 * Splits a decimal into an integer and the number of decimal places; an exponent can make that
 * number negative.
 */
function scaled(text: string): { units: bigint; places: number } | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    (text.length <= longestAdded && decimal.exec(text)) || [];
  if (whole === undefined) return undefined;
  return {
    units: BigInt(sign + whole.replaceAll(',', '') + fraction),
    places: fraction.length - Number(exponent),
  };
}
