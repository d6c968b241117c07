import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readList } from '../../src/batches/list.ts';
import { UserError } from '../../src/errors.ts';
import { createReferences } from '../../src/reading/references.ts';

const references = createReferences();
const cell = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ maxLength: 20, unit: 'grapheme' }),
  fc.stringMatching(/^GARO-[a-z\d]{7}$/),
  fc.stringMatching(/^\d{1,20}$/),
  fc.constantFrom('1.23E+17', '', '"', '""', '=1+1', 'GARO-8f3k2j1', '\t', '\n'),
);
const encodings = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a BOM': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
};
const file = fc
  .record({
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 30 }),
    delimiter: fc.constantFrom(',', ';', '\t'),
    isQuoted: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom(...Object.values(encodings)),
  })
  .map(({ rows, delimiter, isQuoted, end, encoding }) => {
    const write = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);
    return new Uint8Array(encoding(rows.map((row) => row.map(write).join(delimiter)).join(end)));
  });

/** The list, or the sentence in its place. */
function read(bytes: Uint8Array) {
  try {
    return readList(bytes, 'a.csv', references);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

it('a file of random cells is a list of what stands in its cells, or a sentence', () => {
  fc.assert(
    fc.property(fc.oneof(file, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const list = read(bytes);
      if (list === undefined) return;
      const inRows = list.rows.flatMap(({ cells, reference }) =>
        reference === undefined ? [] : [{ cells, reference }],
      );
      expect(new Set(inRows.map(({ reference }) => reference))).toEqual(new Set(list.references));
      for (const { reference } of inRows) expect(reference).not.toMatch(/^\d+(?:\.\d+)?E\+?\d+$/i);
      expect(list.withoutCount + list.roundedCount).toBe(list.rows.length - inRows.length);
    }),
    { numRuns: 3_000 },
  );
});
