import fc from 'fast-check';
import { institutions } from 'slack-sandbox/transfer-service';
import { describe, expect, it } from 'vitest';
import { foldParties, mayChannelRead } from '../../src/transfers/channel-values.ts';

const opens = (name: string, text: string, parties: string[] = []) => mayChannelRead(name, text, foldParties(parties));

describe('a value that everybody may read', () => {
  it.each([
    ['status', 'successful'],
    ['status', 'Pending Review'],
    ['transferStatus', 'in progress'],
    ['state', 'NOT FOUND'],
    ['status', 'ausgeführt'],
    ['status', 'IN_PROGRESS '],
    ['status', '00'],
    ['reversedFlag', '1'],
    ['amount', '-98765432109876543.21'],
    ['sessionID', '100004240926153311119822107551'],
    ['transaction_type_name', 'bank_transfer'],
    ['destinationBankName', '9 PAYMENT SERVICE BANK (9PSB)'],
    ['destinationBankCode', '000013'],
    ['responseCode', '00'],
    ['errorCode', 'NIP-091'],
    ['code', 'NOT_FOUND'],
    ['success', 'true'],
    ['isReversed', 'Y'],
    ['retryCount', '3'],
    ['currency', 'NGN'],
    ['charge', '123456789'],
    ['type', 'credit'],
    ['category', 'collection'],
    ['type', 'REVERSAL'],
    ['category', 'inward bank transfer'],
  ])('has a known name and looks the part: %s %s', (name, text) => {
    expect(opens(name, text)).toBe(true);
  });

  it('is every bank of the list', () => {
    const names = institutions.map(({ institutionName }) => institutionName);
    expect(names.filter((name) => !opens('bankName', name))).toEqual([]);
  });

  it.each([
    ['status', 'paid to Jane Doe'],
    ['status', 'blocked 0123456789'],
    ['status', 'Jane Doe'],
    ['status', 'pending Jane'],
    ['status', 'in  progress'],
    ['bankName', 'GTBANK 0123456789'],
    ['amount', '5000 for Jane'],
    ['amount', '0123456789'],
    ['charge', '+0123456789'],
    ['type', 'Jane Doe'],
    ['type', 'Amara'],
    ['category', 'Jane-Doe'],
    ['transactionTypeName', 'transfer_Amara'],
    ['code', 'Amara'],
    ['responseCode', 'JANE_DOE'],
    ['errorCode', 'Amara1985'],
    ['success', 'Amara'],
    ['retries', 'Jane'],
    ['currency', 'Ada'],
    ['currency', 'AMARA'],
    ['currencyCode', '566'],
    ['bankCode', 'Amara'],
    ['institutionCode', '000013a'],
    ['narration', 'successful'],
    ['constructor', 'successful'],
    ['status2', 'successful'],
  ])('is nothing else: %s %s', (name, text) => {
    expect(opens(name, text)).toBe(false);
  });

  it('does not say what another field of the same answer says of a party', () => {
    const parties = ['0123456789', 'Jane Mary Doe', 'GTBANK', '12345'];
    const says = (name: string, text: string) => !opens(name, text, parties);
    expect(says('id', '0123456789')).toBe(true);
    expect(says('reference', 'X-0123-456789')).toBe(true);
    expect(says('bankName', 'bank of JANE  Mary-Doe ltd')).toBe(true);
    // By chance, or a bank that is a party.
    expect(says('sessionId', '100001234500')).toBe(false);
    expect(says('bankName', 'GTBANK PLC')).toBe(false);
    expect(says('status', 'Janet')).toBe(false);
  });

  it('is none in an answer that names more people than one transfer has', () => {
    const people = (count: number) => Array.from({ length: count }, (_, at) => `Jane Doe${at}`);
    expect(opens('status', 'paid', [...people(50), ...people(50), '', 'GTBANK'])).toBe(true);
    expect(opens('status', 'paid', people(51))).toBe(false);
  });

  it('holds no account number in words, however it is written', () => {
    const words = fc.array(fc.constantFrom('paid', 'to', 'GTBANK', '-', '_', '.', ' '), { maxLength: 5 });
    const account = fc.array(fc.constantFrom(...'0123456789'), { minLength: 10, maxLength: 10 });
    const between = fc.constantFrom('', ' ', '-', '.');
    fc.assert(
      fc.property(words, account, between, words, (before, digits, separator, after) => {
        const text = before.join('') + digits.join(separator) + after.join('');
        for (const name of ['status', 'bankName', 'responseCode', 'type']) expect(opens(name, text)).toBe(false);
      }),
    );
  });
});
