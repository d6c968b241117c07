import { expect, it } from 'vitest';
import { choose, type SubjectItem } from '../../src/reading/choose.ts';

const item = (asked: string, standing: string, isOther = false): SubjectItem => ({
  asked,
  isRequery: false,
  standing,
  isOther,
});

const settled = item('settled', 'settled');
const pending = item('pending', 'moving open');
const failed = item('failed', 'failed open');
const late = item('late', 'timeout open');
const table = [settled, pending, failed, late];

/** After `the pending one`, the rest of the table is what it did not choose. */
const chosenBefore = table.map((each) => ({ ...each, isOther: each !== pending }));

it.each([
  ['watch 1 and 3', 'settled failed'],
  ['watch 2', 'pending'],
  ['watch 2 and 9', undefined],
  ['watch both pending ones', 'pending'],
  ['watch all pending ones', 'pending'],
  ['watch the open ones', 'pending failed late'],
  ['check the ones not successful', undefined],
  ['watch the first one and the failed one', 'settled failed'],
  ['watch the first one and the reversed one', undefined],
  ['watch the reversed one', ''],
  ['is that settled?', 'settled pending failed late'],
  ['watch them', 'settled pending failed late'],
])('of a table, %j chooses %j', (text, chosen) => {
  expect(
    choose(text, table)
      ?.map(({ asked }) => asked)
      .join(' '),
  ).toBe(chosen);
});

it.each([
  ['watch it', 'pending'],
  ['watch all of them', 'settled pending failed late'],
  ['watch both', 'settled pending failed late'],
  ['watch the rest', 'settled failed late'],
  ['watch the other ones', 'settled failed late'],
])('after one of a table was chosen, %j chooses %j', (text, chosen) => {
  expect(
    choose(text, chosenBefore)
      ?.map(({ asked }) => asked)
      .join(' '),
  ).toBe(chosen);
});

it.each(['is that settled?', 'has that one failed?', 'watch the failed one', 'not settled yet?'])(
  'of a single transaction, %j chooses that one, whatever its status was',
  (text) => {
    expect(choose(text, [pending])).toEqual([pending]);
  },
);
