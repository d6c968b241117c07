import { cut, foldBlanks } from '../plain-text.ts';

const longest = 80;

/**
 * Adds thousands separators to a decimal string and keeps every digit, because it never becomes a number. Any other
 * text is only folded and cut. `currency` is an ISO 4217 code. The result is plain text: escape it for mrkdwn.
 */
export function amount(text: string, currency?: string): string {
  const folded = cut(foldBlanks(text), longest);
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(folded) ?? [];
  if (whole === undefined) return folded;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
  return sign + (currency ? `${currency} ${grouped}` : grouped);
}
