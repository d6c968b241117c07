import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../src/reading/references-in.ts';

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
    ['GARO-8f3k2j1 GARO_qwertyu GARO/abc', ['GARO-8f3k2j1'], ['GARO_qwertyu', 'GARO/abc']],
    ['A-1x A-bc', ['A-1x'], ['A-bc']],
    ['xGARO-8f3k2j1 GARO-qwertyu', ['xGARO-8f3k2j1'], ['GARO-qwertyu']],
    ['12 123 1a', ['123', '1a'], ['12']],
    ['ABC12 ABC12, please', ['ABC12'], ['please']],
    ['A1b. B2c: [C3d] ((D4e)) `"E5f"`', ['A1b', 'B2c', 'C3d', 'D4e', 'E5f'], []],
    ['Ref A1 reference B2 txn C3 transaction D4 id E5 and F6 & G7', ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7'], []],
    ['A1 refs sand B2', ['A1', 'B2'], ['refs', 'sand']],
    ['please', ['please'], []],
    ['1 2', ['1', '2'], []],
    ['- A1', ['A1'], []],
    ['', [], []],
    ['ref: GARO-8f3k2j1 ref: GARO-8f3k2j1', ['GARO-8f3k2j1'], []],
  ])('%j', (text, references, leftOut) => {
    expect(referencesIn(text)).toEqual({ references, leftOut });
  });
});
