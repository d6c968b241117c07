import { outside } from './mrkdwn.ts';

/**
 * Thousands separators for a decimal string; every digit stays, whatever its size, because it is
 * never a number here. Not a decimal: as it came. `currency` is an ISO 4217 code.
 */
export function amount(text: string, currency?: string): string {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return outside(text);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
  return sign + (currency ? `${currency} ${grouped}` : grouped);
}
