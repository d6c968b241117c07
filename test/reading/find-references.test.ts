import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastedText } from '../../src/reading/characters.ts';
import { createReferences } from '../../src/reading/references.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectLinear, texts } from '../support/growth.ts';

const { inTalk: find, asTyped: findTyped } = createReferences();
const nothing = { references: [], identifiers: [], leftOut: [], unclear: [] };

describe('what looks like a reference', () => {
  it.each([
    'GARO-8f3k2j1',
    'TXN-20260131001',
    'TXN-20260131-118',
    'TRX_000123456',
    'FT26021ABC99XYZ7',
    'GARO-8fkabcj',
    'GARO-a1bcdef',
    'PAY-20260131-9f3k2',
  ])('is found: %s', (reference) => {
    expect(find(`Customer says ${reference}, please check.`)).toEqual({ ...nothing, references: [reference] });
    for (const around of [
      `"${reference}" (\`${reference}\`) *${reference}*: ref=${reference}!`,
      `Ref:${reference} Reference#${reference} 1.${reference} ${reference}.Please ${reference}:failed`,
      `${reference}&amp;x ${reference}&status=ok • ${reference} → ${reference}… ~${reference}~ ${reference}—late`,
      `A/${reference}/B ${reference.replace('-', '\u2011')} \u200b${reference}\ufeff`,
    ])
      expect(find(around).references).toEqual([reference]);
  });

  it.each([
    'INV-20260203-118 MIN-20260203-2 TXN-20260203 TKT-2026-02-03',
    'Good morning, the customer is waiting since 10:30am on 21-Nov-2026',
    '2026-11-21 2026-11-21T10:00:00Z 20261121T100000Z 21/11/2026 Q3-2026 mid-2025',
    '+234 801 234 5678, 08012345678, +2348012345678, (0)801-234-5678, 0123456789',
    'http://a.example/b1c2d3e4f5 dash.example.com/tx/b1c2d3e4 https://a.example/0f8fad5b-d9cb-469f-a165-70867728950e',
    '<https://dash.example.com/tx/8f3k2j1a2|dashboard> <@U0AMARA001> <#C0SUPPORT1|payments> <!date^1758897189^x|y>',
    '21Nov2026 2026Jan05 build-20261121 BUILD-20261121 1h30m20s base64url utf8mb4 iPhone15Pro user123456 INC0012345 PAY-12345',
    'tel08012345678 Acct0123456789 BVN22123456789 NGN_2500000 USD-1000000 4111111111111111 1758897189000000 1758897189000000000',
    'payments-api-7d9f8b6c5d-x2k4p 3f2a9c1b4d5e6f70 trace_id=0f8fad5b-d9cb-469f-a165-70867728950e CVE-2026-12345 ISO-20022 CO-OPERATIVE',
    'jane.doe123456@bank.example COVID-19 iphone15 HTTP-404 v1.2.3 T-1000 b2b 24hours 3rd',
    'NGN2500000 USD100000000 N25000000 2500000naira 100004240926153311119822107551',
  ])('is not taken for one: %s', (text) => {
    expect(find(text)).toMatchObject({ references: [], identifiers: [], unclear: [] });
  });

  it.each([
    ['level-2 support has it', []],
    ['Covid19 fund for grade-10 staff', []],
    ['sprint-14 retro, RFC-2616 and ISO20022 for P2P', []],
    ['HTTP-404 on order_99812 again', ['order_99812']],
    ['R-GARO-1 and GARO-12 were cut off on level-2', ['R-GARO-1', 'GARO-12']],
    ['tier-12345 is no name, nor is ABC-1', ['tier-12345']],
  ])('is not offered as one where it is a name with a number: %s', (text, offered) => {
    expect(findTyped(text)).toMatchObject({ references: [], leftOut: offered });
  });

  it.each([
    ['the shortest', 'PA-1a2b3'],
    ['64 letters', `PAY-${'a1'.repeat(30)}`],
    ['four parts', 'PAY-12ab3-4-5-6'],
    ['eight digits that are no date', 'PAY-12345678'],
    ['short parts that have it together', 'PAY-7731-2298-XA'],
    ['short parts of nine characters, six of them digits', 'PAY-123-456-ABC'],
    ['two short parts, one of them mixed', 'PAY-1234-567A'],
    ['two short parts of eight characters, five of them digits', 'PAY-221-a77bc'],
    ['four parts of three', 'QWK_88c_410_z2k_931'],
    ['a thirteenth month', 'PAY-20261321'],
    ['a 32nd day', 'PAY-20260132'],
    ['what begins otherwise than a time', 'PAY-x20261121T100000'],
    ['what goes on after a time', 'PAY-20261121T100000x'],
    ['one word of 10', 'ABC1D2E3F4'],
    ['one word of 40', 'A1B2C3D4'.repeat(5)],
    ['a word of two letters and nine digits', 'FT123456789'],
    ['a word of four runs', 'FT26AB1234'],
    ['a word that has more digits than letters', 'FT2602199ABC7721'],
    ['a word with another kind of number inside', '26BVN1C2D3'],
    ['a word that begins otherwise than a time', 'A20261121T1000Z'],
    ['a word that goes on after a time', '20261121T1000Z9A'],
  ])('is found: %s', (_which, reference) => {
    expect(find(reference).references).toEqual([reference]);
  });

  it.each([
    ['65 letters', `PAY-${'a1'.repeat(30)}b`],
    ['five parts', 'PAY-12ab3-4-5-6-7'],
    ['a small letter before it', 'xPAY-12ab34'],
    ['a small letter in its prefix', 'PAy-12ab34'],
    ['a part of four', 'PAY-1a2b'],
    ['a part without a digit', 'PAY-abcdefgh'],
    ['two short parts that are not mixed', 'PAY-1234-5678'],
    ['two short parts of seven characters', 'PAY-123-45AB'],
    ['two short parts with four digits', 'PAY-12AB-34CD'],
    ['a part of two characters', 'PAY-2210-ab7-7c'],
    ['a year among short parts', 'PAY-2026-ab77'],
    ['a time among short parts', 'SHIFT-0800-12pm'],
    ['an amount among short parts', 'FROM-1010-500k'],
    ['the number of an invoice', 'INV-2210-ab77'],
    ['the number of a ticket', 'TKT-2210-ab77'],
    ['the number of a terminal', 'POS-2210-ab77'],
    ['short parts of eight characters', 'PAY-123-456-AB'],
    ['short parts with five digits', 'PAY-123-45-ABCD'],
    ['short parts without a letter', 'PAY-0803-123-4567'],
    ['short parts in small letters', 'PAY-7731-2298-xa'],
    ['a date', 'PAY-19991231'],
    ['a date of one digit each', 'PAY-20260105'],
    ['a time', 'LOG-20261121T100000Z'],
    ['a time without its zone', 'LOG-20261121T1000'],
    ['an account', 'ACCT-0123456789'],
    ['a phone number', 'TEL-08012345678'],
    ['an amount', 'NGN-123456789'],
    ['a word that begins with another kind of number', 'BVN22A33B44'],
    ['one word of 9', 'AB1D2E3F4'],
    ['one word of 41', `${'A1B2C3D4'.repeat(5)}E`],
    ['a word of three digits', 'ABCD1E2F3G'],
    ['a word of one letter', 'N2500000000'],
    ['a word of two letters and eight digits', 'FT12345678'],
    ['a word of two runs that begins with digits', '123456789AB'],
    ['a word that goes on behind a hyphen', 'FT26021ABC99XYZ7-x'],
  ])('is not taken for one: %s', (_which, text) => {
    expect(find(text).references).toEqual([]);
  });

  it.each(['A_00124092616341963292958', 'z-001240926', 'Pay_001240926', 'PaymentGateway-001240926'])(
    'is found by its digits behind any prefix: %s',
    (reference) => {
      for (const text of [
        `please check GARO-8f3k2j1 and ${reference}`,
        `GARO-8f3k2j1\n- ${reference}, ${reference}.`,
        `when,code,amount\n10:30,${reference},5000.00\nGARO-8f3k2j1`,
        `&gt; GARO-8f3k2j1 failed\n&gt; so did "${reference}"`,
      ])
        expect(findTyped(text).references.sort()).toEqual([reference, 'GARO-8f3k2j1'].sort());
    },
  );

  const otherNumbers =
    'tel phone mobile gsm whatsapp acct acc account nuban bvn nin tin rc card pan session sessionId trace request inv invoice order rrn stan terminal pos ticket batch otp amount ngn meter policy customer userId transactionId id screenshot';
  it.each(otherNumbers.split(' '))('is no number behind %s, in any case, with a colon and without one', (prefix) => {
    for (const name of [prefix, prefix.toUpperCase(), prefix.charAt(0).toUpperCase() + prefix.slice(1)])
      for (const by of ['-', '_', ':', ': ', ' '])
        expect(findTyped(`please check GARO-8f3k2j1, ${name}${by}001240926163`).references).toEqual(['GARO-8f3k2j1']);
  });

  it('is found in two parts of four, one of them mixed, and is an invoice, a ticket or a terminal by its prefix', () => {
    const digits = fc.stringMatching(/^[3-9]\d{3}$/);
    const mixed = fc.stringMatching(/^[a-fA-F]\d[a-fA-F]\d$/);
    const joint = fc.constantFrom('-', '_');
    const body = fc
      .tuple(digits, joint, mixed, fc.boolean())
      .map(([a, by, b, isTurned]) => (isTurned ? b + by + a : a + by + b));
    fc.assert(
      fc.property(body, joint, (parts, by) => {
        expect(find(`see PSTK${by}${parts}, pls`).references).toEqual([`PSTK${by}${parts}`]);
        for (const prefix of ['INV', 'TKT', 'POS'])
          expect(find(`see ${prefix}${by}${parts}, pls`).references).toEqual([]);
      }),
    );
  });

  it.each(['https', 'http', 'mailto', 'tel'])('is found in what a link is called (%s)', (scheme) => {
    expect(find(`<${scheme}:dash.example.com|GARO-8f3k2j1>`).references).toEqual(['GARO-8f3k2j1']);
  });

  it.each([
    'https://GARO-8f3k2j1.example.com/',
    'https://GARO-8f3k2j1:8080?x=1',
    '<mailto:GARO-8f3k2j1@pay.example>',
    '<tel:GARO-8f3k2j1>',
    'https://git.example.com/pull/2/files#diff-3f1c9a52',
    '<#C0SUPPORT1|GARO-8f3k2j1>',
    'GARO-8f3k2j1@pay.example',
  ])('is not taken from an address: %s', (address) => {
    expect(find(address).references).toEqual([]);
  });

  it.each([
    'https://dash.example.com/tx/GARO-8f3k2j1',
    '<http://dash.example.com/tx/GARO-8f3k2j1>',
    '<https://dash.example.com/GARO-8f3k2j1|the dashboard>',
    'pay.example/GARO-8f3k2j1',
    '("dash.my-bank2.example:8080/GARO-8f3k2j1")',
    'dash.example.com?ref=GARO-8f3k2j1',
    'dash.example.com#GARO-8f3k2j1',
    'https://dash.example.com/search?q=ref%3AGARO%2D8f3k2j1%20x',
    'https%3A%2F%2Fdash.example.com%2Ftx%2FGARO-8f3k2j1',
  ])('is taken from the path and the query of one: %s', (address) => {
    expect(find(address).references).toEqual(['GARO-8f3k2j1']);
  });

  it.each(['GARO-8f3k2j1@10:30', '@GARO-8f3k2j1.Please', 'e.g:GARO-8f3k2j1', 'v1.2/GARO-8f3k2j1', '--GARO-8f3k2j1__'])(
    'is found beside what is no address: %s',
    (text) => {
      expect(find(text).references).toEqual(['GARO-8f3k2j1']);
    },
  );

  it('is found within the first 40,000 characters', () => {
    expect(find(`${' '.repeat(39_988)}GARO-8f3k2j1`).references).toEqual(['GARO-8f3k2j1']);
    expect(find(`${' '.repeat(40_000)}GARO-8f3k2j1`).references).toEqual([]);
    expect(find(`${','.repeat(3_000)}GARO-8f3k2j1`).references).toEqual(['GARO-8f3k2j1']);
  });

  it('is found once each, in the order of the text', () => {
    expect(find('GARO-8f3k2j1 TXN-20260131001 GARO-8f3k2j1').references).toEqual(['GARO-8f3k2j1', 'TXN-20260131001']);
  });
});

describe('a transfer identifier', () => {
  it('is a number of the right length', () => {
    expect(find('id: 12345698690885579.')).toEqual({ ...nothing, identifiers: ['12345698690885579'] });
    expect(find('123456986908855790.please').identifiers).toEqual(['123456986908855790']);
    expect(find('1234569869088557 1234569869088557900 a12345698690885579').identifiers).toEqual([]);
  });
});

describe("an operator's pattern", () => {
  it('decides alone', () => {
    const own = createReferences('PAY[0-9]{4}');
    expect(own.inTalk('PAY1234 and GARO-8f3k2j1 and xPAY5678').references).toEqual(['PAY1234', 'PAY5678']);
  });

  it('may match nothing in most places', () => {
    expect(createReferences('(PAY[0-9]{4})?').inTalk('a PAY1234').references).toEqual(['PAY1234']);
  });

  it('takes its matches away from the identifiers', () => {
    expect(createReferences('[0-9]{17}').inTalk('12345698690885579 123456986908855790')).toMatchObject({
      references: ['12345698690885579'],
      identifiers: ['123456986908855790'],
    });
  });

  it('runs in linear time, whatever it is', async () => {
    const own = createReferences('(a+)+$');
    const made = texts(5_000, (size) => `${'a'.repeat(size)}!`);
    await expectLinear(5_000, (size) => own.inTalk(made(size)));
  });

  it('that is none is refused', () => {
    expect(() => createReferences('(')).toThrow();
  });
});

describe('any text', () => {
  /** Of wrappers, breaks and characters that look alike nothing is left: what is asked for must stand in the rest. */
  const bare = (text: string) => pastedText(text).replace(/[^\p{L}\d]/gu, '');
  const isIn = (text: string, found: string) => expect(bare(text)).toContain(bare(found));

  it('is searched without an error, and what is found stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const { references, identifiers, leftOut } = find(text);
        for (const found of [...references, ...identifiers, ...leftOut]) isIn(text, found);
      }),
    );
  });

  it('of pieces of pastes asks for nothing that does not stand in it, and for each once', () => {
    const pieces = [
      'GARO-8f3k2j1',
      'GARO-',
      '8f3k2j1',
      'TXN-2026',
      '0131001',
      'FT26021ABC',
      '99XYZ7',
      'ref',
      '100200300',
    ];
    const between = [
      ' ',
      '\n',
      '\t',
      ', ',
      ' - ',
      '-',
      '|',
      '": "',
      '/',
      '25,000',
      ' please ',
      '<https://a.example/',
      '>',
    ];
    const piece = fc.constantFrom(...pieces, ...between);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        for (const read of [find, findTyped]) {
          const { references, unclear } = read(text);
          for (const found of [...references, ...unclear.flatMap(({ readings }) => readings)]) isIn(text, found);
          expect(new Set(references).size).toBe(references.length);
        }
      }),
    );
  });
});

it.each<[string, string[]]>([
  ['unsettled: WEMA-7000001, WEMA-7000002 and WEMA-7000003', ['WEMA-7000001', 'WEMA-7000002', 'WEMA-7000003']],
  ['unsettled: WEMA-7000001, WEMA-7000001 and WEMA-7000002', []],
  ['BVN-7000001, BVN-7000002 and BVN-7000003', []],
  ['ticket INC-7000001, INC-7000002 and INC-7000003', []],
])('three of seven digits are a list: %s', (text, references) => {
  expect(find(text).references).toEqual(references);
});

describe('where nothing is asked for', () => {
  it.each([
    'deployed v3.17.2-beta4 and 1.0.9-hotfix12 today',
    'release 12.4.7rc2',
    'BVN-22298765432 and TEL-08098765432',
    'RRN-612345678901, tel_08098765432, POS-77712345 or INC0098765',
  ])('no half of a version and no number of another kind is offered: %s', (text) => {
    expect(find(text)).toEqual(nothing);
  });

  it.each([
    ['see point 3.ABC12345', ['ABC12345']],
    ['WEMA-7000001 is late', ['WEMA-7000001']],
    ['it was 88rtx100x. 3-rtx881', ['88rtx100x', '3-rtx881']],
  ])('the rest still is: %s', (text, leftOut) => {
    expect(find(text).leftOut).toEqual(leftOut);
  });
});

it('an operator’s pattern loses no character of what it matches', () => {
  const long = `LONG-${'1234567890'.repeat(6)}`;
  expect(createReferences('LONG-\\d+').inTalk(`see ${long}, please`).references).toEqual([long]);
});
