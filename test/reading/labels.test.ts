import { describe, expect, it } from 'vitest';
import { createReferences } from '../../src/reading/references.ts';

const { inTalk: find } = createReferences();

describe('a label', () => {
  it.each([
    ['ref 4521 pls', ['4521']],
    ['ref: 452', ['452']],
    ['my ref: X1', ['X1']],
    ['Payment Ref. No.: 100200300', ['100200300']],
    ['trans_ref=100200300', ['100200300']],
    ['paymentReference: "100200300"', ['100200300']],
    ['ref 1 - 100200300, ref 2 - 100200301', ['100200300', '100200301']],
    ['the ref is 12345698690885579', ['12345698690885579']],
    ['refs 100200300/100200301/100200302', ['100200300', '100200301', '100200302']],
    ['refs 100200300, 100200301; 5000', ['100200300', '100200301']],
    ['Ref: TRF/2026/000123', ['TRF/2026/000123']],
    ['Ref: GARO-8f3k2j1/GARO-5p1d6w8', ['GARO-8f3k2j1', 'GARO-5p1d6w8']],
    ['txn 100200300', ['100200300']],
    ['ref - 2026013100123 pls', ['2026013100123']],
    ['Ref -2026013100123 pls', ['2026013100123']],
    ['txn - 2026013100123 pls', ['2026013100123']],
    ['transaction AB12C failed', ['AB12C']],
    ['https://a.example/ref/100200300', ['100200300']],
    ['Ref: GARO-qwertyu', ['GARO-qwertyu']],
    ['order key=GARO-8f3k2j1', ['GARO-8f3k2j1']],
    ['ref-GARO-8f3k2j1', ['GARO-8f3k2j1']],
    ['Reference_GARO-8f3k2j1 pls', ['GARO-8f3k2j1']],
    ['ref GARO-qwertyu pls', ['GARO-qwertyu']],
  ])('says what is a reference: %j', (text, references) => {
    expect(find(text).references).toEqual(references);
  });

  it.each([
    'ref please',
    'ref 2026',
    'ref 31/01/2026',
    'ref 25,000',
    'ref 25000.00',
    'ref 250000 naira',
    'ref 2nd time',
    'Ref: POS-related x',
    'ref CO-operative x',
    'the GARO-account x',
    'I sent the reference. 08012345678 is mine',
    'ref: 100004240926153311119822107551',
    'transaction 0123456789',
    'transaction of 250000',
    'transfer 100200300',
    'transaction id 100200300',
    'https://a.example/tx/100200300',
    'href=100200300',
    'trace id 0f8fad5b-d9cb-469f-a165-70867728950e',
    'X-Request-Id: 0f8fad5b-d9cb-469f-a165-70867728950e',
    'request_id=0f8fad5b-d9cb-469f-a165-70867728950e',
    'session: FT26021ABC99XYZ7',
    'ticket: TXN-20260131001',
    'IBAN: GB33BUKB20201555555555',
    'customer no 0f8fad5b-d9cb-469f-a165-70867728950e',
  ])('makes no reference of %j', (text) => {
    expect(find(text).references).toEqual([]);
  });

  it('in JSON says which of the values is one', () => {
    expect(find('{"reference":"GARO-8f3k2j1","narration":"TXN-20260131001"} GARO-5p1d6w8').references).toEqual([
      'GARO-8f3k2j1',
      'GARO-5p1d6w8',
    ]);
    expect(find('{"narration":"TXN-20260131001"}').references).toEqual(['TXN-20260131001']);
    expect(find('{\\"reference\\":\\"100200300\\"}').references).toEqual(['100200300']);
  });

  it('as the heading of a column says what is below it', () => {
    const rows = (separator: string) =>
      `${['Terminal', 'Reference', 'Amount'].join(separator)}\n${['2070ABC12DE3', '100200300', '5'].join(separator)}`;
    for (const separator of ['\t', '|', ' | ', ',', ', ', ';'])
      expect(find(rows(separator)).references, separator).toEqual(['100200300']);
    expect(find('Name,Ref\n"Doe, Jane",100200300\n\nTXN-20260131001').references).toEqual([
      '100200300',
      'TXN-20260131001',
    ]);
    expect(find('Ref,Note\nGARO-8f3k2j1,a,b').references).toEqual(['GARO-8f3k2j1']);
  });
});
