import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { bankAnswers } from '../../src/banks/bank.ts';
import type { BankAnswer } from '../../src/banks/cover.ts';
import type { BankHit } from '../../src/banks/search.ts';
import type { Bank } from '../../src/transfer-service/client.ts';
import { shownLines } from '../support/shown.ts';

const loadedAtMs = Date.UTC(2026, 0, 31, 14, 2);
const list = { size: 798, loadedAtMs, failedAtMs: undefined };
const bank = (institutionCode: string, institutionName: string): Bank => ({
  ...{ institutionCode, institutionName, category: '2' },
});
const gtb = bank('000013', 'GTBANK PLC');
const zenith = bank('000015', 'ZENITH BANK PLC');
const mobile = bank('100018', 'ZenithMobile');
const heritage = bank('090479', 'First Heritage MFB');
const found = (query: string, banks: Bank[], how: Partial<BankHit> = {}): BankAnswer => ({
  ...{ query, hits: banks.map((each) => ({ bank: each, isSlip: false, ...how })), isCertain: true },
});
const near = (query: string, ...banks: Bank[]): BankAnswer => ({ ...found(query, banks), isCertain: false });
const nearest = 'First Heritage MFB · `090479`';
const many = Array.from({ length: 14 }, (_, index) => bank(`0000${10 + index}`, `First ${index}`));
const show = (answers: BankAnswer[], leftOut: string[] = [], nowMs = loadedAtMs) =>
  bankAnswers({ answers, leftOut, list }, nowMs);
const shown = (...answers: BankAnswer[]) => shownLines(show(answers));

it('of several that a slip may mean, the first says so', () => {
  const rows = 'zenoth, read as ZENITH BANK PLC · `000015`\nZenithMobile · `100018`';
  expect(shown(found('zenoth', [zenith, mobile], { isSlip: true }))).toEqual(['2 banks match *zenoth*', rows]);
});

it('many are ten rows, with a window for the rest', () => {
  for (const [answer, line] of [
    [found('first', many), '14 banks match *first*'],
    [near('fir', ...many), 'No bank is called *fir*. Nearest:'],
    [near('00001', ...many), 'No bank has the code `00001`. Nearest:'],
  ] as const) {
    const [title, rows, picker, quiet] = shown(answer);
    expect([title, rows?.split('\n').length, quiet]).toEqual([line, 10, '~ 4 more: add a word or a digit']);
    expect(picker).toMatch(/^\[Search in a Window\] bank:picker/);
  }
});

it.each([
  ['qqq', 'No bank is called *qqq*.'],
  ['5000041', 'No bank has the code `5000041`.'],
  ['999', "No bank has the code `999`: three digits are the CBN's older scheme, and transfers use six digits."],
  ['50211', "No bank has the code `50211`: five digits are a payment gateway's, and transfers use six digits."],
  ['gtbingla', 'No bank has the code `gtbingla`: letters are a SWIFT code, and transfers use six digits.'],
  ['058152036', 'No bank has the code `058152036`: nine digits are a CBN sort code, and transfers use six digits.'],
])('no bank helps on, and says of the code of another scheme what it is: %s', (query, sentence) => {
  expect(shown(near(query))).toEqual([`${sentence} Try one word of its name, or its code.`]);
  expect(shown(near(query, gtb))[0]).toBe(`${sentence} Nearest: GTBANK PLC · \`000013\``);
  expect(shown(near(query), found('zenith', [zenith]))[1]).toContain(`${query}: no bank\n`);
});

it('an entry that no transfer can use is said to be in the list', () => {
  const access = { ...near('access'), withoutCode: { institutionCode: '044', institutionName: 'ACCESS BANK' } };
  const sentence = 'The list has *ACCESS BANK* under `044`, which is no six-digit code.';
  expect(shown(access)[0]).toBe(sentence);
  expect(shown(access, found('zenith', [zenith]))[1]).toContain(sentence);
});

describe('several asked for', () => {
  it('say which are none, and what is near', () => {
    expect(shown(near('hsbc'), near('heritage bank', heritage), found('gtb', [gtb]))).toEqual([
      '*1 of 3 found*',
      `hsbc: no bank\nheritage bank: no bank. Nearest: ${nearest}\ngtb: GTBANK PLC · \`000013\``,
      '[All for heritage bank] bank:run:0 heritage bank',
    ]);
  });

  it('have five buttons at most', () => {
    const all = shown(...Array.from({ length: 30 }, (_, at) => found(`zenith ${at}`, [zenith, mobile])));
    expect([all[0], all[1]?.split('\n').length]).toEqual(['*30 found*', 30]);
    expect(all.filter((line) => line.startsWith('['))).toHaveLength(5);
  });
});

it.each([
  ['is dated only when it is older than an hour', 3_599_999, undefined, /^$/],
  ['is dated only when it is older than an hour', 3_600_000, undefined, /^~ List from <!date\^1769868120\^[^;]*>$/],
  ['says when its last refresh failed', 0, loadedAtMs, /^~ List from .*, not refreshed at </],
])('the list %s: %i ms', (_what, ageMs, failedAtMs, line) => {
  const asked = { answers: [found('gtb', [gtb])], leftOut: [], list: { ...list, failedAtMs } };
  const [, ...quiet] = shownLines(bankAnswers(asked, loadedAtMs + ageMs));
  expect(quiet.join('\n')).toMatch(line);
});

it('neither pings nor formats what comes from outside, at any length', () => {
  const rude = bank('000001', `<!channel> *${'long '.repeat(300)}*${'&'.repeat(300)}`);
  const query = '<!here> `*x*`';
  const alias = { alias: '<!here> *x*' };
  const several = Array.from({ length: 30 }, (_, at) => found(`<!here> *${at}* ${'x'.repeat(90)}`, [rude, rude]));
  for (const answers of [
    ...[found(query, [rude]), found(query, [rude], alias), found(query, [rude], { isSlip: true })].map((one) => [one]),
    ...[found(query, Array(20).fill(rude), alias), near(query, rude), near(query, rude, rude, rude)].map((one) => [
      one,
    ]),
    several,
  ])
    expect(checkMessage({ ...show(answers, ['<!here>'.repeat(90)]) }).breaches).toEqual([]);
});
