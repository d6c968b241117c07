import { describe, expect, it } from 'vitest';
import type { BankCount, Counts } from '../../src/history/hints.ts';
import { homeBanks } from '../../src/home/view.ts';
import { shownLines } from '../support/shown.ts';

const counts = (banks: BankCount[], failures: [Parameters<Counts['failures']['get']>[0], number][] = []): Counts => ({
  banks,
  lookUps: 8,
  failures: new Map(failures),
});
const to = (bank: number, unsettled: number, asked: number) => ({
  bank: String(bank).padStart(6, '0'),
  asked,
  unsettled,
});
const shown = (hour: Counts, halfHour = hour, nameOf: (code: string) => string | undefined = () => undefined) =>
  shownLines({ text: '', blocks: homeBanks(hour, halfHour, nameOf) });

describe('the banks on Home', () => {
  it('begin with those where the most is not settled, each with its bar and its words', () => {
    const names = new Map([['000013', 'GTBANK <PLC>']]);
    const [title, lines = ''] = shown(counts([to(14, 1, 20), to(15, 0, 30), to(13, 6, 7)]), counts([]), (code) =>
      names.get(code),
    );
    expect(title).toBe('# Not settled in the last hour');
    expect(lines.split('\n')).toEqual([
      '`████████░░` GTBANK &lt;PLC&gt; `000013`: 6 of 7 · unlike other banks, not in the last 30 minutes',
      '`█░░░░░░░░░` `000014`: 1 of 20',
    ]);
  });

  it('never say that it is over', () => {
    expect(shown(counts([to(13, 6, 7)]), counts([])).join()).not.toMatch(/over|again|recovered|resolved/);
  });

  it('fill the bar only when all of it is so', () => {
    const barOf = (unsettled: number, asked: number) =>
      /[█░]+/.exec(shown(counts([to(13, unsettled, asked)])).join())?.[0];
    expect([barOf(99, 100), barOf(100, 100), barOf(1, 100), barOf(5, 10)]).toEqual([
      '█████████░',
      '██████████',
      '█░░░░░░░░░',
      '█████░░░░░',
    ]);
  });

  it('are four at most, and the rest is counted', () => {
    const [, lines = ''] = shown(counts(Array.from({ length: 13 }, (_, index) => to(index + 1, index, 20))));
    expect(lines.split('\n')).toHaveLength(5);
    expect(lines).toMatch(/\n8 more: 36 of 160$/);
  });

  it('tell of one error of the service, and nothing where nobody asks', () => {
    const [line, ...others] = shown(counts([], [['timeout', 6]]));
    expect(line).toMatch(/^~ 6 of .*8 .*look-ups/);
    expect(others).toEqual([]);
    expect(shown(counts([to(13, 0, 7)]))).toEqual([]);
  });
});
