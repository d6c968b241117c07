import { cut, foldBlanks } from '../text.ts';

const longestShown = 80;

/**
 * Adds thousands separators to a decimal string and keeps every digit, because it never becomes a number. Any other
 * text is only folded and cut. `currency` is an ISO 4217 code. The result is plain text: escape it for mrkdwn.
 */
export function amount(text: string, currency?: string): string {
  const folded = cut(foldBlanks(text), longestShown);
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(folded) ?? [];
  if (whole === undefined) return folded;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
  return sign + (currency ? `${currency} ${grouped}` : grouped);
}

/** In characters. A longer text is not read as an amount: adding it would take long. */
const longestAdded = 60;
const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

interface Sum {
  /** A decimal of any length; `undefined` when nothing could be added. */
  total: string | undefined;
  /** How many texts were not decimals, and are not in the total. */
  unreadCount: number;
}

/** Adds decimals exactly: as whole numbers of their smallest fraction, never as floats. */
export function sum(amounts: readonly (string | undefined)[]): Sum {
  const parts = amounts.flatMap((amount) => {
    const text = (amount ?? '').trim();
    const [whole, sign, digits = '', fraction = ''] = (text.length <= longestAdded && decimal.exec(text)) || [];
    return whole === undefined ? [] : [{ sign, digits, fraction }];
  });
  const unreadCount = amounts.length - parts.length;
  if (parts.length === 0) return { total: undefined, unreadCount };

  const places = Math.max(...parts.map(({ fraction }) => fraction.length));
  const units = parts.reduce((total, { sign, digits, fraction }) => {
    const unit = BigInt(digits + fraction.padEnd(places, '0'));
    return sign === '-' ? total - unit : total + unit;
  }, 0n);
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const total = `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`;
  return { total, unreadCount };
}
