import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LosslessNumber, stringify } from 'lossless-json';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { statusGroup } from '../../src/blocks/status.ts';
import { Secret } from '../../src/config/secret.ts';
import { UserError } from '../../src/errors.ts';
import { createEvents } from '../../src/ops/events.ts';
import { version } from '../../src/text.ts';
import { redact } from '../../src/transfer-service/fields.ts';
import { readBody, readErrorMessage } from '../../src/transfer-service/response.ts';
import { personalNumbers } from '../fixtures/personal.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { answering } from '../support/http-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { apiOf, endingOf, failureOf, found, reference, serve, token } from './service.ts';

it('requests go to the three paths below the base URL, with a User-Agent and no body', async () => {
  const { server } = await serve(answering(200, transactionBody()));
  const api = apiOf(`${server.url}/banking`);
  await api.transaction(reference);
  await api.transaction('A b?#&é%26').catch(() => {});
  await api.requery('12345698690885579');
  await api.banks().catch(() => {});
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /banking/v1/transactions/reference/GARO-8f3k2j1',
    'GET /banking/v1/transactions/reference/A%20b%3F%23%26%C3%A9%2526',
    'GET /banking/v1/transfer/tsq?transactionId=12345698690885579',
    'GET /banking/v1/transfer/banks',
  ]);
  for (const { headers } of server.requests)
    expect({ 'content-length': '0', ...headers }).toMatchObject({
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      'content-length': '0',
      'user-agent': `txnbot/${version}`,
    });
});

it("a reference that would change the request's path is refused before any request", async () => {
  const { server, api } = await serve(found);
  const dots = ['.', '..', '%2e', '%2E%2e', '.%2e', '․', '‥', '．．'];
  for (const asked of [
    '../banks',
    'a\\..\\b',
    '..%2f..%2fbanks',
    'a/％２ｅ',
    '',
    '\ud800',
    ...dots,
  ])
    await expect(api.transaction(asked), asked).rejects.toBeInstanceOf(UserError);
  expect(server.requests).toEqual([]);
});

it.each(Object.values(personalNumbers))(
  'the client sends no personal number, wherever it comes from: %s',
  async (number) => {
    const { server, api } = await serve(found);
    for (const asked of [number, `GARO-8f3k2j1-${number}`, `sk_live_${number}`])
      await expect(api.transaction(asked)).rejects.toThrow(/^That looks like a/);
    await expect(api.requery(number)).rejects.toThrow(UserError);
    expect(server.requests).toEqual([]);
  },
);

it('the client sends no session id, by which the service has no look-up', async () => {
  const { server, api } = await serve(found);
  const session = '1'.repeat(30);
  for (const ask of [api.transaction, api.requery])
    await expect(ask(session)).rejects.toThrow(/^I can't look up session ids/);
  expect(server.requests).toEqual([]);
});

describe('a transaction', () => {
  const ask = async (body: string) =>
    (await serve(answering(200, body))).api.transaction(reference);

  it("a transaction has the spec's fields, numbers as the text of their digits, beyond 2^53 too", async () => {
    const body = transactionBody({ amount: '98765432109876543.21' })
      .replace('"id":19253', '"id":12345698690885579')
      .replace('"netAmount":25010', '"netAmount":98765432109876543.21');
    const { transaction, record } = await ask(body);
    expect(transaction).toMatchObject({ id: '12345698690885579', reversedFlag: '0' });
    expect(transaction.amount).toBe('98765432109876543.21');
    expect(transaction.netAmount).toBe('98765432109876543.21');
    expect(transaction.createdAt).toBe(transactionRecord.createdAt);
    expect(stringify(record)).toContain('"id":12345698690885579');
  });

  it('a transaction with missing or mistyped fields has what did arrive', async () => {
    const changes = {
      status: undefined,
      amount: 12.5,
      destinationAccountName: { first: 'Jane' },
      createdAt: 'today',
    };
    const { transaction, record } = await ask(transactionBody({ ...changes, channel: 'web' }));
    expect(transaction).toMatchObject({ amount: '12.5', sessionId: transactionRecord.sessionId });
    const { status, destinationAccountName, createdAt } = transaction;
    expect(status).toBeUndefined();
    expect(destinationAccountName).toBe('{"first":"Jane"}');
    expect(createdAt).toBeUndefined();
    expect(record).toMatchObject({
      destinationAccountName: { first: 'Jane' },
      createdAt: 'today',
      channel: 'web',
    });
  });
});

it.each<[string | string[], number | undefined]>([
  ['86400', 86_400_000],
  ['10', 10_000],
  ['9', undefined],
  [['86400', '5'], 86_400_000], // two caches have added it, and the first counts
])('an answer with the header Age: %s has this age', async (age, ageMs) => {
  const { api } = await serve((_request, response) =>
    response.setHeader('age', age).end(transactionBody()),
  );
  expect([(await api.transaction(reference)).ageMs, (await api.requery('1')).ageMs]).toEqual([
    ageMs,
    ageMs,
  ]);
});

it.each([
  ['status', 'unknown'],
  ['reversedFlag', 'reversed'],
])('a record with two values for its %s has neither: %s', async (name, group) => {
  const body = transactionBody({ status: 'SUCCESSFUL' }).replace(
    `"${name}":`,
    `"${name}":"9","${name}":`,
  );
  const { transaction } = await (await serve(answering(200, body))).api.transaction(reference);
  expect(statusGroup(transaction.status, transaction.reversedFlag)).toBe(group);
});

describe('a requery', () => {
  const ask = async (body: string) => (await serve(answering(200, body))).api.requery('1');

  it('a requery retains the fields beside `data`, and every digit', async () => {
    const answer = await ask(
      '{"success":false,"message":"no","data":{"id":12345698690885579},"code":"09"}',
    );
    expect(answer).toMatchObject({ success: false, message: 'no', rest: { code: '09' } });
    expect(stringify(answer.payload)).toBe('{"id":12345698690885579}');
    expect(await ask('{"success":true,"status":"PAID"}')).toMatchObject({
      success: true,
      rest: { status: 'PAID' },
    });
  });

  it("a requery's payload counts as a transaction if it has four fields of the spec", async () => {
    expect((await ask(transactionBody())).transaction?.reference).toBe(reference);
    for (const name of ['reference', 'status', 'amount', 'sessionId'])
      expect((await ask(transactionBody({ [name]: undefined }))).transaction, name).toBeUndefined();
  });

  it('a requery names the fields that are withheld, and is no refusal if it has no others', async () => {
    const answer = await ask(
      '{"success":true,"message":"ok","data":{"email":"canary","cvv":"canary"},"otp":"canary"}',
    );
    expect([...answer.withheld].sort()).toEqual(['cvv', 'email', 'otp']);
    expect(stringify(answer)).not.toContain('canary');
    const secret = await ask('{"success":false,"message":"no","data":null,"cvv":"canary"}');
    expect(secret).toMatchObject({ success: false, payload: null, withheld: ['cvv'] });
  });

  it.each([
    ['{"success":false,"message":"no"}', 'rejected'],
    ['{"success":false,"message":"no","data":null,"code":"09"}', 'answered'],
    ['{"success":true,"message":"ok","data":null}', 'answered'],
    ['[{"status":"SUCCESSFUL"}]', 'answered'],
    ['"PENDING"', 'unexpected_body wrong_data'],
    ['null', 'unexpected_body wrong_data'],
  ])(
    'a requery counts as refused only if the service says no and sends nothing else: %s',
    async (body, ending) => {
      expect(await endingOf(ask(body))).toBe(ending);
    },
  );
});

it('the bank list has codes as text, single blanks in names, and drops other entries', async () => {
  const data = [
    { institutionCode: '000013', institutionName: 'GTBANK   PLC', category: '2', extra: 1 },
    { institutionCode: '000013', institutionName: 'Guaranty Trust' },
    { institutionCode: 13, institutionName: 'A number' },
    { institutionCode: ' 000015 ', institutionName: 'ZENITH' },
    ...['0013', '0000133', 'X000013'].map((institutionCode) => ({
      institutionCode,
      institutionName: 'No code',
    })),
    { institutionCode: '000014', institutionName: '  ' },
    { institutionCode: '000014' },
    null,
  ];
  const { api } = await serve(answering(200, { success: true, message: 'ok', data }));
  const { banks, droppedCount, withInvalidCode, faults } = await api.banks();
  expect(
    banks.map(({ institutionCode, institutionName }) => `${institutionCode} ${institutionName}`),
  ).toEqual(['000013 GTBANK PLC', '000013 Guaranty Trust', '000015 ZENITH']);
  expect(droppedCount).toBe(7);
  expect(withInvalidCode.map(({ institutionCode }) => institutionCode)).toEqual([
    '13',
    '0013',
    '0000133',
    'X000013',
  ]);
  const missing = ['institutionName is missing', 'institutionCode is missing'];
  expect(faults).toEqual(['institutionCode is not six digits', ...missing]);
});

it.each([
  ['[]', 'unexpected_body not_an_envelope'],
  ['{"success":true,"message":"","data":{}}', 'unexpected_body wrong_data'],
  ['{"success":false,"message":"no","data":[]}', 'rejected'],
])('the bank list is not read from %s', async (body, ending) => {
  const { api } = await serve(answering(200, body));
  expect(await endingOf(api.banks())).toBe(ending);
});

it.each<[string, object, string?]>([
  [
    '{"success":true,"message":"Done","data":"a","page":"2"}',
    { payload: 'a', rest: { page: '2' } },
    'Done',
  ],
  [
    '{"success":true,"message":{"code":"7"}}',
    { message: undefined, rest: { message: { code: '7' } } },
  ],
  ['{"success":false,"message":""}', { success: false, rest: {} }],
  ['{"message":"Cannot GET /v1"}', { success: undefined }, 'Cannot GET /v1'],
  ['{"success":"yes"}', { success: undefined, payload: { success: 'yes' } }],
  ['{"status":"failed","status":"failed"}', { payload: { status: 'failed' } }],
  ['{"status":"pending","status":"failed"}', { payload: { status: 'pending and also failed' } }],
  ['{"id":1,"\\u0069d":2,"id":null}', { payload: { id: '1 and also 2 and also null' } }],
  [
    '{"success":true,"success":false}',
    { success: undefined, payload: { success: 'true and also false' } },
  ],
  ['{"a":"1","a":" {\\"bvn\\":\\"2\\"}"}', { payload: { a: 'given twice, not alike' } }],
  ['{"success":true,"data":{"a":1},"data":"b"}', { payload: 'given twice, not alike' }],
])("an error's body %s is read, with the service's words", (text, expected, words) => {
  const body = readBody(text);
  expect(body).toMatchObject(expected);
  expect(body && readErrorMessage(body)).toBe(words);
});

const missing = answering(404, { success: false, message: 'no Route matched', data: null });
const banks = answering(200, { success: true, message: '', data: [] });
const isOfBanks = (url = '') => url.endsWith('/banks');

async function asking(does: { lookUp: typeof banks; banks: typeof banks }) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const onAddress = vi.fn();
  const counted: unknown[] = [];
  const events = createEvents()
    .on('address', onAddress)
    .on('lookUp', ({ operation, failure }) => counted.push(`${operation} ${failure}`));
  const answer: typeof banks = (...args) =>
    (isOfBanks(args[0].url) ? does.banks : does.lookUp)(...args);
  const { server, api } = await serve(answer, { events });
  const bankLists = () => server.requests.filter(({ url }) => isOfBanks(url)).length;
  return {
    does,
    api,
    onAddress,
    counted,
    bankLists,
    ask: () => endingOf(api.transaction(reference)),
  };
}

it('a 404 means a wrong address, logged once, if the bank list is a 404 too', async () => {
  const { does, api, onAddress, counted, ask } = await asking({ lookUp: missing, banks: missing });
  expect(await ask()).toBe('unexpected_body wrong_address');
  expect(counted.sort()).toEqual(['banks unexpected_body', 'transaction unexpected_body']);
  const details = { reason: 'wrong_address', serviceMessage: 'no Route matched' };
  expect(await failureOf(api.requery('1'))).toMatchObject({ failure: 'unexpected_body', details });
  does.lookUp = found;
  expect(await ask()).toBe('answered');
  expect(onAddress.mock.calls).toEqual([[true], [false]]);
});

it.each([
  ['is there', banks],
  ['is broken', answering(500, '')],
])('a 404 stays "not found" while the bank list %s', async (_what, list) => {
  const { onAddress, ask } = await asking({ lookUp: missing, banks: list });
  expect(await ask()).toBe('not_found');
  expect(onAddress).not.toHaveBeenCalled();
});

it('a 404 is trusted for a minute after any answer, and then checked by the bank list once', async () => {
  const { does, api, ask, bankLists } = await asking({ lookUp: found, banks: missing });
  await ask();
  does.lookUp = missing;
  expect(await ask()).toBe('not_found');
  expect(bankLists()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(await Promise.all([ask(), endingOf(api.requery('1'))])).toEqual(
    Array(2).fill('unexpected_body wrong_address'),
  );
  expect(bankLists()).toBe(1);
});

describe('a token that the service refuses', () => {
  /** A service that takes one token and quotes the others, and a file that holds a token. */
  async function guarded() {
    const file = path.join(temporaryFolder(), 'token');
    const takes = { token: 'first-token' };
    const { server, api } = await serve(
      (request, response) => {
        const { headers } = request;
        if (headers.authorization === `Bearer ${takes.token}`) return found(request, response);
        response
          .writeHead(401)
          .end(`{"success":false,"message":"No such token: ${headers.authorization}"}`);
      },
      { token: new Secret('first-token'), tokenFile: file },
    );
    return {
      file,
      takes,
      api,
      shown: () => server.requests.map(({ headers }) => headers.authorization?.slice(7)),
    };
  }

  it('a refused token is read again from its file, once, and the look-up repeated', async () => {
    const { file, takes, api, shown } = await guarded();
    await api.transaction('R1');
    writeFileSync(file, '  second-token \n');
    takes.token = 'second-token';
    await api.transaction('R2');
    takes.token = 'third-token';
    expect(await endingOf(api.transaction('R3'))).toBe('unauthorized');
    const [first, second] = ['first-token', 'second-token'];
    expect(shown()).toEqual([first, first, second, second]);
  });

  it.each<[string, string | undefined]>([
    ['is the same', 'first-token\n'],
    ['is too short for a token', 'second'],
    ['is followed by another word', 'second-token again'],
    ['is longer than any token', `second-token${' '.repeat(65_536)}`],
    ['is gone', undefined],
  ])("a refused token is not tried again when its file's content %s", async (_what, text) => {
    const { file, takes, api, shown } = await guarded();
    if (text !== undefined) writeFileSync(file, text);
    takes.token = 'second-token';
    expect(await endingOf(api.transaction(reference))).toBe('unauthorized');
    expect(shown()).toEqual(['first-token']);
  });

  it('a refused token is replaced for every look-up that met the refusal', async () => {
    const { file, takes, api, shown } = await guarded();
    takes.token = 'second-token';
    writeFileSync(file, 'second-token');
    const all = Array.from({ length: 8 }, (_, index) => endingOf(api.transaction(`R${index}`)));
    expect(await Promise.all(all)).toEqual(Array(8).fill('answered'));
    expect(shown().sort()).toEqual([
      ...Array(8).fill('first-token'),
      ...Array(8).fill('second-token'),
    ]);
  });

  it.each([
    ['as some escape a slash', String.raw`canary\/a+b==`],
    ['as others escape what is no letter', String.raw`canary\u002fa\u002Bb\u003D=`],
  ])(
    'a refused token is shown to nobody, even if the service quotes it: %s',
    async (_how, quoted) => {
      const refusal = answering(
        401,
        `{"success":false,"message":"No such token: ${quoted}, ${quoted}!"}`,
      );
      const { api } = await serve(refusal, { token: new Secret('canary/a+b==') });
      expect((await failureOf(api.transaction(reference))).details.serviceMessage).toBe(
        'No such token: [secret], [secret]!',
      );
    },
  );
});

const withheldOf = (names: string, sensitivity: 'secret' | 'personal') =>
  redact(
    Object.fromEntries(names.split(', ').map((name) => [name, 'x'])),
    sensitivity,
  ).withheld.join(', ');

it.each([
  [
    'secret',
    'bvn, nin, pin, otp, cvv, password, secret, BVN, customerBvn, customerBVN, BVNNumber, customer_bvn',
  ],
  [
    'secret',
    'customer-bvn, customer.bvn, bvn2, bvns, bvnnumber, card PIN code, isPinSet, client_secret_key, BVNs',
  ],
  [
    'secret',
    'customerNINs, PINs, OTPsSent, CVVs, BVNnumber, customerPINverified, b.v.n, customer_B_V_N',
  ],
  [
    'personal',
    'email, phone, dateOfBirth, address, balance, emailAddress, e-mail, customerEmail, phoneNumber',
  ],
  [
    'personal',
    'PHONE_NO, mobile, dob, birth_date, homeAddress, availableBalance, balances, addresses',
  ],
] as const)('fields count as %s by a word of their name: %s', (what, names) => {
  expect(withheldOf(names, what)).toBe(names);
});

it.each([
  [
    'secret',
    'shipping, shippingMode, opinion, SHIPPINGs, OPINIONs, SPINs, n_in, spinning, pinned, pineapple, ninety',
  ],
  ['secret', 'secretary, token, rechargeToken, passwordless, spin_count, TOPIN, email, '],
  ['personal', 'saxophone, addressee, rebalance, bvn, status'],
] as const)('fields do not count as %s by a part of a word: %s', (what, names) => {
  expect(withheldOf(names, what)).toBe('');
});

it('secret fields are found in objects, lists and JSON within a text, and named once', () => {
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

it('redact() drops fields nested deeper than it looks', () => {
  let nested: unknown = { bvn: 'canary' };
  for (let depth = 0; depth < 100_000; depth += 1)
    nested = depth % 2 === 0 ? [nested] : { data: nested };
  expect(JSON.stringify(redact({ nested }, 'secret').kept)).not.toContain('canary');
  let text = '{"bvn":"canary"}';
  for (let depth = 0; depth < 99; depth += 1) text = `[${text}]`;
  const under = Array.from({ length: 99 }).reduce<unknown>((inner) => [inner], '{"bvn":"canary"}');
  expect(JSON.stringify(redact({ text, under }, 'secret').kept)).not.toContain('canary');
});

it('secret fields are found in both values of a name that stands twice in JSON within a text', () => {
  const fields = { first: '{"a":{"bvn":"canary"},"a":1}', last: '{"a":1,"a":{"bvn":"canary"}}' };
  expect(redact(fields, 'secret')).toEqual({
    kept: { first: '{"a":[{},1]}', last: '{"a":[1,{}]}' },
    withheld: ['bvn'],
  });
});
