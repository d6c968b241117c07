import fc from 'fast-check';

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`. fast-check's own `binary`
 * writes a table of all million characters in each process that uses it, for almost a second.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => !isSurrogate(code))
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      // So that fast-check can put in what is dangerous, as `__proto__`.
      if (typeof text !== 'string' || [...text].length !== 1) throw new Error('no character');
      return text.codePointAt(0) ?? 0;
    },
  );
