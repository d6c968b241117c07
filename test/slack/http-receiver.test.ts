import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBoltLogger } from '../../src/ops/bolt-logger.ts';
import { serverPort } from '../../src/ops/server-port.ts';
import { createHttpReceiver } from '../../src/slack/http-receiver.ts';
import { logLines } from '../support/log-lines.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';

let app: RunningApp;

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const unsigned = (payload: unknown) => signedPost(app.requestUrl, 'a secret of somebody else', payload);
const refused = { status: 401, text: '' };

describe('what nobody signed', () => {
  beforeEach(async () => {
    app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.stop();
  });

  it.each<[string, unknown]>([
    ['a body', { canary: 1 }],
    ['a form', form({ payload: '{"canary":1}' })],
  ])('is refused before %s of JSON is parsed', async (_what, payload) => {
    const request = unsigned(payload);
    const parse = vi.spyOn(JSON, 'parse');
    expect(await send(request)).toEqual(refused);
    expect(parse.mock.calls.filter(([text]) => text.includes('canary'))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['JSON', { ssl_check: '1' }],
    ['JSON in a form', form({ payload: '{"ssl_check":"1"}' })],
    ['a value', form({ text: '&ssl_check=1' })],
    ['another number', form({ ssl_check: '12' })],
  ])('is no check of the certificate as %s', async (_what, payload) => {
    expect(await send(unsigned(payload))).toEqual(refused);
  });

  it('is heard as a check of the certificate, and as nothing that comes with it', async () => {
    const event = {
      event: { type: 'message', channel_type: 'im', channel: 'D1', user: 'U1', text: 'help', ts: '1.0' },
    };
    const payload = JSON.stringify(event);
    expect(await send(unsigned(form({ token: 'x', ssl_check: '1', payload })))).toEqual({ status: 200, text: '' });
    await app.bot.inFlight.settled();
    expect(app.audit).toEqual([]);
  });
});

describe('a request that does not end', () => {
  it.concurrent.each([
    ['head', ''],
    ['body', '\r\n\r\n'],
  ])('is given up after ten seconds, as here after a fraction of one: its %s drips', async (_what, end) => {
    const receiver = createHttpReceiver('not-a-secret', createBoltLogger(logLines().logger));
    const { server } = receiver;
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
    });
    server.headersTimeout = 200;
    server.requestTimeout = 200;
    await receiver.start(0);
    const socket = connect(serverPort(server) ?? 0, '127.0.0.1').on('error', () => {}); // it is cut off while it drips
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.write(`POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 600\r\nx-drip: x${end}`);
    const drip = setInterval(() => socket.write('x'), 50);
    await once(socket, 'close');
    clearInterval(drip);
    await receiver.stop();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});
