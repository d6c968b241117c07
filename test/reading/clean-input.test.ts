import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanInput } from '../../src/reading/characters.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectConstant, texts } from '../support/growth.ts';

describe('what people paste', () => {
  it.each([
    ['GARO-8f3k2j1', 'GARO-8f3k2j1'],
    ['  GARO-8f3k2j1\n\n', 'GARO-8f3k2j1'],
    ['`GARO-8f3k2j1`', 'GARO-8f3k2j1'],
    ['```GARO-8f3k2j1```', 'GARO-8f3k2j1'],
    ['"GARO-8f3k2j1"', 'GARO-8f3k2j1'],
    ["'GARO-8f3k2j1'", 'GARO-8f3k2j1'],
    ['“GARO-8f3k2j1”', 'GARO-8f3k2j1'],
    ['‘GARO-8f3k2j1’', 'GARO-8f3k2j1'],
    ['Ref: GARO-8f3k2j1', 'GARO-8f3k2j1'],
    ['ref:GARO-8f3k2j1', 'GARO-8f3k2j1'],
    ['Reference No.: `GARO-8f3k2j1`', 'GARO-8f3k2j1'],
    ['GARO–8f3k2j1', 'GARO-8f3k2j1'],
    ['GARO—8f3k2j1', 'GARO-8f3k2j1'],
    ['GARO‑8f3k2j1', 'GARO-8f3k2j1'],
    ['\u00a0GARO-8f3k2j1\u00a0', 'GARO-8f3k2j1'],
    ['GARO-\u200b8f3k2j1\ufeff', 'GARO-8f3k2j1'],
    ['\u202aGARO-8f3k2j1\u202c', 'GARO-8f3k2j1'],
    ['<tel:+2348012345678|08012345678>', '08012345678'],
    ['<tel:08012345678>', '08012345678'],
    ['<https://zenith.example|zenith.example>', 'zenith.example'],
    ['<https://zenith.example>', 'https://zenith.example'],
    ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
    ['A&amp;B', 'A&B'],
    ['A&amp;lt;B', 'A&lt;B'],
    ['&lt;A&gt;', '<A>'],
    ['GARO-8f3k2j1,', 'GARO-8f3k2j1'],
    ['"first\u00a0  city"', 'first city'],
    ['a,;,', 'a'],
    ['(GARO-8f3k2j1)', 'GARO-8f3k2j1'],
    ['[GARO-8f3k2j1]', 'GARO-8f3k2j1'],
    ['{"reference":"GARO-8f3k2j1"}', 'GARO-8f3k2j1'],
    ['"GARO-8f3k2j1",', 'GARO-8f3k2j1'],
    ['GARO\u2010\u2015\u2212\ufe58\ufe63\uff0d1 x', 'GARO------1 x'],
    ['\u00ad\u200f\u202e\u2060\u2069GARO 1', 'GARO 1'],
    ['\u201aGARO 1\u201b', 'GARO 1'],
    ['\u201eGARO 1\u201f', 'GARO 1'],
    ['«GARO 1»', 'GARO 1'],
    ['&lt;&lt;A&gt;&gt; &amp;&amp;', '<<A>> &&'],
    ['<tel:1|> x', 'x'],
    ['<http://zenith.example>', 'http://zenith.example'],
    ['<mailto:a@b.example>', 'a@b.example'],
    ['<tel:08012345678|0801> <tel:0802>', '0801 0802'],
  ])('%j is %j', (pasted, meant) => {
    expect(cleanInput(pasted)).toBe(meant);
  });

  it.each([
    'Ref: X1',
    'reference=X1',
    'Reference # X1',
    'Reference X1',
    'ref no. X1',
    'Reference number: X1',
    'session id: X1',
    'sessionId=X1',
    'Txn ref: X1',
    'trx_id: X1',
    'payment reference X1',
    'transactionId=X1',
    '"reference":"X1"',
    "'reference' : 'X1'",
    '"id"= X1',
    'id:   X1',
    'Ref: Ref: X1',
  ])('in %j is X1, without its label', (text) => {
    expect(cleanInput(text)).toBe('X1');
  });

  it.each(['Transaction ID: 12345698690885579', 'id 12345698690885579.', 'session id 000013260131101533000012345678'])(
    'a number that is no reference keeps its label: %j',
    (text) => {
      expect(cleanInput(text)).toBe(text);
      expect(cleanInput(text.replace(/^.*(?=\d{17})/i, 'Ref: '))).toMatch(/^\d{17,}\.?$/);
    },
  );

  it.each([
    'reference please',
    'reference X1 please',
    'refer: X1',
    'my ref: X1',
    '"ref: X1',
    'ref X',
    'Ref1',
    'ref#1',
    '(a) and (b',
    'a (b)',
    'a) (b)c',
    '"a\'',
    'x`a`',
    '`a`x',
    ',a',
    'a.,b',
    '<@U1> x',
  ])('leaves %j as it is', (text) => {
    expect(cleanInput(text)).toBe(text);
  });

  it('is unwrapped eight times, and read up to 12,000 characters', () => {
    expect(cleanInput(`${'`'.repeat(8)}a b${'`'.repeat(8)}`)).toBe('a b');
    expect(cleanInput(`${'`'.repeat(9)}a b${'`'.repeat(9)}`)).toBe('`a b`');
    expect(cleanInput(`a ${'b'.repeat(13_000)}`)).toHaveLength(12_000);
    expect(cleanInput('b'.repeat(200))).toHaveLength(200);
    expect(cleanInput('b'.repeat(13_000))).toHaveLength(12_000);
  });

  it.each(['_A_1_', 'A"B', "O'Neil", 'a`b', '*1*', '~x~', '`', '"', 'reference', 'A-B.', '#1'])(
    'leaves %j as it is',
    (text) => {
      expect(cleanInput(text)).toBe(text);
    },
  );
});

it('nothing of what somebody can type is cut off', () => {
  const text = `${'x'.repeat(11_000)} GARO-8f3k2j1`;
  expect(cleanInput(text)).toBe(text);
});

it('what is too long to be a question is not read to its end', async () => {
  const made = texts(10_000, (size) => 'x '.repeat(size));
  await expectConstant(10_000, (size) => cleanInput(made(size)));
});

describe('a reference', () => {
  const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_/.-]{2,30}[A-Za-z0-9]$/);

  it('comes out of every wrapping whole', () => {
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => `\`${text}\``,
      (text) => `“${text}”`,
      (text) => `Ref: ${text}`,
      (text) => ` ${text}\n`,
      (text) => `"${text}",`,
      (text) => `\u200b${text}\u00a0`,
    );
    fc.assert(
      fc.property(reference, fc.array(wrap, { maxLength: 4 }), (text, wraps) => {
        expect(cleanInput(wraps.reduce((wrapped, next) => next(wrapped), text))).toBe(text);
      }),
    );
  });

  it('of words alone stays as it is, whatever labels could be among them', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'ref',
        'Reference',
        'No',
        'number',
        'ID',
        'session',
        'transaction',
        'txn',
        'null',
        'n',
        'pending',
      ),
      fc.stringMatching(/^[A-Za-z]{1,12}$/),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const text = words.join(' ');
        expect(cleanInput(text)).toBe(text);
        expect(cleanInput(`${text} -`)).toBe(`${text} -`); // not as plain, and read all the same
      }),
    );
  });

  it('is not changed by cleaning again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        fc.pre(!/[&<]/.test(text));
        expect(cleanInput(cleanInput(text))).toBe(cleanInput(text));
      }),
    );
  });
});
