import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferenceFinder } from '../../src/references/find-references.ts';
import { growth, texts } from '../support/growth.ts';

const find = createReferenceFinder();

describe('what looks like a reference', () => {
  it.each([
    'GARO-8f3k2j1',
    'TXN-20260131001',
    'TRX_000123456',
    'FT26021ABC99XYZ7',
    'GARO-8fkabcj',
    'GARO-a1bcdef',
    'PAY-20260131-9f3k2',
  ])('is found: %s', (reference) => {
    expect(find(`Customer says ${reference}, please check.`)).toEqual({ references: [reference], identifiers: [] });
    for (const around of [
      `"${reference}" (\`${reference}\`) *${reference}*: ref=${reference}!`,
      `Ref:${reference} Reference#${reference} 1.${reference} ${reference}.Please ${reference}:failed`,
      `${reference}&amp;x ${reference}&status=ok • ${reference} → ${reference}… ~${reference}~ ${reference}—late`,
      `A/${reference}/B ${reference.replace('-', '\u2011')} \u200b${reference}\ufeff`,
    ])
      expect(find(around).references).toEqual([reference]);
  });

  it.each([
    'Good morning, the customer is waiting since 10:30am on 21-Nov-2026',
    '2026-11-21 2026-11-21T10:00:00Z 20261121T100000Z 21/11/2026 Q3-2026 mid-2025',
    '+234 801 234 5678, 08012345678, +2348012345678, (0)801-234-5678, 0123456789',
    'https://dash.example.com/tx/GARO-8f3k2j1 http://a.example/b1c2d3e4f5 dash.example.com/tx/b1c2d3e4',
    '<https://dash.example.com/tx/8f3k2j1a2|dashboard> <@U0AMARA001> <#C0SUPPORT1|payments> <!date^1758897189^x|y>',
    '21Nov2026 2026Jan05 build-20261121 BUILD-20261121 1h30m20s base64url utf8mb4 iPhone15Pro user123456 INC0012345 PAY-12345',
    'tel08012345678 Acct0123456789 BVN22123456789 NGN_2500000 USD-1000000 4111111111111111 1758897189000000 1758897189000000000',
    'payments-api-7d9f8b6c5d-x2k4p 3f2a9c1b4d5e6f70 0f8fad5b-d9cb-469f-a165-70867728950e CVE-2026-12345 ISO-20022 CO-OPERATIVE',
    'jane.doe123456@bank.example COVID-19 iphone15 HTTP-404 v1.2.3 T-1000 b2b 24hours 3rd',
    'NGN2500000 USD100000000 N25000000 2500000naira 100004240926153311119822107551',
  ])('is not taken for one: %s', (text) => {
    expect(find(text)).toEqual({ references: [], identifiers: [] });
  });

  it('is found in what a link is called', () => {
    expect(find('<https://dash.example.com/1|GARO-8f3k2j1>').references).toEqual(['GARO-8f3k2j1']);
  });

  it('is found once each, in the order of the text', () => {
    expect(find('GARO-8f3k2j1 TXN-20260131001 GARO-8f3k2j1').references).toEqual(['GARO-8f3k2j1', 'TXN-20260131001']);
  });
});

describe('a transfer identifier', () => {
  it('is a number of the right length', () => {
    expect(find('id: 12345698690885579.')).toEqual({ references: [], identifiers: ['12345698690885579'] });
  });
});

describe("an operator's pattern", () => {
  it('decides alone', () => {
    const own = createReferenceFinder('PAY[0-9]{4}');
    expect(own('PAY1234 and GARO-8f3k2j1 and xPAY5678').references).toEqual(['PAY1234', 'PAY5678']);
  });

  it('runs in linear time, whatever it is', async () => {
    const own = createReferenceFinder('(a+)+$');
    const made = texts(5_000, (size) => `${'a'.repeat(size)}!`);
    expect(await growth(5_000, (size) => own(made(size)))).toBeLessThan(8);
  });

  it('that is none is refused', () => {
    expect(() => createReferenceFinder('(')).toThrow();
  });
});

describe('any text', () => {
  it('is searched without an error, and what is found stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { references, identifiers } = find(text);
        for (const found of [...references, ...identifiers])
          expect(text.replace(/[\u2010\u2011]/g, '-').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')).toContain(
            found,
          );
      }),
    );
  });
});
