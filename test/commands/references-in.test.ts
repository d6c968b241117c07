import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../src/commands/references-in.ts';

describe('what is asked for', () => {
  it.each([
    ['GARO-8f3k2j1', ['GARO-8f3k2j1'], []],
    ['GARO-8f3k2j1, GARO-5p1d6w8\nGARO-2x9f4t7;A1', ['GARO-8f3k2j1', 'GARO-5p1d6w8', 'GARO-2x9f4t7', 'A1'], []],
    ['GARO-8f3k2j1 GARO-qwertyu', ['GARO-8f3k2j1', 'GARO-qwertyu'], []],
    ['GARO-8f3k2j1 PAY77', ['GARO-8f3k2j1', 'PAY77'], []],
    ['GARO-8f3k2j1 and NF2', ['GARO-8f3k2j1', 'NF2'], []],
    ['ABC123 please', ['ABC123'], ['please']],
    ['1. GARO-8f3k2j1 2. GARO-5p1d6w8 -', ['GARO-8f3k2j1', 'GARO-5p1d6w8'], ['1', '2']],
    ['"A1b" `B2c`, (C3d)', ['A1b', 'B2c', 'C3d'], []],
    ['one two', ['one', 'two'], []],
    ['ref: GARO-8f3k2j1 ref: GARO-8f3k2j1', ['GARO-8f3k2j1'], []],
  ])('%j', (text, references, leftOut) => {
    expect(referencesIn(text)).toEqual({ references, leftOut });
  });
});
