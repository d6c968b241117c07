import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { bankAnswers } from '../../src/banks/bank.ts';
import type { BankAnswer } from '../../src/banks/cover.ts';
import type { MatchReason } from '../../src/banks/match.ts';
import type { Bank } from '../../src/transfer-service/client.ts';
import { shownLines } from '../support/shown.ts';

const loadedAtMs = Date.UTC(2026, 0, 31, 14, 2);
const list = { size: 798, loadedAtMs, kept: undefined };
const bank = (institutionCode: string, institutionName: string): Bank => ({
  ...{ institutionCode, institutionName, category: '2' },
});
const gtb = bank('000013', 'GTBANK PLC');
const zenith = bank('000015', 'ZENITH BANK PLC');
const mobile = bank('100018', 'ZenithMobile');
const heritage = bank('090479', 'First Heritage MFB');
const found = (said: string, banks: Bank[], why?: MatchReason): BankAnswer => ({
  ...{ said, hits: banks.map((each) => ({ bank: each, ...(why && { why }) })), suggestions: [], isCertain: true },
});
const near = (said: string, ...banks: Bank[]): BankAnswer => ({ ...found(said, banks), isCertain: false });
const none = (said: string, ...suggestions: Bank[]): BankAnswer => ({ ...near(said), suggestions });
const many = Array.from({ length: 14 }, (_, index) => bank(`0000${10 + index}`, `First ${index}`));
const show = (answers: BankAnswer[], leftOut: string[] = [], nowMs = loadedAtMs) =>
  bankAnswers({ answers, leftOut, list }, nowMs);
const shown = (...answers: BankAnswer[]) => shownLines(show(answers));

describe('one bank', () => {
  it.each<[string, MatchReason | undefined, string]>([
    ['000013', { kind: 'code' }, 'GTBANK PLC · `000013`'],
    ['gtb', { kind: 'alias', alias: 'GTB' }, 'GTB is GTBANK PLC · `000013`'],
    ['gtbonk', { kind: 'spelling' }, 'gtbonk, read as GTBANK PLC · `000013`'],
  ])('is one line with its name, its code and what it was called: %s', (said, why, line) => {
    const reply = show([found(said, [gtb], why)]);
    expect(shownLines(reply)).toEqual([line.replace(/^(.*) ·/, '*$1* ·')]);
    expect(reply.text).toBe(line);
  });

  it('by three digits says that they are of another scheme', () => {
    const [line, quiet] = shown(found('058', [gtb], { kind: 'three-digits', code: '058' }));
    expect(line).toBe('`058` is GTBANK PLC · `000013`');
    expect(quiet).toBe('~ Three-digit codes are an older scheme; transfers use these six digits.');
  });
});

describe('several banks', () => {
  it('are rows under one line', () => {
    expect(shown(found('zenith', [zenith, mobile]))).toEqual([
      '2 banks match *zenith*',
      'ZENITH BANK PLC · `000015`\nZenithMobile · `100018`',
    ]);
    expect(shown(found('zenoth', [zenith, mobile], { kind: 'spelling' }))[1]).toBe(
      'zenoth, read as ZENITH BANK PLC · `000015`\nZenithMobile · `100018`',
    );
  });

  it('are ten at most, with a window for the rest', () => {
    const [title, rows, picker, quiet] = shown(found('first', many));
    expect(title).toBe('14 banks match *first*');
    expect(rows?.split('\n')).toHaveLength(10);
    expect(picker).toMatch(/^\[Search in a Window\] bank:picker/);
    expect(quiet).toBe('~ 4 more: add a word');
  });

  it('that only begin so are near, and so are codes', () => {
    expect(shown(near('fir', ...many))[0]).toBe('No bank is called *fir*. Nearest:');
    const codes = { ...found('00001', [gtb, zenith], { kind: 'code' }), isCertain: false };
    expect(shown(codes)[0]).toBe('2 codes begin with *00001*');
    expect(shown({ ...codes, hits: codes.hits.slice(0, 1) })).toEqual([
      '1 code begins with *00001*',
      'GTBANK PLC · `000013`',
    ]);
  });
});

describe('no bank', () => {
  it.each([near('heritage bank', heritage), none('heritage bank', heritage)])(
    'is said before what is nearest, with a button for it',
    (answer) => {
      const reply = show([answer]);
      expect(reply.text).toBe('No bank is called *heritage bank*. Nearest: First Heritage MFB `090479`');
      expect(shownLines(reply)).toEqual([reply.text, '[First Heritage MFB] bank:run:0 090479']);
    },
  );

  it('helps on when nothing is near', () => {
    expect(shown(none('qqq'))).toEqual(['No bank is called *qqq*. Try one word of its name, or its code.']);
  });

  it.each([
    [
      none('999'),
      "No bank has the code `999`: three digits are the CBN's older scheme, and transfers use six. Try the name.",
    ],
    [none('gtbingla'), '`gtbingla` is a SWIFT code, and transfers use six digits. Try the name.'],
    [none('STRENGTH'), 'No bank is called *STRENGTH*. Try one word of its name, or its code.'],
    [none('058152036', gtb), '`058152036` is a CBN sort code: `058` stands for GTBANK PLC `000013`'],
    [
      { ...none('access'), withoutCode: { institutionCode: '044', institutionName: 'ACCESS BANK' } },
      'The list has *ACCESS BANK* under `044`, which is no six-digit code.',
    ],
  ])('has the code of another scheme, and this is said: %j', (answer, sentence) => {
    expect(shown(answer)[0]).toBe(sentence);
    const [, line] = shown(answer, found('zenith', [zenith]));
    expect(line).toContain(answer.withoutCode ? 'access: the list has *ACCESS BANK* under `044`' : 'no bank');
  });

  it('with five digits may have the number of a payment gateway', () => {
    expect(shown(none('50211'))[0]).toBe(
      "No bank has the code `50211`: five digits are a payment gateway's, and transfers use six. Is it a transaction identifier?",
    );
  });

  it.each(['5000', '500004', '5000041'])('may be meant by an identifier: %s', (digits) => {
    expect(shown(none(digits))).toEqual([
      `No bank has the code \`${digits}\`. Is it a transaction identifier?`,
      `[Requery ${digits}] tsq:run:0 ${digits}`,
    ]);
  });
});

describe('several asked for', () => {
  it('have a line each, in their order', () => {
    const gtco = found('gtco', [gtb], { kind: 'alias', alias: 'GTCO' });
    expect(shown(gtco, found('zenoth', [zenith], { kind: 'spelling' }), found('zenith', [zenith, mobile]))).toEqual([
      '*3 found*',
      [
        'gtco: GTBANK PLC · `000013`',
        'zenoth: read as ZENITH BANK PLC · `000015`',
        'zenith: ZENITH BANK PLC · `000015` and 1 more',
      ].join('\n'),
      '[All for zenith] bank:run:0 zenith',
    ]);
  });

  it('say which are none, and what is near', () => {
    expect(shown(none('hsbc'), near('heritage bank', heritage), found('gtb', [gtb]))).toEqual([
      '*1 of 3 found*',
      [
        'hsbc: no bank',
        'heritage bank: no bank. Nearest: First Heritage MFB `090479`',
        'gtb: GTBANK PLC · `000013`',
      ].join('\n'),
      '[First Heritage MFB] bank:run:0 090479',
    ]);
  });

  it('are 25 lines and five buttons at most', () => {
    const all = shown(...Array.from({ length: 30 }, (_, at) => found(`zenith ${at}`, [zenith, mobile])));
    expect(all[1]?.split('\n')).toHaveLength(25);
    expect(all.filter((line) => line.startsWith('['))).toHaveLength(5);
    expect(all.at(-1)).toBe('~ 5 more: ask for them alone');
  });

  it('that are a code and the name of another are told apart first', () => {
    const byCode = found('000013', [gtb], { kind: 'code' });
    expect(shown(byCode, found('zenith', [zenith]))[0]).toBe('*000013* and *zenith* are two institutions.');
    const others = [found('zenith', [zenith]), found('m', [mobile])];
    for (const answers of [[byCode, ...others], others, [byCode, none('hsbc')]])
      expect(JSON.stringify(show(answers).blocks)).not.toContain('two institutions');
  });
});

it('says what was not searched for', () => {
  for (const answers of [[found('gtb', [gtb])], [none('hsbc')], [found('gtb', [gtb]), found('zenith', [zenith])]])
    expect(shownLines(show(answers, ['Jane', 'Doe'])).at(-1)).toBe('~ Not searched for: Jane, Doe');
});

describe('the list', () => {
  it('is dated only when it is older than an hour', () => {
    const asked = { answers: [found('gtb', [gtb])], leftOut: [], list };
    expect(shownLines(bankAnswers(asked, loadedAtMs + 3_599_999))).toHaveLength(1);
    expect(shownLines(bankAnswers(asked, loadedAtMs + 3_600_000))[1]).toMatch(
      /^~ List from <!date\^1769868120\^[^;]*>$/,
    );
  });

  it.each([
    ['silent', 'the service did not answer at <'],
    ['not_asked', 'the service was not asked for a newer one at <'],
    ['refused', 'the service gave no list at <'],
    ['shrunk', 'the service sent less than half of it at <'],
  ] as const)('says why it was kept: %s', (because, words) => {
    const kept = { because, atMs: loadedAtMs };
    const asked = { answers: [found('gtb', [gtb])], leftOut: [], list: { ...list, kept } };
    expect(shownLines(bankAnswers(asked, loadedAtMs)).at(-1)).toContain(`; ${words}`);
  });
});

it('neither pings nor formats what comes from outside, at any length', () => {
  const rude = bank('000001', `<!channel> *${'long '.repeat(300)}*${'&'.repeat(300)}`);
  const said = '<!here> `*x*`';
  const alias = { kind: 'alias', alias: '<!here> *x*' } as const;
  const several = Array.from({ length: 30 }, (_, at) => found(`<!here> *${at}* ${'x'.repeat(90)}`, [rude, rude]));
  for (const answers of [
    ...[found(said, [rude]), found(said, [rude], alias), found(said, [rude], { kind: 'spelling' })].map((one) => [one]),
    ...[found(said, Array(20).fill(rude), alias), near(said, rude), none(said, rude, rude, rude)].map((one) => [one]),
    several,
  ])
    expect(checkMessage({ ...show(answers, ['<!here>'.repeat(90)]) }).breaches).toEqual([]);
});
