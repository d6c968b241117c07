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
  service = await createSampleTransferService({ slowMs: 1_900 });
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
