import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';

const { inTalk: find, asTyped: findTyped } = createReferences();

describe('right behind the label of another number', () => {
  it.each([
    ['invoice INV-4m7q2w9 is unpaid', ['INV-4m7q2w9']],
    ['customer disputes order ORD-6p3xz82', ['ORD-6p3xz82']],
    ['ticket TCK-3n8v1b5 from terminal TRML-5k2jh7x', ['TCK-3n8v1b5', 'TRML-5k2jh7x']],
    ['tickets TCK-3n8v1b5, TCK-3n8v1b6 and TCK-3n8v1b7 please', ['TCK-3n8v1b5', 'TCK-3n8v1b6', 'TCK-3n8v1b7']],
    ['sessions S_001240926163, S_001240926164', ['S_001240926163', 'S_001240926164']],
    ['wallet WLT-20991231771 is empty', ['WLT-20991231771']],
  ])('nothing is asked but offered: %s', (text, leftOut) => {
    expect(find(text)).toEqual({ references: [], identifiers: [], leftOut, unclear: [] });
    expect(findTyped(text).references).toEqual([]);
  });

  it.each([
    ['invoice: INV-4m7q2w9', []],
    ['terminal=TRML-5k2jh7x', []],
  ])('nothing is offered either behind a colon: %s', (text, leftOut) => {
    expect(find(text).leftOut).toEqual(leftOut);
  });

  it.each([
    ['order GARO-3k8m1p6 and ticket R-GARO-3k8m1p6', ['GARO-3k8m1p6', 'R-GARO-3k8m1p6']],
    ['tickets TCK-3n8v1b5, GARO-3k8m1p6', ['GARO-3k8m1p6']],
    ['order ORD-6p3xz82 was paid by PAY-6p3xz82', ['PAY-6p3xz82']],
    ['ticket PAY-6p3xz82 is about PAY-6p3xz83', ['PAY-6p3xz83']],
    ['order ref ORD-6p3xz82', ['ORD-6p3xz82']],
    ['the ticket is for PAY-6p3xz82', ['PAY-6p3xz82']],
  ])('the service’s own are asked, and what the label is not about: %s', (text, references) => {
    expect(find(text).references).toEqual(references);
  });
});
