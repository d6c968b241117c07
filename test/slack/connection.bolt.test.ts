import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let app: RunningApp;
let service: SampleTransferService;
afterEach(async () => {
  await app.stop();
  await service.close();
});

it('a command whose socket is about to go is acked there at once, and answered another way', async () => {
  service = await createSampleTransferService({ slowMs: 1_500 });
  app = await runApp({ mode: 'socket', transferApi: service });
  holdClock();
  const delivery = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
  await waitFor(() => expect(service.requests).toHaveLength(1));
  await app.slack.disconnectSockets('warning');
  await waitFor(() => expect(app.slack.connectedSockets).toBe(1));
  vi.advanceTimersByTime(1_500);
  await waitFor(() => expect(app.answers()).toHaveLength(1));
  expect(app.answers()[0]).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^✓ Successful/) });
  expect((await delivery).outcome).toBe('acked');
});

it.each(['warning', 'refresh_requested', 'link_disabled'] as const)(
  'no command is lost around the notice "%s", and at no moment is there no socket',
  async (reason) => {
    service = await createSampleTransferService();
    app = await runApp({ mode: 'socket', transferApi: service });
    const wasConnected: boolean[] = [];
    const look = setInterval(() => wasConnected.push(app.bot.connection.isConnected()), 1);
    const ask = () => app.slack.sendCommand({ command: '/bank', text: 'zenith' });
    const before = [ask(), ask(), ask()];
    const closed = app.slack.disconnectSockets(reason);
    const outcomes = await Promise.all([...before, ask(), ask(), ask()]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(6).fill('acked'));
    await closed;
    expect(app.slack.connectedSockets).toBe(1);
    clearInterval(look);
    expect(app.answers()).toHaveLength(6);
    expect(wasConnected).not.toContain(false);
  },
);

it('each command is acked on the socket that brought it, while several are open', async () => {
  service = await createSampleTransferService();
  app = await runApp({ mode: 'socket', transferApi: service });
  void app.slack.disconnectSockets('warning');
  await waitFor(() => expect(app.slack.connectedSockets).toBe(2));
  const asked = Array.from({ length: 30 }, () => app.slack.sendCommand({ command: '/bank', text: 'zenith' }));
  expect((await Promise.all(asked)).map(({ outcome }) => outcome)).toEqual(Array(30).fill('acked'));
});

it('what is too long is refused before all of it has come, and ends its connection', async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  const signed = `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000)}\r\nx-slack-signature: v0=${'0'.repeat(64)}`;
  const head = (length: number) =>
    `POST /slack/events HTTP/1.1\r\nhost: x\r\n${signed}\r\ncontent-length: ${length}\r\n\r\n`;
  const socket = connect(Number(new URL(app.requestUrl).port), '127.0.0.1').on('error', () => {});
  socket.write(`${head(3_000_000)}${'x'.repeat(1_600_000)}`);
  const answer = await text(socket);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});
