import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { Secret } from '../../src/secret.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { createToken } from '../../src/transfer-service/request.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';

/** A service that takes the token it takes now, and says how often it was shown which. */
let accepted: string;
let server: TestServer;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
  file = path.join(folder, 'token');
  accepted = 'first-token';
  writeFileSync(file, 'first-token\n');
  server = await startServer(({ headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${accepted}`;
    const refusal = { success: false, message: `No such token: ${headers.authorization}`, data: null };
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? transactionBody() : JSON.stringify(refusal));
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
const api = (tokenFile: string | undefined = file, timeoutMs = 2000): TransferApi =>
  createTransferApi({ baseUrl: server.url, timeoutMs, token: createToken(new Secret('first-token'), tokenFile) });
const shown = () => server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
const failure = (lookUp: Promise<unknown>) =>
  lookUp.then(
    () => 'answered',
    (error: unknown) => (error instanceof TransferApiError ? error.failure : 'another error'),
  );

describe('a token that the service refuses', () => {
  it('is read again from its file, once, and the look-up repeated', async () => {
    const { transaction } = api();
    await transaction('GARO-8f3k2j1');
    writeFileSync(file, '  second-token \n');
    accepted = 'second-token';
    await transaction('GARO-8f3k2j1');
    await transaction('GARO-8f3k2j1');
    expect(shown()).toEqual(['first-token', 'first-token', 'second-token', 'second-token']);
  });

  it('is not tried a third time when the new one is refused as well', async () => {
    writeFileSync(file, 'second-token');
    accepted = 'third-token';
    expect(await failure(api().transaction('GARO-8f3k2j1'))).toBe('unauthorized');
    expect(shown()).toEqual(['first-token', 'second-token']);
  });

  it.each<[string, string | undefined]>([
    ['is the same', 'first-token\n'],
    ['is empty', ' \n'],
    ['is too short for a token', 'second'],
    ['is followed by another word', 'second-token again'],
    ['holds a line break', 'second\ntoken'],
    ['holds a control character', 'second\u0000token'],
    ['holds a letter that no header takes', 'sécond-token'],
    ['is longer than any token', `second-token${' '.repeat(65_536)}`],
    ['is gone', undefined],
  ])('is not tried again when what stands in its file %s', async (_what, text) => {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    accepted = 'second-token';
    expect(await failure(api().transaction('GARO-8f3k2j1'))).toBe('unauthorized');
    expect(shown()).toEqual(['first-token']);
  });

  it('is not tried again without a file', async () => {
    accepted = 'second-token';
    const without = createTransferApi({
      baseUrl: server.url,
      timeoutMs: 2000,
      token: createToken(new Secret('first-token'), undefined),
    });
    expect(await failure(without.transaction('GARO-8f3k2j1'))).toBe('unauthorized');
    expect(shown()).toEqual(['first-token']);
  });

  it('is replaced for every look-up that met the refusal, not for the first alone', async () => {
    const { requery } = api();
    accepted = 'second-token';
    writeFileSync(file, 'second-token');
    const all = Array.from({ length: 8 }, (_, index) => requery(String(index)));
    const outcomes = await Promise.all(all.map(failure));
    expect(outcomes).toEqual(Array(8).fill('answered'));
    expect(shown().filter((token) => token === 'second-token')).toHaveLength(8);
    expect(shown()).toHaveLength(16);
  });

  it('is quoted to nobody, even if the service quotes it', async () => {
    accepted = 'second-token';
    const error = await api()
      .transaction('GARO-8f3k2j1')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { serviceMessage: 'No such token: Bearer [secret]' } });
  });

  it.each([
    ['as some escape a slash', String.raw`canary\/a+b==`],
    ['as others escape what is no letter', String.raw`canary\u002fa\u002Bb\u003D=`],
    ['wholly', String.raw`\u0063anary/a+b==`],
  ])('is quoted to nobody, even if the service escapes it: %s', async (_how, quoted) => {
    const talkative = await startServer((_request, response) =>
      response.writeHead(401).end(`{"success":false,"message":"No such token: ${quoted}!"}`),
    );
    const token = createToken(new Secret('canary/a+b=='), undefined);
    const error = await createTransferApi({ baseUrl: talkative.url, timeoutMs: 2000, token })
      .transaction('GARO-8f3k2j1')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { serviceMessage: 'No such token: [secret]!' } });
    await talkative.close();
  });
});
