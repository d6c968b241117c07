import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../../support/wait-for.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';

let slack: SlackStandIn;

beforeEach(async () => {
  slack = await createSlackStandIn();
});

afterEach(() => slack.close());

async function openUrl(): Promise<string> {
  const headers = { authorization: `Bearer ${slack.appToken}` };
  const response = await fetch(`${slack.apiUrl}apps.connections.open`, { method: 'POST', headers });
  const { url } = await response.json();
  return url;
}

/** Connects and acks every envelope with `payload`; answers with what Slack sends. */
async function connect(payload?: object) {
  const socket = new WebSocket(await openUrl());
  const received: Record<string, unknown>[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString());
    received.push(message);
    if (message.envelope_id && payload) socket.send(JSON.stringify({ envelope_id: message.envelope_id, payload }));
  });
  await once(socket, 'message');
  return { socket, received };
}

it('greets, and sends envelopes as Slack does', async () => {
  const { received } = await connect({ text: 'Here' });
  expect(received[0]).toMatchObject({ type: 'hello', num_connections: 1 });
  const delivery = await slack.sendCommand({ command: '/bank', text: 'zenith' });
  expect(delivery).toMatchObject({ outcome: 'acked', ackBody: { text: 'Here' } });
  expect(received[1]).toMatchObject({
    envelope_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: { command: '/bank', text: 'zenith', is_enterprise_install: 'false' },
  });
  expect(slack.messages[1]).toMatchObject({ via: 'ack', text: 'Here' });
});

it('opens one connection for one ticket', async () => {
  const url = await openUrl();
  await once(new WebSocket(url), 'open');
  for (const refused of [url, url.replace(/ticket=\w+/, 'ticket=guess')]) {
    const [error] = await once(new WebSocket(refused), 'error');
    expect(String(error)).toContain('401');
  }
});

it('times out when an envelope is not acked, and ignores a late or broken ack', async () => {
  const { socket, received } = await connect();
  const delivery = await slack.sendCommand({ command: '/bank', text: 'zenith' });
  expect(delivery).toMatchObject({ outcome: 'timed_out' });
  expect(delivery.ackMs).toBeGreaterThanOrEqual(2_990);
  socket.send('not JSON');
  socket.send(JSON.stringify({ envelope_id: received[1]?.envelope_id, payload: { text: 'Late' } }));
  socket.ping();
  await once(socket, 'pong');
  expect(slack.messages.map(({ author }) => author)).toEqual(['person', 'slack']);
});

it('picks among several connections', async () => {
  const bots = [await connect({}), await connect({})];
  expect(slack.connectedSockets).toBe(2);
  for (let sent = 0; sent < 40; sent += 1) await slack.sendCommand({ command: '/bank', text: 'zenith' });
  expect(bots.every(({ received }) => received.length > 1)).toBe(true);
  expect(bots.flatMap(({ received }) => received)).toHaveLength(42);
});

it('tells every connection to come anew, and counts those that left', async () => {
  const { socket, received } = await connect();
  void slack.disconnectSockets('warning');
  await waitFor(() => expect(received[1]).toMatchObject({ type: 'disconnect', reason: 'warning' }));
  socket.close();
  await waitFor(() => expect(slack.connectedSockets).toBe(0));
});
