import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { serverPort } from '../../src/ops/health.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { bodyMax, createHttpReceiver } from '../../src/slack/http.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

let app: RunningApp;

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const unsigned = (payload: unknown) => signedPost(app.requestUrl, 'a secret of somebody else', payload);
const refused = { status: 401, text: '' };

beforeEach(async () => {
  app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.stop();
});

it('Slack’s word that it sends no more events for now is taken, and said', async () => {
  const limited = { type: 'app_rate_limited', team_id: workspace.teamId, minute_rate_limited: 1_700_000_000 };
  const request = signedPost(app.requestUrl, app.slack.signingSecret, limited);
  expect(await send(request)).toEqual({ status: 200, text: '' });
  expect(app.log.entries().at(-1)).toMatchObject({ level: 'warn', msg: expect.stringContaining('no more events') });
});

describe('what nobody signed', () => {
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
    ['a value in JSON', { text: '&ssl_check=1&' }],
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
    expect(await send(unsigned(form({ ssl_check: '1' })))).toEqual({ status: 200, text: '' });
  });

  it('is not there for whoever asks for anything else', async () => {
    const other = (path: string, init?: RequestInit) => fetch(new URL(path, app.requestUrl), init);
    const answers = [
      other('/slack/events'),
      other('/', { method: 'POST' }),
      other('/slack/eventsx', { method: 'POST' }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await metric('unsigned')).toBeUndefined();
    expect((await other('/slack/events?a=b', { method: 'POST' })).status).toBe(401);
  });
});

describe('what Slack signed', () => {
  const signed = (payload: unknown) => signedPost(app.requestUrl, app.slack.signingSecret, payload);

  it('is answered with the challenge when Slack looks whether the address is right', async () => {
    expect(await send(signed({ type: 'url_verification', challenge: 'x' }))).toEqual({
      status: 200,
      text: '{"challenge":"x"}',
    });
  });

  it.each<[string, unknown]>([
    ['no payload', { canary: 1 }],
    ['null', null],
    ['a form whose payload is no JSON', form({ payload: 'canary' })],
  ])('is refused, with a line that does not quote it, when it is %s', async (_what, payload) => {
    expect(await send(signed(payload))).toEqual({ status: 400, text: '' });
    const lines = app.log.lines.filter((line) => line.includes('A request was refused'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('canary');
  });

  it('is answered in one piece of JSON', async () => {
    const { url, body, headers } = signed(question());
    const response = await fetch(url, { method: 'POST', body, headers });
    const answer = await response.text();
    expect(JSON.parse(answer)).toHaveProperty('blocks');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(answer)));
  });

  it('is taken with the longest message that an app can post, twice, each character escaped', async () => {
    const text = '😀'.repeat(40_000);
    const blocks = [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
    ];
    const shortcut = JSON.stringify({ type: 'message_action', message: { text, blocks } });
    const escaped = shortcut.replaceAll('😀', String.raw`\ud83d\ude00`);
    // Slack's envelope, which this one lacks, is what it is refused for.
    expect(await send(signed(form({ payload: escaped })))).toEqual({ status: 400, text: '' });
  });

  it('takes its room only while it is being read', async () => {
    const long = { canary: 'x'.repeat(250_000) };
    for (let sent = 0; sent < 70; sent += 1) expect((await send(signed({ ...long, sent }))).status).toBe(400);
    expect(await metric('too_many')).toBeUndefined();
  });
});

const question = () =>
  form({
    command: '/bank',
    text: 'help',
    team_id: workspace.teamId,
    user_id: workspace.personId,
    channel_id: workspace.channelId,
    response_url: 'http://127.0.0.1:1/commands/1',
    trigger_id: '1',
  });

/** The headers of a signature that has Slack's form. */
const seemsSigned = (timestamp = String(Math.floor(Date.now() / 1000))) =>
  `x-slack-request-timestamp: ${timestamp}\r\nx-slack-signature: v0=${'0'.repeat(64)}\r\n`;
const post = (headers: string) =>
  write(`POST /slack/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
function write(request: string): Socket {
  const socket = connect(Number(new URL(app.requestUrl).port), '127.0.0.1').on('error', () => {});
  socket.write(request);
  return socket;
}
const metric = async (why: string) =>
  (await app.metrics.text()).split('\n').find((line) => line.startsWith(`txnbot_refused_requests_total{why="${why}"}`));

describe('a body is not waited for', () => {
  it.each<[string, string, number]>([
    ['no signature', 'content-length: 200000\r\n', 401],
    ['no signature and no length', 'transfer-encoding: chunked\r\n', 401],
    ['a signature of an hour ago', `content-length: 2000\r\n${seemsSigned('1700000000')}`, 401],
    ['a signature of tomorrow', `content-length: 2000\r\n${seemsSigned('9999999999')}`, 401],
    ['more than Slack ever sends', `content-length: ${bodyMax + 1}\r\n${seemsSigned()}`, 413],
  ])('that comes with %s', async (_what, headers, status) => {
    const socket = post(headers);
    await waitFor(() => expect(socket.bytesRead).toBeGreaterThan(0));
    socket.end();
    expect(await text(socket)).toContain(`HTTP/1.1 ${status}`);
  });

  it('when there are too many of them: the oldest give way, and a question of Slack’s does not', async () => {
    const held = Array.from({ length: 90 }, () => post(`content-length: 262144\r\n${seemsSigned()}`));
    for (const socket of held) socket.resume().write('x'.repeat(200_000));
    await waitFor(() => expect(held.filter(({ destroyed, closed }) => destroyed || closed).length).toBe(90 - 83));
    expect((await send(signedPost(app.requestUrl, app.slack.signingSecret, question()))).status).toBe(200);
    expect(await metric('too_many')).toMatch(/ 7$/);
    for (const socket of held) socket.destroy();
  });
});

describe('a connection', () => {
  const form = 'content-type: application/x-www-form-urlencoded\r\n';
  it.each<[string, string, number]>([
    ['asks for anything else', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', 404],
    ['has no signature', 'POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx', 401],
    [
      'has the wrong signature',
      `POST /slack/events HTTP/1.1\r\nhost: x\r\n${seemsSigned()}content-length: 1\r\n\r\nx`,
      401,
    ],
    [
      'is too long',
      `POST /slack/events HTTP/1.1\r\nhost: x\r\n${seemsSigned()}content-length: ${bodyMax + 1}\r\n\r\n`,
      413,
    ],
    [
      'checks the certificate',
      `POST /slack/events HTTP/1.1\r\nhost: x\r\n${form}content-length: 11\r\n\r\nssl_check=1`,
      200,
    ],
  ])('ends with the answer to what %s', async (_what, request, status) => {
    expect(await text(write(request))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close`, 'is'));
  });

  it('stays after what Slack signed', async () => {
    const { url, body, headers } = signedPost(app.requestUrl, app.slack.signingSecret, question());
    const response = await fetch(url, { method: 'POST', body, headers });
    await response.text();
    expect(response.headers.get('connection')).toBe('keep-alive');
  });

  const started = async () => {
    const onRefusal = vi.fn();
    const events = createEvents().on('refusal', onRefusal);
    const receiver = createHttpReceiver('not-a-secret', createBoltLogger(logLines().logger), events);
    await receiver.start(0);
    const port = serverPort(receiver.server) ?? 0;
    onTestFinished(() => receiver.server.closeAllConnections());
    const knock = () => connect(port, '127.0.0.1').on('error', () => {});
    return { receiver, onRefusal, knock };
  };

  it('that is one too many is counted', async () => {
    const { receiver, onRefusal } = await started();
    onTestFinished(() => void receiver.stop());
    receiver.server.emit('drop');
    expect(onRefusal).toHaveBeenCalledExactlyOnceWith('too_many');
  });

  it('is waited for by a stop, after which there is none any more', async () => {
    const { receiver, knock } = await started();
    const held = knock();
    await once(receiver.server, 'connection');
    const stopped = vi.fn();
    const stopping = Promise.resolve(receiver.stop()).then(stopped);
    await new Promise(setImmediate);
    expect(stopped).not.toHaveBeenCalled();
    held.destroy();
    await stopping;
    await expect(once(knock(), 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});

it('a body that turns out to be too long is refused, and one that breaks off is nothing', async () => {
  const socket = post(`transfer-encoding: chunked\r\n${seemsSigned()}`);
  socket.write(`${(bodyMax + 1).toString(16)}\r\n${'x'.repeat(bodyMax + 1)}\r\n`);
  expect(await text(socket)).toContain('HTTP/1.1 413');
  expect(await metric('too_long')).toMatch(/ 1$/);
  const broken = post(`content-length: 1000\r\n${seemsSigned()}`);
  broken.end('x');
  expect(await text(broken)).not.toContain('413');
  expect(await metric('too_long')).toMatch(/ 1$/);
});

it('what was refused is logged at once, and then once a minute, however much it is', async () => {
  holdClock();
  const refusals = () => app.log.entries().filter(({ msg }) => String(msg).includes('refused'));
  for (let count = 0; count < 200; count += 1) await send(unsigned({ count }));
  expect(refusals()).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(refusals().map(({ msg }) => msg)).toEqual([
    'A request was refused: not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
    'Requests were refused in the last minute: 199 not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  ]);
  vi.advanceTimersByTime(60_000);
  expect(refusals()).toHaveLength(2);
  await send(unsigned({}));
  expect(refusals()).toHaveLength(3);
  expect(await metric('unsigned')).toMatch(/ 201$/);
});
