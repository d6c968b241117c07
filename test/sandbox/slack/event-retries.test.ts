import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let bot: PlainBot | undefined;

beforeEach(async () => {
  slack = await createSlackStandIn({ ...fullSettings, retryDelaysMs: [5, 5, 5] });
});

afterEach(async () => {
  bot?.close();
  await slack.close();
});

const mention = { text: `<@${workspace.botUserId}> help` };

async function mentionTo(...replies: ((response: ServerResponse) => void)[]) {
  let count = 0;
  bot = await startPlainBot((response) => {
    (replies[count] ?? replies.at(-1))?.(response);
    count += 1;
  });
  slack.deliverTo(bot.requestUrl);
  return slack.writeMessage(mention);
}

const fail = (response: ServerResponse) => response.writeHead(500).end();
const headersOf = (name: string) => bot?.requests.map(({ headers }) => headers[name]);
const idsOf = () => new Set(bot?.requests.map(({ body }) => JSON.parse(body).event_id));

it('an event is signed JSON', async () => {
  await mentionTo((response) => response.end());
  const { headers, body } = bot?.requests[0] ?? { headers: {}, body: '' };
  expect(headers['content-type']).toBe('application/json');
  const base = `v0:${headers['x-slack-request-timestamp']}:${body}`;
  const hash = createHmac('sha256', slack.signingSecret).update(base).digest('hex');
  expect(headers['x-slack-signature']).toBe(`v0=${hash}`);
  expect(headers).not.toHaveProperty('x-slack-retry-num');
});

it('is sent four times at most, with the same id', async () => {
  const { deliveries } = await mentionTo(fail);
  expect(deliveries).toHaveLength(4);
  expect(headersOf('x-slack-retry-num')).toEqual([undefined, '1', '2', '3']);
  expect(headersOf('x-slack-retry-reason')).toEqual([undefined, 'http_error', 'http_error', 'http_error']);
  expect(idsOf().size).toBe(1);
  expect(slack.breaches).toHaveLength(4);
});

it('is sent until it is acknowledged', async () => {
  const hangUp = (response: ServerResponse) => response.destroy();
  const { deliveries } = await mentionTo(hangUp, (response) => response.end());
  expect(deliveries).toMatchObject([{ outcome: 'failed' }, { outcome: 'acked' }]);
  expect(headersOf('x-slack-retry-reason')).toEqual([undefined, 'connection_failed']);
});

it('waits between the attempts', async () => {
  await slack.close();
  slack = await createSlackStandIn({ ...fullSettings, retryDelaysMs: [60, 60] });
  const startedAt = performance.now();
  expect((await mentionTo(fail)).deliveries).toHaveLength(3);
  expect(performance.now() - startedAt).toBeGreaterThan(115);
});

it('is not sent again when the bot says so', async () => {
  await mentionTo((response) => response.writeHead(500, { 'x-slack-no-retry': '1' }).end());
  expect(bot?.requests).toHaveLength(1);
});

it('is sent again after three seconds, over HTTP and over a WebSocket', async () => {
  const inSocketMode = await createSlackStandIn({ ...fullSettings, retryDelaysMs: [5] });
  const headers = { authorization: `Bearer ${inSocketMode.appToken}` };
  const opened = await fetch(`${inSocketMode.apiUrl}apps.connections.open`, { method: 'POST', headers });
  const socket = new WebSocket((await opened.json()).url);
  const envelopes: Record<string, unknown>[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString());
    if (message.type === 'events_api') envelopes.push(message);
    if (message.retry_attempt === 1) socket.send(JSON.stringify({ envelope_id: message.envelope_id }));
  });
  await once(socket, 'message');

  const [overHttp, overSocket] = await Promise.all([
    mentionTo(
      () => {},
      (response) => response.end(),
    ),
    inSocketMode.writeMessage(mention),
  ]);
  await inSocketMode.close();
  const twice = [{ outcome: 'timed_out' }, { outcome: 'acked' }];
  expect(overHttp.deliveries).toMatchObject(twice);
  expect(overSocket.deliveries).toMatchObject(twice);
  expect(headersOf('x-slack-retry-reason')).toEqual([undefined, 'http_timeout']);
  expect(envelopes).toMatchObject([
    { accepts_response_payload: false, retry_attempt: 0, retry_reason: '' },
    { retry_attempt: 1, retry_reason: 'timeout' },
  ]);
});
