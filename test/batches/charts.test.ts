import { expect, it } from 'vitest';
import { whenCreated, whereUnsettled } from '../../src/batches/charts.ts';
import type { Row } from '../../src/transfers/row.ts';

const begin = Date.UTC(2026, 0, 31, 22, 30);
const hourMs = 3_600_000;
/** One each half hour; the last ones are not settled. */
const rows = (count: number, pending: number, bank?: string): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    isRequery: false,
    asked: `GARO-${at}`,
    status: at < count - pending ? 'successful' : 'pending',
    transaction: { createdAt: begin + (at * hourMs) / 2, destinationBankName: bank, destinationBankCode: '000013' },
  }));

it('tells when it began, by hours of UTC or of the reader, settled and not', () => {
  const chart = whenCreated(rows(20, 3), 20);
  expect(chart?.title).toBe('Created, UTC, 60 min a bar');
  const bars = chart?.bars.map(({ label, values }) => `${label}: ${values.join(' · ')}`);
  expect(bars?.slice(0, 3)).toEqual(['Jan 31 22:00: 1 · 0', 'Jan 31 23:00: 2 · 0', 'Feb 1 00:00: 2 · 0']);
  const inLagos = whenCreated(rows(20, 3), 20, 3_600);
  expect([inLagos?.title, inLagos?.bars[0]?.label]).toEqual(['Created, 60 min a bar', 'Jan 31 23:00']);
  expect(bars?.slice(-3)).toEqual(['Feb 1 06:00: 2 · 0', 'Feb 1 07:00: 0 · 2', 'Feb 1 08:00: 0 · 1']);
});

it('tells nothing of few records, of one hour, or of none that is not settled', () => {
  expect(whenCreated(rows(19, 3), 20)).toBeUndefined();
  expect(whereUnsettled(rows(19, 3))).toBeUndefined();
  expect(whereUnsettled(rows(20, 0))).toBeUndefined();
  const atOnce = rows(20, 3).map((row) => ({ ...row, transaction: { createdAt: begin } }));
  expect(whenCreated(atOnce, 20)).toBeUndefined();
});

it('has no more bars than there is room for, however long it went on', () => {
  for (const count of [24, 200, 3_000, 40_000]) {
    const chart = whenCreated(rows(count, 1), 12);
    expect(chart?.bars.length).toBeLessThanOrEqual(12);
    expect(chart?.bars.reduce((sum, { values }) => sum + (values[0] ?? 0) + (values[1] ?? 0), 0)).toBe(count);
  }
});

it('names the banks with the most that is not settled', () => {
  const some = [...rows(20, 2, 'WEMA BANK'), ...rows(20, 5, 'ACCESS BANK'), ...rows(5, 1)];
  expect(whereUnsettled(some)?.bars.map(({ label, values }) => `${label} ${values[0]}`)).toEqual([
    'ACCESS BANK 5',
    'WEMA BANK 2',
    '000013 1',
  ]);
});
