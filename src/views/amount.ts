import { cut, foldBlanks } from '../plain-text.ts';

const longest = 80;

/**
 * Thousands separators for a decimal string; every digit stays, whatever its size, because it is
 * never a number here. Not a decimal: as it came. `currency` is an ISO 4217 code. Plain text, to be escaped
 * where it goes into mrkdwn.
 */
export function amount(text: string, currency?: string): string {
  const folded = cut(foldBlanks(text), longest);
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(folded) ?? [];
  if (whole === undefined) return folded;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
  return sign + (currency ? `${currency} ${grouped}` : grouped);
}
