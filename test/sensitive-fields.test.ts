import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { Transaction } from '../src/transfer-service/bodies.ts';
import { redact } from '../src/transfer-service/secret-fields.ts';

const secrets = ['bvn', 'nin', 'pin', 'otp', 'cvv', 'password', 'secret'];
const personal = ['email', 'phone', 'dateOfBirth', 'address', 'balance'];

describe('the fields that are for nobody', () => {
  it.each([
    ...secrets,
    'BVN',
    'customerBvn',
    'customerBVN',
    'BVNNumber',
    'customer_bvn',
    'customer-bvn',
    'customer.bvn',
    'bvn2',
    'bvns',
    'bvnnumber',
    'card PIN code',
    'isPinSet',
    'client_secret_key',
    'BVNs',
    'customerNINs',
    'PINs',
    'OTPsSent',
    'CVVs',
    'BVNnumber',
    'customerPINverified',
    'b.v.n',
    'customer_B_V_N',
  ])('are known by a word of their name: %s', (name) => {
    expect(redact({ [name]: 'x', status: 'paid' }, 'secret')).toEqual({ kept: { status: 'paid' }, withheld: [name] });
  });

  it.each([
    'shipping',
    'shippingMode',
    'opinion',
    'SHIPPINGs',
    'OPINIONs',
    'SPINs',
    'n_in',
    'spinning',
    'pinned',
    'pineapple',
    'ninety',
    'secretary',
    'token',
    'rechargeToken',
    'passwordless',
    'spin_count',
    'TOPIN',
    'email',
    '',
  ])('are not known by a part of a word: %j', (name) => {
    expect(redact({ [name]: 'x' }, 'secret')).toEqual({ kept: { [name]: 'x' }, withheld: [] });
  });

  it('are found however they are joined with other words', () => {
    const word = fc.constantFrom('customer', 'old', 'value', 'a', 'transfer', 'of', 'no', 'is', 'verified');
    const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const joined = fc.constantFrom<(words: string[]) => string>(
      (words) => words.join('_'),
      (words) => words.join('-'),
      (words) => words.join('.'),
      (words) => words.join(' '),
      (words) => words.join('_').toUpperCase(),
      (words) => words.map(capital).join(''),
      ([first = '', ...others]) => first + others.map(capital).join(''),
    );
    fc.assert(
      fc.property(
        fc.array(word),
        fc.constantFrom(...secrets),
        fc.array(word),
        joined,
        (before, secret, after, join) => {
          const name = join([...before, secret, ...after]);
          expect(redact({ [name]: 1 }, 'secret').withheld).toEqual([name]);
          expect(redact({ [join([...before, `${secret}zz`, ...after])]: 1 }, 'secret').withheld).toEqual([]);
        },
      ),
    );
  });

  it('are found in objects, lists and JSON within a text, and named once', () => {
    const amount = new LosslessNumber('98765432109876543.21');
    const fields = {
      owners: [{ bvn: '1', name: 'x' }, [{ bvn: '2' }], { kyc: { nin: ['3'] } }],
      meta: '{"a":98765432109876543.21,"bvn":"4","more":"[{\\"nin\\":5}]"}',
      text: '{ not json, bvn',
      secret: { all: 'of it' },
      amount,
    };
    expect(redact(fields, 'secret')).toEqual({
      kept: {
        owners: [{ name: 'x' }, [{}], { kyc: {} }],
        meta: '{"a":98765432109876543.21,"more":"[{}]"}',
        text: '{ not json, bvn',
        amount,
      },
      withheld: ['bvn', 'nin', 'secret'],
    });
  });

  it('are not looked for deeper than anything is shown', () => {
    let nested: unknown = { bvn: 'canary' };
    for (let depth = 0; depth < 100_000; depth += 1) nested = depth % 2 === 0 ? [nested] : { data: nested };
    expect(JSON.stringify(redact({ nested }, 'secret').kept)).not.toContain('canary');
  });
});

describe('the fields for the one who asks', () => {
  it.each([
    ...personal,
    'emailAddress',
    'e-mail',
    'customerEmail',
    'phoneNumber',
    'PHONE_NO',
    'mobile',
    'dob',
    'birth_date',
    'homeAddress',
    'availableBalance',
    'balances',
    'addresses',
  ])('are known by a word of their name: %s', (name) => {
    expect(redact({ [name]: 'x' }, 'personal').withheld).toEqual([name]);
  });

  it.each(['saxophone', 'addressee', 'rebalance', 'bvn', 'status'])('are not known by a part of a word: %s', (name) => {
    expect(redact({ [name]: 'x' }, 'personal').withheld).toEqual([]);
  });
});

it('no field of the spec is withheld', () => {
  const fields = Object.fromEntries(Object.keys(Transaction.shape).map((name) => [name, '']));
  for (const sensitivity of ['secret', 'personal'] as const) expect(redact(fields, sensitivity).withheld).toEqual([]);
});
