import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, date, escapeMrkdwn, label, outside, utc } from '../../src/blocks/mrkdwn.ts';
import { cut } from '../../src/text.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectConstant, texts } from '../support/growth.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '!', '@', '#', '|', '*', '_', '~', '`', ':', ' ', '\n', 'a', '•') }),
);
const hostile = '<!channel> *free* <https://evil.example|money>';

describe('a text from outside', () => {
  it('neither pings nor links nor formats', () => {
    expect(outside(hostile)).toBe('`&lt;!channel&gt; *free* &lt;https://evil.example|money&gt;`');
    expect(escapeMrkdwn(hostile)).not.toMatch(/[<>]/);
  });

  it('holds no sign of markup, or stands in a code span that it cannot leave', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = outside(text);
        const isCode = /^`[^`]*`$/.test(shown);
        expect(shown).not.toMatch(/[<>\n]/);
        expect(shown.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/&/);
        if (!isCode) expect(shown).not.toMatch(/[*_~`]|:\/\/|:[^\s:]+:/);
      }),
    );
  });

  it.each(['Jane Doe', 'Ọláòlúwa Adéṣọlá', 'O’Neil & Sons', 'GTBANK PLC', 'فاطمة', '王小明', "a - b (c), d/e 'f'"])(
    'that is only words stays plain: %s',
    (name) => {
      expect(outside(name)).toBe(name.replace('&', '&amp;'));
    },
  );

  it.each([
    '_A_1_',
    '*b*',
    '~c~',
    ':money_with_wings:',
    '> quote',
    'https://evil.example',
    'www.evil.example',
    '@here',
  ])('that Slack would format is shown exactly: %s', (text) => {
    expect(outside(text)).toMatch(/^`.+`$/);
  });

  it('cannot turn the line around', () => {
    expect(outside('abc\u202edcba')).toBe('abcdcba');
  });
});

describe('code', () => {
  it('ends where it should, whatever is inside', () => {
    fc.assert(fc.property(anyText, (text) => /^(`[^`\n]+`)?$/.test(code(text))));
  });

  it('is nothing for nothing', () => {
    expect(code(' \n')).toBe('');
  });
});

describe('cutting', () => {
  it('never splits what people count as one character, and says that it cut', () => {
    expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12)).toBe('👨‍👩‍👧‍👦…');
    expect(cut('e\u0301e\u0301e\u0301', 5)).toBe('e\u0301e\u0301…');
    expect(cut('short', 5)).toBe('short');
  });

  it('keeps to the length, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.integer({ min: 1, max: 40 }),
        (text, max) => cut(text, max).length <= max,
      ),
    );
  });
});

describe('a text without an end', () => {
  it('is cut without being read to its end', async () => {
    const endless = texts(100_000, (size) => '<&'.repeat(size));
    const shown = (size: number) =>
      [cut(endless(size), 500), outside(endless(size)), code(endless(size))].map(({ length }) => length);
    expect(shown(400_000)).toEqual(shown(100_000));
    await expectConstant(100_000, shown);
  });

  it('keeps to the length that Slack counts, after escaping', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('&', '<', 'a', 'é', '`') }),
        fc.integer({ min: 5, max: 50 }),
        (text, max) => {
          expect(outside(text, max).length).toBeLessThanOrEqual(max + 2);
          expect(outside(text, max)).not.toMatch(/&(?!amp;|lt;|gt;)/);
        },
      ),
    );
  });
});

describe('a time', () => {
  it('is a date token with a UTC fallback that names its zone', () => {
    expect(date(1_758_897_189_000)).toBe('<!date^1758897189^{date_short_pretty} {time}|2025-09-26 14:33 UTC>');
    expect(date(1_758_897_189_999, 'time')).toBe('<!date^1758897189^{time}|14:33 UTC>');
    expect(utc(0)).toBe('1970-01-01 00:00:00 UTC');
  });
});

it.each([
  ['zenith', 'zenith:'],
  ['a:zq', '`a:zq`:'], // :zq: would be an emoji
  ['a: zq', 'a: zq:'],
  ['a:', '`a:`:'],
])('a label %j reads %j', (text, shown) => {
  expect(label(text)).toBe(shown);
});
