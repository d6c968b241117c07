import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watchable } from '../../src/tables/actions.ts';
import { type Ask, askLine, askLines, parseAsk, type Row, splitAsks } from '../../src/transfers/row.ts';

const txn = (asked: string): Ask => ({ isRequery: false, asked });

describe('lines that ask', () => {
  it('are nothing else', () => {
    const lines = ['', 'txn', 'txn ', 'tsq  1', 'bank 000015', 'GARO-8f3k2j1', ' txn X'];
    expect(lines.filter((line) => parseAsk(line) !== undefined)).toEqual([]);
  });

  it.each([
    ['GARO-8f3k2j1 GARO-8f4 GARO-8f', '=txn GARO-8f\n3k2j1\n4\n'],
    ['GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
    ['=x =y', '=txn =\nx\ny'],
    ['é1234567 é1234568', '=txn \né1234567\né1234568'],
  ])('say once what all begin with: %s', (asked, lines) => {
    const asks = asked.split(' ').map(txn);
    expect(askLines(asks)).toBe(lines);
    expect(splitAsks(lines)).toEqual(asks.map(askLine));
  });

  it('come back as they went, whatever is asked for', () => {
    const word = fc.stringMatching(/^[=A-Z0-9é😀 -]{1,12}$/u).filter((text) => text.trim() === text);
    const [isRequery, asked] = [fc.constant(true), fc.stringMatching(/^\d{1,9}$/)];
    const recorded = fc.option(word, { nil: undefined });
    const ask = fc.oneof(word.map(txn), fc.record({ isRequery, asked, ofRecord: word, recorded }));
    fc.assert(
      fc.property(fc.array(ask, { minLength: 1, maxLength: 25 }), (asks) => {
        expect(splitAsks(askLines(asks)).map(parseAsk)).toEqual(asks);
      }),
    );
  });
});

it('what is watched are the records that are neither settled nor reversed, each once', () => {
  const record = (asked: string, status: string, reversedFlag = '0'): Row => ({ ...txn(asked), status, reversedFlag });
  const requery = (asked: string, ofRecord?: string): Row => ({ isRequery: true, asked, ofRecord, status: 'PENDING' });
  const records = [record('A', 'pending'), record('B', 'successful'), record('C', 'failed')];
  const others = [record('D', 'pending', '1'), record('E', 'WHATEVER')];
  const failure: Row = { ...txn('G'), failure: 'timeout' };
  const rows = [...records, ...others, requery('1', 'A'), requery('2', 'F'), requery('3'), failure];
  expect(watchable(rows)).toEqual(['A', 'C', 'E', 'F'].map(txn));
});
