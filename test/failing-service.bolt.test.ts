import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { finalOf } from './support/final-of.ts';
import { answering, startServer } from './support/http-server.ts';
import { runApp } from './support/run-app.ts';
import { waitFor } from './support/wait-for.ts';

/**
 * What a person reads and the log holds of a service that fails, from the socket to Slack. How each failure is met is
 * tried in `transfer-service/faults.test.ts`, and each one's words in `error-reply.test.ts`.
 */
const missing = answering(404, { success: false, message: 'No route matched', data: null });
const banks = answering(200, { success: true, message: '', data: [] });
const reference = 'GARO-8f3k2j1';

it.each<[string, RequestListener, RegExp, Record<string, unknown>]>([
  ['says nothing', () => {}, /did not answer within 0\.\d s\.$/, { outcome: 'timeout', attempts: 1 }],
  [
    'has no such record',
    (...args) => (args[0].url?.endsWith('/banks') ? banks : missing)(...args),
    /^No record of `GARO-8f3k2j1`\./,
    { outcome: 'not_found', status: 404 },
  ],
  [
    'is not at this address',
    missing,
    /^`GARO-8f3k2j1`: the address that I was given looks wrong/,
    { outcome: 'unexpected_body', status: 404, reason: 'wrong_address' },
  ],
])('a service that %s', async (_what, listener, reads, log) => {
  const service = await startServer(listener);
  const app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { TRANSFER_API_TIMEOUT_MS: log.outcome === 'timeout' ? '500' : '30000' },
  });
  await app.slack.sendCommand({ command: '/txn', text: reference });
  await waitFor(() => expect(finalOf(app.answers())).toHaveLength(1));
  await app.bot.inFlight.settled();
  const [{ text = '' } = {}] = finalOf(app.answers());
  expect(text.split('\n')[0]).toMatch(reads);
  expect(text).not.toMatch(/\bfail/i);
  const { reference: code, ...line } = app.log.entries().at(-1) ?? {};
  expect(line).toMatchObject({ command: 'txn', ...log });
  expect(code).toMatch(/^[2-9A-Z]{6}$/);
  const isAddressWrong = log.reason === 'wrong_address';
  expect(app.log.lines.join().includes('no bank list at TRANSFER_API_BASE_URL')).toBe(isAddressWrong);
  await app.stop();
  await service.close();
});
