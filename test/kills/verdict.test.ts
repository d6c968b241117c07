import { describe, expect, it } from 'vitest';
import { judge } from './verdict.ts';

const watches = new Map([['D1 GARO-1', 'pending']]);
const message = (change: string, place: number) => ({
  id: String(place),
  text: `\`GARO-1\`: ${change} after 1 min · 25,000.00`,
  blocks: [],
  payload: { channel: 'D1' },
});
const judged = (...told: string[]) => judge(told.map(message), watches, 'successful');

describe('the verdict on what people were told', () => {
  it('is good when each follows from the one before', () => {
    const verdict = judged('pending → queued', 'queued → successful');
    expect(verdict).toEqual({ told: 2, untold: [], broken: [], doubled: 0 });
  });

  it('counts what was not noted, also when it is told again after something else that was not noted either', () => {
    const again = judged('pending → submitted', 'pending → queued', 'pending → submitted', 'submitted → successful');
    expect(again).toEqual({ told: 4, untold: [], broken: [], doubled: 2 });
  });

  it('names what is untold, and what follows from nothing', () => {
    expect(judged('pending → queued').untold).toEqual(['D1 GARO-1']);
    const jumped = judged('pending → queued', 'submitted → successful');
    expect(jumped.broken).toEqual(['D1 GARO-1: pending → queued, submitted → successful']);
  });
});
