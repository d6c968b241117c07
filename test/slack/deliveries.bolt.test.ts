import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let app: RunningApp;
beforeEach(async () => {
  holdClock();
  server = await startHeldServer((_request, response) => response.end(transactionBody()));
  app = await runApp({ transferApi: { baseUrl: server.url }, env: { TRANSFER_API_TIMEOUT_MS: '120000' } });
});
afterEach(async () => {
  await app.stop();
  await server.close();
});
const sent = () => app.slack.requests.filter((request) => request.startsWith('chat.'));
const mention = async () => {
  await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` });
  await waitFor(() => expect(server.held).toBe(1));
};
const sayWaiting = async (requests: number) => {
  vi.advanceTimersByTime(2_000);
  await waitFor(() => expect(sent()).toHaveLength(requests));
};
const answer = async () => {
  server.open();
  await app.bot.inFlight.settled();
};

it('an answer comes though the line that said to wait did not', async () => {
  await mention();
  app.slack.setFailure('chat.postMessage', { error: 'restricted_action' }, 1);
  await sayWaiting(1);
  await answer();
  expect(app.answers()).toEqual([expect.objectContaining({ text: expect.stringMatching(/^✓ Successful/) })]);
  expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
});

it('an answer stands anew when the line that said to wait was deleted', async () => {
  await mention();
  await sayWaiting(1);
  app.slack.setFailure('chat.update', { error: 'message_not_found' });
  await answer();
  expect(sent()).toEqual(['chat.postMessage', 'chat.update', 'chat.postMessage']);
  expect(app.answers().at(-1)?.text).toMatch(/^✓ Successful/);
});

it('an answer that Slack does not take in place of that line is undelivered, and not posted beside it', async () => {
  await mention();
  await sayWaiting(1);
  app.slack.setFailure('chat.update', { error: 'edit_window_closed' });
  await answer();
  expect(new Set(sent().slice(1))).toEqual(new Set(['chat.update']));
  expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'undelivered', code: 'edit_window_closed' });
});
