import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';
import { expectLinear, texts } from '../support/growth.ts';

const { inTalk: find, asTyped: findTyped } = createReferences();
const nothing = { references: [], identifiers: [], leftOut: [], unclear: [] };

describe('what a log writes escaped, without scheme and host', () => {
  it.each([
    ['POST /hook?trxref%3DGARO-3k8m1p6 HTTP/1.1 200', ['GARO-3k8m1p6']],
    ['/hook?reference%3DGARO-3k8m1p6%26amount%3D7500%26code%3D91', ['GARO-3k8m1p6']],
    ['ref%3dGARO%2d3k8m1p6', ['GARO-3k8m1p6']],
    ['path=%2Fhook%3Freference%3DPAY_9f8e7d6c', ['PAY_9f8e7d6c']],
    ['{"query":"reference%3DGARO-3k8m1p6%20GARO-5p1d6w8"}', ['GARO-3k8m1p6', 'GARO-5p1d6w8']],
    ['GET /hook?reference=GARO-3k8m1p6&next=https%3A%2F%2Fshop.example%2Fdone HTTP/1.1', ['GARO-3k8m1p6']],
  ])('names its references and offers no half of a word: %s', (text, references) => {
    expect(find(text)).toEqual({ ...nothing, references });
    expect(findTyped(text).references).toEqual(references);
  });

  it.each(['a fee of 2%26 more', '100%2B0', 'up 15%20'])('is none in %s', (text) => {
    expect(find(text)).toEqual(nothing);
  });

  it.each(['%3Da', 'a%3D', '%%2'])('is read in linear time: %s', async (part) => {
    const made = texts(2_000, (size) => part.repeat(size));
    await expectLinear(2_000, (size) => find(made(size)));
  });
});
