import { describe, expect, it } from 'vitest';
import type { Why } from '../../src/banks/forms.ts';
import { bankResults } from '../../src/views/bank-results.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { shownLines } from '../support/shown.ts';

const loadedAtMs = Date.UTC(2026, 0, 31, 14, 2);
const list = { size: 798, loadedAtMs, kept: undefined };
const token = '<!date^1769868120^{date_short_pretty} {time_secs}|2026-01-31 14:02:00 UTC>';
const bank = (institutionCode: string, institutionName: string) => ({
  institutionCode,
  institutionName,
  category: '2',
});
const hit = (institutionCode: string, institutionName: string, why?: Why) => ({
  bank: bank(institutionCode, institutionName),
  ...(why && { why }),
});
const many = Array.from({ length: 14 }, (_, index) => hit(`0000${10 + index}`, `First ${index}`));

describe('one hit', () => {
  it('is shown large, its code to be copied, and where it comes from', () => {
    const reply = bankResults('gtb', { hits: [hit('000013', 'GTBANK PLC')], suggestions: [], list });
    expect(shownLines(reply)).toEqual(['# GTBANK PLC', '`000013`', `~ List from ${token} · 798 institutions`]);
    expect(reply.text).toBe('GTBANK PLC   `000013`');
  });
});

describe('a hit whose name does not say what was typed', () => {
  it.each<[Why, string]>([
    [{ kind: 'alias', alias: 'GTB' }, 'GTB is GTBANK PLC'],
    [{ kind: 'initials' }, 'initials "gtx"'],
    [{ kind: 'spelling' }, 'spelled like "gtx"'],
    [{ kind: 'code' }, 'by its code'],
    [
      { kind: 'three-digits', code: '058' },
      '`058` is a code of another scheme; the six-digit code of GTBANK PLC is `000013`',
    ],
  ])('says why: %j', (why, words) => {
    const one = bankResults('gtx', { hits: [hit('000013', 'GTBANK PLC', why)], suggestions: [], list });
    expect(shownLines(one)[2]).toBe(words);
    expect(one.text).toBe(`GTBANK PLC   \`000013\`   ${words}`);
    const hits = [hit('000013', 'GTBANK PLC', why), hit('100009', 'GTMobile')];
    const [, lines] = shownLines(bankResults('gtx', { hits, suggestions: [], list }));
    expect(lines).toBe(`GTBANK PLC   \`000013\`   ${words}\nGTMobile   \`100009\``);
  });
});

describe('several hits', () => {
  it('are listed best first', () => {
    const [title, lines] = shownLines(bankResults('first', { hits: many.slice(0, 3), suggestions: [], list }));
    expect(title).toBe('*3 banks match "first"*');
    expect(lines).toBe('First 0   `000010`\nFirst 1   `000011`\nFirst 2   `000012`');
  });

  it('are ten at most, saying how many more there are', () => {
    const [title, lines, picker, context] = shownLines(bankResults('first', { hits: many, suggestions: [], list }));
    expect(title).toBe('*14 banks match "first"*');
    expect(lines?.split('\n')).toHaveLength(10);
    expect(picker).toMatch(/^\[Search in a Window\] bank:picker/);
    expect(context).toMatch(/^~ 4 more: add a word to narrow it down · List from/);
  });
});

describe('no hit', () => {
  it('is an answer, with the nearest names as a question and as buttons', () => {
    const reply = bankResults('hsbc', { hits: [], suggestions: [bank('090001', 'HSB MFB')], list });
    expect(shownLines(reply).slice(0, 3)).toEqual([
      '*No bank matches "hsbc"*',
      'Did you mean HSB MFB   `090001`?',
      '[HSB MFB] bank:run:0 090001',
    ]);
    expect(reply.text).toBe('No bank matches "hsbc". Did you mean HSB MFB   `090001`?');
  });

  it('helps on when nothing is near', () => {
    expect(shownLines(bankResults('qqq', { hits: [], suggestions: [], list }))[1]).toContain('Try one word');
  });
});

describe('digits that match nothing', () => {
  const lines = (query: string) => shownLines(bankResults(query, { hits: [], suggestions: [], list }));
  it.each(['5000', '500004', '5000041'])('may be an identifier: %s', (query) => {
    expect(lines(query)).toContain(`If \`${query}\` is a transaction identifier, requery it.`);
    expect(lines(query)).toContain(`[Requery ${query}] tsq:run:0 ${query}`);
  });
  it.each(['500', 'qqq', '5000x'])('are hardly one: %s', (query) => {
    expect(lines(query).join('\n')).not.toContain('tsq');
  });
});

describe('three digits that nothing is known of', () => {
  it('are said to be of another scheme', () => {
    expect(shownLines(bankResults('999', { hits: [], suggestions: [], list }))[1]).toContain('another scheme');
  });
});

describe('an old list', () => {
  it.each([
    ['silent', 'the service did not answer at <!date^1769871600^{time_secs}|15:00:00 UTC>'],
    ['not_asked', 'txnbot did not get to ask for a newer one at <!date^1769871600^{time_secs}|15:00:00 UTC>'],
    ['refused', 'the service gave no list at <!date^1769871600^{time_secs}|15:00:00 UTC>'],
    [
      'shrunk',
      'at <!date^1769871600^{time_secs}|15:00:00 UTC> the service answered less than half of it, so this one is kept',
    ],
  ] as const)('says so: %s', (because, words) => {
    const kept = { because, atMs: Date.UTC(2026, 0, 31, 15) };
    const reply = bankResults('gtb', { hits: [hit('000013', 'GTBANK')], suggestions: [], list: { ...list, kept } });
    expect(shownLines(reply).at(-1)).toBe(`~ List from ${token}; ${words} · 798 institutions`);
  });
});

describe('names and questions from outside', () => {
  it('neither ping nor format, at any length', () => {
    const rude = Array.from({ length: 20 }, (_, index) =>
      bank(`0000${10 + index}`, `<!channel> *${'long '.repeat(300)}*${'&'.repeat(300)}`),
    );
    const ampersands = Array.from({ length: 20 }, (_, index) => bank(`0000${10 + index}`, '&'.repeat(250)));
    for (const result of [
      { hits: rude.map((some) => ({ bank: some, why: { kind: 'spelling' } as const })), suggestions: [], list },
      {
        hits: rude.map((some) => ({ bank: some, why: { kind: 'alias', alias: '<!here> *x*' } as const })),
        suggestions: [],
        list,
      },
      { hits: ampersands.map((some) => ({ bank: some })), suggestions: [], list },
      { hits: rude.slice(0, 1).map((some) => ({ bank: some })), suggestions: [], list },
      { hits: [], suggestions: rude.slice(0, 3), list },
    ])
      expect(checkMessage({ ...bankResults('<!here> `*x*`', result) }).breaches).toEqual([]);
  });
});
