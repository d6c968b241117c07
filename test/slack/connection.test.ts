import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../sandbox/transfer-service/types.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let app: RunningApp;
let service: SampleTransferService;
afterEach(async () => {
  await app.stop();
  await service.close();
});

it('an answer whose socket has gone is not acked on the next one, where Slack does not look for it', async () => {
  service = await createSampleTransferService({ slowMs: 1_500 });
  app = await runApp({ mode: 'socket', transferApi: service });
  holdClock();
  const opened = () => app.slack.requests.filter((request) => request === 'apps.connections.open').length;
  const delivery = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
  await waitFor(() => expect(service.requests).toHaveLength(1));
  app.slack.disconnectSockets('warning');
  await waitFor(() => expect(opened()).toBe(2));
  await waitFor(() => expect(app.bot.connection.isConnected()).toBe(true));
  vi.advanceTimersByTime(1_500);
  await waitFor(() => expect(app.answers()).toHaveLength(1));
  expect(app.answers()[0]).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^Successful/) });
  vi.advanceTimersByTime(1_500);
  expect((await delivery).outcome).toBe('timed_out');
});

it('what is too long does not hold up the next request on its connection', async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  const head = (length: number) => `POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
  const socket = connect(Number(new URL(app.requestUrl).port), '127.0.0.1').on('error', () => {});
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  const statuses = () => answers.match(/HTTP\/1\.1 \d+/g);
  socket.write(`${head(600_000)}${'x'.repeat(300_000)}`);
  await waitFor(() => expect(statuses()).toEqual(['HTTP/1.1 413']));
  socket.write(`${'x'.repeat(300_000)}${head(1)}x`);
  await waitFor(() => expect(statuses()).toEqual(['HTTP/1.1 413', 'HTTP/1.1 401']));
  socket.destroy();
});
