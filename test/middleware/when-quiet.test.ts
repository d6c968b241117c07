import { expect, it, onTestFinished, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

it('is quiet once no question has been under way for half a minute', async () => {
  holdClock();
  const held: (() => void)[] = [];
  const service = await startServer((_request, response) => void held.push(() => response.end(transactionBody())));
  onTestFinished(service.close);
  const onQuiet = vi.fn();
  const app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { TRANSFER_API_TIMEOUT_MS: '120000' },
    onQuiet,
  });
  onTestFinished(app.stop);
  const quietAfter = (ms: number) => {
    onQuiet.mockClear();
    vi.advanceTimersByTime(ms);
    return onQuiet.mock.calls.length;
  };

  expect(quietAfter(29_999)).toBe(0);
  expect(quietAfter(1)).toBe(1); // nobody asked after the start
  expect(quietAfter(120_000)).toBe(0); // once is enough

  const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(held).toHaveLength(1));
  expect(quietAfter(60_000)).toBe(0); // it waits for the service
  held[0]?.();
  await asked;
  await app.bot.inFlight.settled();
  expect(quietAfter(29_999)).toBe(0);
  expect(quietAfter(1)).toBe(1);
});
