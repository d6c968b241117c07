import { expect, it } from 'vitest';
import { type Row, watchable } from '../../src/transfers/row.ts';

const record = (asked: string, status: string, reversedFlag = '0'): Row => ({
  isRequery: false,
  asked,
  status,
  reversedFlag,
  transaction: { reference: asked, status, reversedFlag },
});
const requery = (asked: string, ofRecord?: string): Row => ({
  isRequery: true,
  asked,
  ofRecord,
  status: 'PENDING',
});

it('what is watched are the records that are neither settled nor reversed, each once', () => {
  const rows: Row[] = [
    record('A', 'pending'),
    record('B', 'successful'),
    record('C', 'failed'),
    record('D', 'pending', '1'),
    record('E', 'WHATEVER'),
    requery('1', 'A'),
    requery('2', 'F'),
    requery('3'),
    { asked: 'G', failure: 'timeout', isRequery: false },
  ];
  expect(watchable(rows).map(({ asked }) => asked)).toEqual(['A', 'C', 'E', 'F']);
  expect(watchable(rows).some(({ isRequery }) => isRequery)).toBe(false);
});
