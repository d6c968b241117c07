import { describe, expect, it } from 'vitest';
import type { BankCount, Counts } from '../../src/history/counts.ts';
import { homeBanks } from '../../src/views/home-banks.ts';
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
  shownLines({ text: '', blocks: homeBanks({ hour, halfHour, nameOf }) });

describe('the banks on Home', () => {
  it('begin with those where the most is not settled, each with its bar and its words', () => {
    const names = new Map([['000013', 'GTBANK <PLC>']]);
    const [title, lines = '', from] = shown(counts([to(14, 1, 20), to(15, 0, 30), to(13, 6, 7)]), counts([]), (code) =>
      names.get(code),
    );
    expect(title).toBe('# Banks');
    expect(lines.split('\n')).toEqual([
      '`████████░░` GTBANK &lt;PLC&gt; `000013`: 6 of 7 not settled · unlike those to other banks, no longer seen in the last 30 minutes',
      '`█░░░░░░░░░` `000014`: 1 of 20 not settled',
      '`░░░░░░░░░░` `000015`: 0 of 30 not settled',
    ]);
    expect(from).toBe('~ █ not settled · transfers asked about in the last hour, each as it was last seen');
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

  it('are ten at most, and the rest is counted', () => {
    const [, lines = ''] = shown(counts(Array.from({ length: 13 }, (_, index) => to(index + 1, index, 20))));
    expect(lines.split('\n')).toHaveLength(11);
    expect(lines).toMatch(/\n3 more: 3 of 60 not settled$/);
  });

  it('tell of one error of the service, and of nobody asking', () => {
    expect(shown(counts([], [['timeout', 6]]))).toEqual([
      '# Banks',
      'No transfer was asked about in the last hour.',
      '6 of 8 recent look-ups timed out',
      '~ transfers asked about in the last hour, each as it was last seen',
    ]);
  });
});
