import { hash, randomInt } from 'node:crypto';
import leven from 'leven';
import * as z from 'zod';

/** The version in package.json, which `npm run release` writes here: the bundle holds no manifest. */
export const version = '0.4.0';

/**
 * Cuts a text to at most `maxLength` UTF-16 units, including a final `…`; never splits a character.
 */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : truncateEncoded(text, maxLength, (character) => character);
}

/**
 * Encodes as much of a text as fits into `maxLength` UTF-16 units together with the `…` that it
 * adds at the end.
 * @param write encodes one character; the length of the encoded text is what counts
 */
export function truncateEncoded(
  text: string,
  maxLength: number,
  write: (character: string) => string,
): string {
  let taken = '';
  for (const character of text.slice(0, maxLength)) {
    const written = write(character);
    if (taken.length + written.length > maxLength - 1) break;
    taken += written;
  }

  return `${taken}…`;
}

const foldedMax = 5_000;
/** A character that stays as it is; the bullet and the naira sign are such, too. */
const stays = '[!-~\\xa1-\\u167f\\u2010-\\u2027\\u2030-\\u205e\\u2070-\\u2fff]';
const isPlain = new RegExp(`^${stays}+(?: ${stays}+)*$`);

/**
 * Collapses each run of white space and control characters, line breaks included, into one blank;
 * drops zero-width and bidirectional control characters. Keeps only the first 5,000 characters,
 * more than any line that we show.
 */
export function foldBlanks(text: string): string {
  // Most texts are plain, and what follows is 4 times as slow.
  if (text.length <= foldedMax && isPlain.test(text)) return text;

  return text
    .slice(0, foldedMax)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Capitalizes the first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For `filter`: keeps what is there. */
export function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** Joins the non-empty parts. */
export function joinNonEmpty(
  parts: readonly (string | false | undefined)[],
  separator = ' · ',
): string {
  return parts.filter((part) => part).join(separator);
}

/** Writes a number with commas: "1,000". */
export const formatNumber = (count: number) => count.toLocaleString('en');

/** Writes a count with its noun: "1 row", "2 rows". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Returns the edit distance of two words, counted up to three; two swapped letters count as one
 * typo.
 */
export function countSlips(a: string, b: string): number {
  const slips = leven(a, b, { maxDistance: 3 });
  return slips === 2 && sortLetters(a) === sortLetters(b) ? 1 : slips;
}

export const sortLetters = (word: string) => [...word].sort().join('');

/** Counts how often each distinct value occurs; the most frequent value comes first. */
export function countEach<T>(values: Iterable<T>): [value: T, count: number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Groups items by each of their keys; each group is in the order of `items`. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }

  return groups;
}

/** Letters and digits, without 0, 1, I, L, O and U, which look like others. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 6;

/**
 * Creates a random six-character code. A person can quote the code, so that the log and audit lines
 * are found.
 */
export function createShortCode(): string {
  return writeCode(randomInt(codeLetters.length ** codeLength));
}

/** SHA-256 of what is not to be stored itself. */
export function digest(
  content: string | Uint8Array,
  form: 'base64url' | 'hex' = 'base64url',
): string {
  return hash('sha256', content, form);
}

/** Derives a six-character code from a text, always the same for the same text. */
export function deriveShortCode(text: string): string {
  return writeCode(hash('sha256', text, 'buffer').readUIntBE(0, 6));
}

function writeCode(number: number): string {
  let code = '';
  for (let rest = number; code.length < codeLength; rest = Math.floor(rest / codeLetters.length))
    code += codeLetters.charAt(rest % codeLetters.length);
  return code;
}

export const dayMs = 24 * 60 * 60_000;

/**
 * Whether a time is less than `maxAgeMs` ago; false for a time in the future, as after a clock was
 * set back.
 */
export function isWithin(maxAgeMs: number, atMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}

/** Schema that parses JSON text. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** Parses JSON text. @returns `undefined` when it is not valid JSON, or does not match `schema` */
export function parseJson<T>(text: string, schema: z.ZodType<T>): T | undefined {
  return JsonText.pipe(schema).safeParse(text).data;
}
