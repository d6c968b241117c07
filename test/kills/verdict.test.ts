import { describe, expect, it } from 'vitest';
import { judge } from './verdict.ts';

const watches = new Map([['D1 GARO-1', 'pending']]);
const message = (change: string, code: string, place: number) => ({
  id: String(place),
  text: `${change} after 1 min\n◷ Something · \`GARO-1\`\nthis watch has ended · \`${code}\``,
  blocks: [],
  payload: { channel: 'D1' },
});
/** What is told, as `change code`. */
const judged = (...told: [change: string, code: string][]) =>
  judge(
    told.map(([change, code], place) => message(change, code, place)),
    watches,
    'successful',
  );

describe('the verdict on what people were told', () => {
  it('is good when each follows from the one before', () => {
    const verdict = judged(['pending → queued', 'AAAAAA'], ['queued → successful', 'BBBBBB']);
    expect(verdict).toEqual({ told: 2, untold: [], broken: [], doubled: 0 });
  });

  it('counts what was not noted, also when it is told again after something else that was not noted either', () => {
    const again = judged(
      ['pending → submitted', 'AAAAAA'],
      ['pending → queued', 'BBBBBB'],
      ['pending → submitted', 'AAAAAA'],
      ['submitted → successful', 'CCCCCC'],
    );
    expect(again).toEqual({ told: 3, untold: [], broken: [], doubled: 2 });
  });

  it('names what is untold, and what follows from nothing', () => {
    expect(judged(['pending → queued', 'AAAAAA']).untold).toEqual(['D1 GARO-1']);
    const jumped = judged(['pending → queued', 'AAAAAA'], ['submitted → successful', 'BBBBBB']);
    expect(jumped.broken).toEqual(['D1 GARO-1: pending → queued (AAAAAA), submitted → successful (BBBBBB)']);
  });
});
