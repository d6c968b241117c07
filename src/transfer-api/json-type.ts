import { isInteger, isLosslessNumber } from 'lossless-json';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' | 'nothing';

/** The type of a value as it stood in a body. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isLosslessNumber(value)) return isInteger(value.value) ? 'integer' : 'number';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value === 'string' ? 'string' : 'boolean';
  return 'object';
}
