import { LosslessNumber } from 'lossless-json';
import { expect, it } from 'vitest';
import { redact } from '../../src/transfer-service/fields.ts';

const withheldOf = (names: string, sensitivity: 'secret' | 'personal') =>
  redact(Object.fromEntries(names.split(', ').map((name) => [name, 'x'])), sensitivity).withheld.join(', ');

it.each([
  ['secret', 'bvn, nin, pin, otp, cvv, password, secret, BVN, customerBvn, customerBVN, BVNNumber, customer_bvn'],
  ['secret', 'customer-bvn, customer.bvn, bvn2, bvns, bvnnumber, card PIN code, isPinSet, client_secret_key, BVNs'],
  ['secret', 'customerNINs, PINs, OTPsSent, CVVs, BVNnumber, customerPINverified, b.v.n, customer_B_V_N'],
  ['personal', 'email, phone, dateOfBirth, address, balance, emailAddress, e-mail, customerEmail, phoneNumber'],
  ['personal', 'PHONE_NO, mobile, dob, birth_date, homeAddress, availableBalance, balances, addresses'],
] as const)('fields are %s by a word of their name: %s', (what, names) => {
  expect(withheldOf(names, what)).toBe(names);
});

it.each([
  ['secret', 'shipping, shippingMode, opinion, SHIPPINGs, OPINIONs, SPINs, n_in, spinning, pinned, pineapple, ninety'],
  ['secret', 'secretary, token, rechargeToken, passwordless, spin_count, TOPIN, email, '],
  ['personal', 'saxophone, addressee, rebalance, bvn, status'],
] as const)('fields are never %s by a part of one: %s', (what, names) => {
  expect(withheldOf(names, what)).toBe('');
});

it('they are found in objects, lists and JSON within a text, and named once', () => {
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

it('nothing is shown of what lies deeper than is looked', () => {
  let nested: unknown = { bvn: 'canary' };
  for (let depth = 0; depth < 100_000; depth += 1) nested = depth % 2 === 0 ? [nested] : { data: nested };
  expect(JSON.stringify(redact({ nested }, 'secret').kept)).not.toContain('canary');
  let text = '{"bvn":"canary"}';
  for (let depth = 0; depth < 99; depth += 1) text = `[${text}]`;
  const under = Array.from({ length: 99 }).reduce<unknown>((inner) => [inner], '{"bvn":"canary"}');
  expect(JSON.stringify(redact({ text, under }, 'secret').kept)).not.toContain('canary');
});

it('they are found in both values of a name that stands twice in JSON within a text', () => {
  const fields = { first: '{"a":{"bvn":"canary"},"a":1}', last: '{"a":1,"a":{"bvn":"canary"}}' };
  expect(redact(fields, 'secret')).toEqual({
    kept: { first: '{"a":[{},1]}', last: '{"a":[1,{}]}' },
    withheld: ['bvn'],
  });
});
