import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const afterSurrogates = firstSurrogate + surrogates;
const isSurrogate = (code: number) => code >= firstSurrogate && code < afterSurrogates;

/**
 * Any character of Unicode: the same as fast-check's `binary`, for `fc.string({ unit: anyCharacter })`. That one writes a
 * table of all million characters in each process that uses it, for almost a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates), placeOf);

/** So that fast-check can put in what is dangerous, as `__proto__`. @throws when it is no character */
function placeOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (code === undefined || isSurrogate(code) || String.fromCodePoint(code) !== text) throw new Error('no character');
  return code < firstSurrogate ? code : code - surrogates;
}
