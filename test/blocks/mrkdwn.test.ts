import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, code, cutMiddle, duration, label, outside, sum } from '../../src/blocks/mrkdwn.ts';
import { cut } from '../../src/text.ts';
import { anyCharacter } from '../support/any-character.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '!', '@', '#', '|', '*', '_', '~', '`', ':', ' ', '\n', 'a', '•') }),
);

describe('a text from outside', () => {
  it('holds no sign of markup, or stands in a code span that it cannot leave', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(code(text)).toMatch(/^(`[^`\n]+`)?$/);
        const shown = outside(text);
        expect(shown).not.toMatch(/[<>\n]/);
        expect(shown.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/&/);
        if (!/^`[^`]*`$/.test(shown)) expect(shown).not.toMatch(/[*_~`]|:\/\/|:[^\s:]+:/);
      }),
    );
  });

  it('that is only words stays plain, and is code where Slack would format it', () => {
    const words = ['Ọláòlúwa Adéṣọlá', 'O’Neil & Sons', 'فاطمة', '王小明', "a - b (c), d/e 'f'"];
    expect(words.map((name) => outside(name))).toEqual(words.map((name) => name.replace('&', '&amp;')));
    const markup = ['_A_1_', '*b*', '~c~', ':money_with_wings:', '> quote', 'https://evil.example', 'www.evil.example'];
    expect(['@here', ...markup].filter((text) => !/^`.+`$/.test(outside(text)))).toEqual([]);
    expect(outside('<!channel> <https://evil.example|money>')).toBe(
      '`&lt;!channel&gt; &lt;https://evil.example|money&gt;`',
    );
    expect(outside('abc\u202edcba')).toBe('abcdcba'); // and cannot turn the line around
    expect(code(' \n')).toBe('');
  });

  it('keeps to the length that Slack counts, after escaping', () => {
    const text = fc.string({ unit: fc.constantFrom('&', '<', 'a', 'é', '`') });
    fc.assert(
      fc.property(text, fc.integer({ min: 5, max: 50 }), (text, max) => {
        expect(outside(text, max).length).toBeLessThanOrEqual(max + 2);
        expect(outside(text, max)).not.toMatch(/&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  it('as a label ends no name of an emoji', () => {
    const labels = ['zenith', 'a:zq', 'a: zq', 'a:'].map((text) => label(text));
    expect(labels).toEqual(['zenith:', '`a:zq`:', 'a: zq:', '`a:`:']);
  });
});

describe('cutting', () => {
  it('never splits a character, and says that it cut', () => {
    expect(cut('🎉🎉🎉', 4)).toBe('🎉…');
    expect(cut('short', 5)).toBe('short');
  });

  it('keeps to the length, for any text', () => {
    const max = fc.integer({ min: 1, max: 40 });
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), max, (text, max) => cut(text, max).length <= max));
  });

  it('in the middle keeps both ends, and parts no character', () => {
    const cuts = [7, 10, 6].map((max) => cutMiddle('ABCDEFGHIJ', max));
    expect(cuts).toEqual(['ABC…HIJ', 'ABCDEFGHIJ', 'ABC…IJ']);
    for (const max of [11, 12]) expect(cutMiddle('🎉'.repeat(12), max)).toBe('🎉🎉🎉…🎉🎉');
  });
});

describe('an amount', () => {
  it('has separators, names its currency when one is configured, and no decimal is shown as it came', () => {
    const texts = ['98765432109876543.21', '999', '1000', '-1250000.5'];
    expect(texts.map((text) => amount(text))).toEqual(['98,765,432,109,876,543.21', '999', '1,000', '-1,250,000.5']);
    const exact = ['25000.00', '-1,000.00', '1,00,000', '1.8E+5'];
    expect(exact.map((text) => amount(text, 'NGN'))).toEqual([
      ...['NGN 25,000.00', '-NGN 1,000.00', 'NGN 1,00,000', 'NGN 1.8E+5'],
    ]);
    const others = ['12,50', '1.000,50', '1e5e', '1e99', 'free', '1.2.3', '٣'];
    expect(others.map((text) => amount(text, 'NGN'))).toEqual(others);
  });

  it('keeps every digit', () => {
    const decimal = fc.stringMatching(/^\d{1,40}(\.\d{1,10})?$/);
    fc.assert(fc.property(decimal, (text) => amount(text).replaceAll(',', '') === text));
  });

  it.each([
    [['98765432109876543.21', '0.79'], '98765432109876544.00', 0],
    [['-5', '2.50'], '-2.50', 0],
    [['1', 'x', undefined], '1', 2],
    [['1.8E+5', '1,000.00', '-25e-3', '12,50'], '180999.975', 1],
    [['1'.repeat(60), '1'.repeat(61)], '1'.repeat(60), 1], // longer ones are no amounts
    [[], undefined, 0],
  ])('is added exactly: the sum of %j is %s', (amounts, total, unreadCount) => {
    expect(sum(amounts)).toEqual({ total, unreadCount });
  });
});

const [minute, hour] = [60_000, 3_600_000];
it('a time that somebody waits is as exact as they want to know', () => {
  const waits = [-5, 0, 999, 89_000, 90_000, 42 * minute, 89 * minute, 90 * minute, 47 * hour, 48 * hour, 168 * hour];
  const words = ['0 s', '0 s', '1 s', '89 s', '2 min', '42 min', '89 min', '2 h', '47 h', '2 days', '7 days'];
  expect(waits.map(duration)).toEqual(words);
});
