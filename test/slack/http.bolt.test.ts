import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyMax } from '../../src/slack/http-receiver.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const unsigned = (payload: unknown) =>
  signedPost(app.requestUrl, 'a secret of somebody else', payload);
const signed = (payload: unknown) => signedPost(app.requestUrl, app.slack.signingSecret, payload);
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
const refused = { status: 401, text: '' };
const metric = async (why: string) =>
  (await app.metrics.text())
    .split('\n')
    .find((line) => line.startsWith(`txnbot_refused_requests_total{why="${why}"}`));

describe('an unsigned request', () => {
  it('an unsigned certificate check is acked, and no payload beside it is handled', async () => {
    const event = {
      type: 'message',
      channel_type: 'im',
      channel: 'D1',
      user: 'U1',
      text: 'help',
      ts: '1.0',
    };
    const check = { ssl_check: '1', payload: JSON.stringify({ event }) };
    expect(await send(unsigned(form(check)))).toEqual({ status: 200, text: '' });
    expect(await send(unsigned({ ssl_check: '1' }))).toEqual(refused);
    await app.bot.inFlight.settled();
    expect(app.audit).toEqual([]);
  });

  it('a request with another method or path gets 404, even if signed', async () => {
    const { headers, body } = signed(question());
    const url = app.requestUrl.replace('/slack/events', '/slack/eventsx');
    expect((await fetch(app.requestUrl, { method: 'PUT', headers, body })).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(404);
    expect(app.log.lines).toEqual([]);
    expect((await fetch(`${app.requestUrl}?a=b`, { method: 'POST' })).status).toBe(401);
  });

  it.each([
    '/slack/events/',
    '//slack/events',
    '/bot/slack/events',
    '/Slack/Events?a=b',
    '/events',
  ])('a request to %s logs the right path once a minute', async (path) => {
    const { headers, body } = signed(question());
    const url = app.requestUrl.replace('/slack/events', path);
    for (let count = 0; count < 3; count += 1)
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(404);
    await send(unsigned({})); // another reason is logged beside it
    expect(app.log.entries().map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/its path is not \/slack\/events, which the request URL/),
      expect.stringMatching(/not signed by Slack/),
    ]);
    expect(await metric('wrong_path')).toMatch(/ 3$/);
  });

  it('unsigned requests are logged at once, then once a minute, however many there are', async () => {
    holdClock();
    const refusals = () =>
      app.log.entries().flatMap(({ msg }) => (String(msg).includes('refused') ? [msg] : []));
    for (let count = 0; count < 200; count += 1) await send(unsigned({ count }));
    const why = 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock';
    expect(refusals()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    await send(unsigned({}));
    const line = `request: refused, as ${why}; more are counted in the metrics`;
    expect(refusals()).toEqual([line, line]);
    expect(await metric('unsigned')).toMatch(/ 201$/);
  });
});

describe('a signed request', () => {
  it('a signed request runs once, whatever follows its signature', async () => {
    const request = signed(question());
    const signature = `${request.headers['x-slack-signature']}=again`;
    expect((await send(request)).text).toContain('/bank');
    const again = { ...request, headers: { ...request.headers, 'x-slack-signature': signature } };
    expect(await send(again)).toEqual(refused);
  });

  it.each([
    [-299, 200],
    [-302, 401],
    [299, 200],
    [302, 401],
  ])('a request signed %i seconds from this clock gets %i', async (seconds, status) => {
    const { requestUrl, slack } = app;
    const signedAtMs = Date.now() + seconds * 1_000;
    const request = signedPost(requestUrl, slack.signingSecret, question(), signedAtMs);
    expect(await send(request)).toMatchObject({ status });
  });

  it.each(['; charset=utf-8', ' ;charset="UTF-8"'])(
    "a signed request is read as a form with the content type's parameters %s",
    async (parameters) => {
      const request = signed(question());
      const type = `Application/x-www-form-urlencoded${parameters}`;
      const headers = { ...request.headers, 'content-type': type };
      expect((await send({ ...request, headers })).text).toContain('/bank');
    },
  );

  it('a signed url_verification gets its challenge back', async () => {
    const challenge = { status: 200, text: '{"challenge":"x"}' };
    expect(await send(signed({ type: 'url_verification', challenge: 'x' }))).toEqual(challenge);
  });

  it('a signed app_rate_limited notice is acked and logged', async () => {
    const limited = {
      type: 'app_rate_limited',
      team_id: workspace.teamId,
      minute_rate_limited: 1_700_000_000,
    };
    expect(await send(signed(limited))).toEqual({ status: 200, text: '' });
    expect(app.log.entries().at(-1)).toMatchObject({
      level: 'warn',
      msg: expect.stringContaining('Slack drops the mentions'),
    });
  });

  it.each<[string, unknown]>([
    ['no payload', { a: 1 }],
    ['null', null],
    ['a form whose payload is no JSON', form({ payload: 'a' })],
  ])('a signed request that is %s is refused and logged', async (_what, payload) => {
    expect(await send(signed(payload))).toEqual({ status: 400, text: '' });
    expect(
      app.log.lines.filter((line) => line.includes('Could not determine the type')),
    ).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ['dialog_submission', { callback_id: 'x', submission: { a: 'GARO-8f3k2j1' } }],
    ['dialog_cancellation', { callback_id: 'x', state: '' }],
    ['dialog_suggestion', { name: 'x', value: 'zen', callback_id: 'x' }],
    ['interactive_message', { callback_id: 'x', actions: [{ name: 'x', type: 'button' }] }],
    ['view_closed', { view: { callback_id: 'x', type: 'modal' }, is_cleared: false }],
    ['block_actions', { actions: [{ type: 'button', block_id: 'x', action_id: null }] }],
    ['a kind of tomorrow', { trigger_id: '1' }],
  ])('a request of a kind that nothing handles is acked and ignored: %s', async (type, payload) => {
    const user = { id: workspace.personId, team_id: workspace.teamId };
    const body = JSON.stringify({ type, team: { id: workspace.teamId }, user, ...payload });
    expect(await send(signed(form({ payload: body })))).toEqual({ status: 200, text: '' });
    await app.bot.inFlight.settled();
    expect(app.audit).toEqual([]);
    expect(app.slack.requests).not.toContain('chat.postMessage');
  });

  it('no log line quotes a request that is malformed or has a false signature', async () => {
    for (const payload of [
      form({ payload: '{"canary": not json' }),
      form({ canary: 'canary' }),
      form({
        command: '/canary',
        text: 'canary',
        response_url: 'https://canary.example/commands/T1/2/3',
      }),
      form({
        command: '/txn',
        response_url: 'no url, canary',
        user_id: workspace.personId,
        team_id: workspace.teamId,
      }),
      { type: 'event_callback', event: { type: 'canary' }, event_id: 'canary', team_id: 'canary' },
      { type: 'event_callback', event: null, canary: true },
      { type: 'block_actions', actions: [], canary: 'canary' },
    ]) {
      const request = signed(payload);
      await send(request);
      await send({ ...request, headers: { ...request.headers, 'x-slack-signature': 'v0=canary' } });
      await send({ ...request, headers: { ...request.headers, 'content-type': 'text/canary' } });
    }
    await app.bot.inFlight.settled();
    expect(app.log.lines.join()).not.toContain('canary');
  });

  it('a request counts against the limit of bytes in flight only while it is being read', async () => {
    const long = { canary: 'x'.repeat(250_000) };
    for (let sent = 0; sent < 70; sent += 1)
      expect((await send(signed({ ...long, sent }))).status).toBe(400);
    expect(await metric('too_many')).toBeUndefined();
  });
});

const seemsSigned = (timestamp = String(Math.floor(Date.now() / 1000))) =>
  `x-slack-request-timestamp: ${timestamp}\r\nx-slack-signature: v0=${'0'.repeat(64)}\r\n`;
const post = (rest: string) => write(`POST /slack/events HTTP/1.1\r\nhost: x\r\n${rest}`);
function write(request: string): Socket {
  const socket = connect(Number(new URL(app.requestUrl).port), '127.0.0.1').on('error', () => {});
  socket.write(request);
  return socket;
}

describe('a connection', () => {
  const tooLong = `${(bodyMax + 1).toString(16)}\r\n${'x'.repeat(bodyMax + 1)}`;
  it.each<[string, number, () => Socket]>([
    ['asks for anything else', 404, () => write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
    ['has the wrong signature', 401, () => post(`${seemsSigned()}content-length: 1\r\n\r\nx`)],
    ['has no signature', 401, () => post('content-length: 1\r\n\r\nx')],
    [
      'was signed an hour ago',
      401,
      () => post(`content-length: 1\r\n${seemsSigned('1700000000')}\r\nx`),
    ],
    [
      'is longer than Slack’s',
      413,
      () => post(`content-length: ${bodyMax + 1}\r\n${seemsSigned()}\r\n`),
    ],
    [
      'turns out to be longer',
      413,
      () => post(`transfer-encoding: chunked\r\n${seemsSigned()}\r\n${tooLong}`),
    ],
  ])('a connection ends with the answer to a request that %s', async (_what, status, ask) => {
    expect(await text(ask())).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*connection: close`, 'is'),
    );
    expect(await metric('too_long')).toEqual(
      status === 413 ? expect.stringMatching(/ 1$/) : undefined,
    );
  });

  it("connections give way to later ones when too much is read at once, but no question of Slack's", async () => {
    const held = Array.from({ length: 90 }, () =>
      post(`content-length: 262144\r\n${seemsSigned()}\r\n`),
    );
    for (const socket of held) socket.resume().write('x'.repeat(200_000));
    await waitFor(() =>
      expect(held.filter(({ destroyed, closed }) => destroyed || closed).length).toBe(90 - 83),
    );
    expect((await send(signed(question()))).status).toBe(200);
    expect(await metric('too_many')).toMatch(/ 7$/);
    for (const socket of held) socket.destroy();
  });
});
