import { isLosslessNumber } from 'lossless-json';

/** The text of a scalar; `undefined` for null, an empty string, an object or an array. */
export function scalarText(value: unknown): string | undefined {
  if (isLosslessNumber(value) || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Null, an empty string, an empty object or list: nothing that could be shown. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
