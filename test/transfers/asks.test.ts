import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ask, askLine, askLines, parseAsk, splitAsks } from '../../src/transfers/row.ts';

const txn = (asked: string): Ask => ({ isRequery: false, asked });

describe('a line', () => {
  it.each<[Ask, string]>([
    [txn('GARO-8f3k2j1'), 'txn GARO-8f3k2j1'],
    [txn('two words'), 'txn two words'],
    [{ isRequery: true, asked: '19253' }, 'tsq 19253'],
    [{ isRequery: true, asked: '19253', ofRecord: 'GARO-8f3k2j1' }, 'tsq 19253 GARO-8f3k2j1'],
    [
      { isRequery: true, asked: '19253', ofRecord: 'GARO-8f3k2j1', recorded: 'in progress' },
      'tsq 19253 GARO-8f3k2j1\tin progress',
    ],
  ])('%j is %s', (ask, line) => {
    expect(askLine(ask)).toBe(line);
    expect(parseAsk(line)).toEqual(ask);
  });

  it.each(['', 'txn', 'txn ', 'tsq  1', 'bank 000015', 'GARO-8f3k2j1', ' txn X'])('is not %j', (line) => {
    expect(parseAsk(line)).toBeUndefined();
  });
});

describe('lines', () => {
  it('say once what all begin with', () => {
    const lines = askLines([txn('GARO-8f3k2j1'), txn('GARO-8f4'), txn('GARO-8f')]);
    expect(lines).toBe('=txn GARO-8f\n3k2j1\n4\n');
    expect(splitAsks(lines)).toEqual(['txn GARO-8f3k2j1', 'txn GARO-8f4', 'txn GARO-8f']);
  });

  it.each([
    [[txn('GARO-8f3k2j1')], 'txn GARO-8f3k2j1'],
    [[txn('A1'), txn('B2')], 'txn A1\ntxn B2'],
    [[txn('A1'), { isRequery: true, asked: '12' }], 'txn A1\ntsq 12'],
    [[txn('=x'), txn('=y')], 'txn =x\ntxn =y'],
    [[txn('é1234567'), txn('é1234568')], 'txn é1234567\ntxn é1234568'],
  ])('stand whole where little is shared: %j', (asks, lines) => {
    expect(askLines(asks)).toBe(lines);
    expect(splitAsks(lines)).toEqual(asks.map(askLine));
  });

  it('come back as they went, whatever is asked for', () => {
    const word = fc.stringMatching(/^[=A-Z0-9é😀-]{1,12}$/u);
    const ask = fc.oneof(
      word.map(txn),
      fc.record({
        isRequery: fc.constant(true),
        asked: fc.stringMatching(/^\d{1,9}$/),
        ofRecord: word,
        recorded: fc.option(word, { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(fc.array(ask, { minLength: 1, maxLength: 25 }), (asks) => {
        expect(splitAsks(askLines(asks)).map(parseAsk)).toEqual(asks);
      }),
    );
  });
});
