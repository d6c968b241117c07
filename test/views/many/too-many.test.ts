import { describe, expect, it } from 'vitest';
import { tooMany } from '../../../src/views/many/too-many.ts';
import { shownLines } from '../../support/shown.ts';

const list = (count: number, tail = '') => Array.from({ length: count }, (_, index) => `GARO-${1000 + index}${tail}`);
const parts = (lines: string[]) =>
  lines.slice(1).map((line) => {
    const [, label = '', id = '', value = ''] = /^\[([^\]]*)\] (\S+) ([\s\S]*)$/.exec(line) ?? [];
    return { label, id, asked: value.split('\n') };
  });

describe('more than are looked up at once', () => {
  it('are offered in parts, identifiers last', () => {
    const lines = shownLines(tooMany({ references: list(50), identifiers: ['12345698690885579'] }, 25));
    expect(lines[0]).toEqual(
      expect.stringMatching(
        /^That is 51 at once, from `.+` to `.+`, and txnbot looks up 25\. Nothing was asked yet\.$/,
      ),
    );
    const offered = parts(lines);
    expect(offered.map(({ label, id }) => [label, id])).toEqual([
      ['Look Up the First 25', 'txn:these:0'],
      ['Look Up 26–50', 'txn:these:1'],
      ['Look Up 51–51', 'txn:these:2'],
    ]);
    expect(offered.flatMap(({ asked }) => asked)).toEqual([
      ...list(50).map((text) => `txn ${text}`),
      'tsq 12345698690885579',
    ]);
  });

  it('are no more than their buttons can carry, and what is not offered is said', () => {
    const shown = tooMany({ references: list(1_000), identifiers: [] }, 25);
    expect(JSON.stringify(shown.blocks).length).toBeLessThan(11_900);
    const offered = parts(shownLines(shown)).flatMap(({ asked }) => asked).length;
    expect(shown.text).toContain(`Ask for the last ${1_000 - offered} of them in another message.`);
    expect(offered).toBeGreaterThan(300);
  });

  it('leave room for what can be read in two ways', () => {
    const unclear = Array.from({ length: 5 }, (_, index) => ({
      said: `GARO-${index} ${'w'.repeat(60)}`,
      readings: [`GARO-${index}${'w'.repeat(60)}`],
    }));
    const lines = shownLines(tooMany({ references: list(1_000), identifiers: [] }, 25, unclear));
    expect(lines.filter((line) => line.startsWith('[Look Up GARO-'))).toHaveLength(4);
    expect(lines.at(-1)).toBe('1 more can be read in more than one way, and was not looked up.');
    expect(lines.join('\n')).not.toContain('Too long');
  });

  it('that are long stand in smaller parts', () => {
    for (const { asked } of parts(shownLines(tooMany({ references: list(40, 'x'.repeat(150)), identifiers: [] }, 25))))
      expect(asked.join('\n').length).toBeLessThanOrEqual(2_000);
  });
});
