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
const file = fc
  .record({
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 30 }),
    delimiter: fc.constantFrom(',', ';', '\t'),
    isQuoted: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '\ufeff'),
    encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'),
  })
  .map(({ rows, delimiter, isQuoted, end, mark, encoding }) => {
    const write = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);
    return new Uint8Array(Buffer.from(mark + rows.map((row) => row.map(write).join(delimiter)).join(end), encoding));
  });

it('a file of random cells is a list of what stands in its cells, or a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(file, fc.uint8Array({ maxLength: 300 })), async (bytes) => {
      try {
        const list = await readList(bytes, 'a.csv', references);
        const found = list.rows.flatMap(({ reference = [] }) => reference);
        expect(new Set(found)).toEqual(new Set(list.references));
        for (const reference of found) expect(reference).not.toMatch(/^\d+(?:\.\d+)?E\+?\d+$/i);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }),
    { numRuns: 3_000 },
  );
});
