import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const judged = (...changes: string[]) =>
  judge(
    changes.map((change, place) => ({ id: String(place), text: `◷ \`GARO-1\`: ${change} after 1 min`, blocks: [] })),
    ['GARO-1'],
    'successful',
  );

it('what was lost, told again or left out is told apart', () => {
  expect(judged('pending → queued', 'queued → successful')).toEqual({ told: 2, untold: [], broken: [], doubled: 0 });
  expect(judged('pending → queued', 'pending → queued', 'queued → successful').doubled).toBe(1);
  expect(judged('pending → queued').untold).toEqual(['GARO-1']);
  expect(judged('pending → queued', 'submitted → successful').broken).toHaveLength(1);
});
