import { expect, it, onTestFinished, vi } from 'vitest';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import { holdClock } from '../support/hold-clock.ts';
import { runApp } from '../support/run-app.ts';

it('rests once when nobody has asked for half a minute, and again after the next question', async () => {
  holdClock();
  const service = await createSampleTransferService();
  onTestFinished(() => service.close());
  const rest = vi.fn();
  const app = await runApp({ transferApi: service, rest });
  onTestFinished(app.stop);
  const ask = () => app.slack.sendCommand({ command: '/bank', text: 'zenith' });

  vi.advanceTimersByTime(20_000);
  await ask();
  vi.advanceTimersByTime(29_999);
  expect(rest).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(rest).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(rest).toHaveBeenCalledTimes(1);
  await ask();
  vi.advanceTimersByTime(30_000);
  expect(rest).toHaveBeenCalledTimes(2);
});
