import { describe, expect, it } from 'vitest';
import type { BankAnswer } from '../../src/banks/asked.ts';
import type { Why } from '../../src/banks/forms.ts';
import type { Bank } from '../../src/transfer-api/schemas.ts';
import { createBankAnswers } from '../../src/views/bank-answers.ts';
import { bankResults } from '../../src/views/bank-results.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { shownLines } from '../support/shown.ts';

const list = { size: 798, loadedAtMs: Date.UTC(2026, 0, 31, 14, 2), kept: undefined };
const bank = (institutionCode: string, institutionName: string): Bank => ({
  ...{ institutionCode, institutionName, category: '2' },
});
const gtb = bank('000013', 'GTBANK PLC');
const zenith = bank('000015', 'ZENITH BANK PLC');
const mobile = bank('100018', 'ZenithMobile');
const found = (said: string, banks: Bank[], why?: Why): BankAnswer<Bank> => ({
  ...{ said, hits: banks.map((each) => ({ bank: each, ...(why && { why }) })), suggestions: [] },
});
const none = (said: string, ...suggestions: Bank[]): BankAnswer<Bank> => ({ said, hits: [], suggestions });
const show = (answers: BankAnswer<Bank>[], leftOut: string[] = []) => createBankAnswers()({ answers, leftOut, list });

describe('one bank asked for', () => {
  it('is shown as ever, with what was left out in the quiet line', () => {
    expect(show([found('gtb', [gtb])])).toEqual(bankResults('gtb', { ...found('gtb', [gtb]), list }));
    for (const answer of [found('gtb', [gtb]), found('zenith', [zenith, mobile]), none('hsbc')])
      expect(shownLines(show([answer], ['Jane', 'Doe'])).at(-1)).toMatch(/^~ not searched for: Jane, Doe · List from/);
  });
});

describe('several asked for', () => {
  it('have a line each, in their order, and the text has them all', () => {
    const reply = show([found('gtb', [gtb]), found('zenith', [zenith])], ['Doe']);
    const lines = ['gtb: GTBANK PLC   `000013`', 'zenith: ZENITH BANK PLC   `000015`'];
    expect(shownLines(reply).slice(0, 2)).toEqual(['*2 asked for*', lines.join('\n')]);
    expect(shownLines(reply).at(-1)).toMatch(/^~ not searched for: Doe · List from/);
    expect(reply.text).toBe(['2 asked for', ...lines].join('\n'));
  });

  it('say which have no match, and what is near', () => {
    const shown = shownLines(show([none('hsbc'), none('zeniht', zenith, mobile), found('gtb', [gtb])]));
    expect(shown[0]).toBe('*3 asked for, 2 without a match*');
    expect(shown[1]?.split('\n').slice(0, 2)).toEqual([
      'hsbc: no bank matches',
      'zeniht: no bank matches. Did you mean ZENITH BANK PLC   `000015`, or ZenithMobile   `100018`?',
    ]);
    expect(shown[2]).toBe('[ZENITH BANK PLC] bank:run:0 000015');
  });

  it('say which have more than one, with a button for them', () => {
    const shown = shownLines(show([found('gtb', [gtb]), found('zenith', [zenith, mobile])]));
    expect(shown[1]?.split('\n')[1]).toBe('zenith: ZENITH BANK PLC   `000015`   and 1 more');
    expect(shown[2]).toBe('[All for zenith] bank:run:0 zenith');
  });

  it('say why, where the best is spelled in another way or has another code', () => {
    const spelled = found('zenoth', [zenith], { kind: 'spelling' });
    const three = found('058', [gtb], { kind: 'three-digits', code: '058' });
    const alias = found('gtco', [gtb], { kind: 'alias', alias: 'GTCO' });
    const lines = shownLines(show([spelled, three, alias]))[1]?.split('\n');
    expect(lines?.[0]).toBe('zenoth: ZENITH BANK PLC   `000015`   spelled like "zenoth"');
    expect(lines?.[1]).toContain('`058` is a code of another scheme');
    expect(lines?.[2]).toBe('gtco: GTBANK PLC   `000013`');
  });

  it('are 25 lines and five buttons at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => found(`zenith ${at}`, [bank(`0000${10 + at}`, 'Z'), mobile]));
    const shown = shownLines(show(many));
    expect(shown[1]?.split('\n')).toHaveLength(25);
    expect(shown.filter((line) => line.startsWith('['))).toHaveLength(5);
    expect(shown.at(-1)).toMatch(/^~ 5 more: ask for them alone · List from/);
  });
});

describe('a code beside a name', () => {
  const byCode = found('000013', [gtb], { kind: 'code' });
  const differ = '"000013" and "zenith" are two institutions.';

  it('of another institution is said first', () => {
    expect(shownLines(show([byCode, found('zenith', [zenith])]))[1]).toBe(differ);
  });

  it('is nothing to be said of among three, nor beside another code or nothing', () => {
    const others = [found('zenith', [zenith]), found('m', [mobile])];
    for (const answers of [[byCode, ...others], others, [byCode, none('hsbc')]])
      expect(JSON.stringify(show(answers).blocks)).not.toContain('two institutions');
  });
});

it('neither pings nor formats, at any length', () => {
  const rude = bank('000001', `<!channel> *${'long '.repeat(300)}*`);
  const answers = Array.from({ length: 30 }, (_, at) => found(`<!here> *${at}* ${'x'.repeat(90)}`, [rude, rude]));
  expect(checkMessage({ ...show(answers, ['<!here>'.repeat(90)]) }).breaches).toEqual([]);
});
