import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../sandbox/transfer-service/types.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

let app: RunningApp;
let service: SampleTransferService;
afterEach(async () => {
  await app.stop();
  await service.close();
});

it('an answer whose socket has gone is not acked on the next one, where Slack does not look for it', async () => {
  service = await createSampleTransferService({ slowMs: 1_500 });
  app = await runApp({ mode: 'socket', transferApi: service });
  const delivery = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
  await vi.waitFor(() => expect(service.requests).toHaveLength(1));
  app.slack.disconnectSockets('warning');
  await vi.waitFor(() => expect(app.bot.connection.isConnected()).toBe(false));
  await vi.waitFor(() => expect(app.bot.connection.isConnected()).toBe(true), 1_700);
  await vi.waitFor(() => expect(app.answers()).toHaveLength(1), 3_000);
  expect(app.answers()[0]).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^Successful/) });
  expect((await delivery).outcome).toBe('timed_out');
});

it('what is too long does not hold up the next request on its connection', async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  const head = (length: number) => `POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
  const socket = connect(Number(new URL(app.requestUrl).port), '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  const statuses = () => answers.match(/HTTP\/1\.1 \d+/g);
  socket.write(`${head(600_000)}${'x'.repeat(300_000)}`);
  await vi.waitFor(() => expect(statuses()).toEqual(['HTTP/1.1 413']));
  socket.write(`${'x'.repeat(300_000)}${head(1)}x`);
  await vi.waitFor(() => expect(statuses()).toEqual(['HTTP/1.1 413', 'HTTP/1.1 401']));
  socket.destroy();
});

it('a head or a body that drips for ever is given up after ten seconds', async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  const port = Number(new URL(app.requestUrl).port);
  const head = 'POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 600\r\nx-drip: ';
  const startedAtMs = performance.now();
  const ends = [head, `${head}\r\n\r\n`].map(async (start) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.write(start);
    const drip = setInterval(() => socket.write('x'), 500);
    await once(socket, 'close');
    clearInterval(drip);
    return { status: answer.slice(0, 12), seconds: (performance.now() - startedAtMs) / 1000 };
  });
  for (const { status, seconds } of await Promise.all(ends)) {
    expect(status).toBe('HTTP/1.1 408');
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(15);
  }
});
