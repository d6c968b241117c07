import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let app: RunningApp;
beforeEach(async () => {
  server = await startHeldServer((_request, response) => response.end(transactionBody()));
  app = await runApp({ transferApi: { baseUrl: server.url } });
  holdClock();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
  await server.close();
});

const texts = () => app.answers().map(({ text }) => text);
/** Asks, in a channel unless it is said where, and waits for as long as an answer takes that is late. */
async function late(where: { channelId?: string; threadTs?: string } = {}) {
  const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1`, ...where });
  await waitFor(() => expect(server.held).toBe(1));
  vi.advanceTimersByTime(2_300);
  return message.ts;
}
const answered = async () => {
  server.open();
  await app.bot.inFlight.settled();
};

it('an answer that is late in a thread is announced by Slack, without what was asked, until it is there', async () => {
  const threadTs = await late();
  const status = { channelId: workspace.channelId, threadTs, text: 'is waiting for an answer…' };
  await waitFor(() => expect(app.slack.statuses).toEqual([status]));
  expect(texts()).toEqual([]);
  await answered();
  expect(app.slack.statuses).toEqual([]);
  expect(texts()).toEqual([expect.stringMatching(/^✓ Successful/)]);
});

it('the announcement of an answer that is private after all ends too', async () => {
  await late();
  await waitFor(() => expect(app.slack.statuses).toHaveLength(1));
  app.slack.setFailure('chat.postMessage', { error: 'restricted_action' });
  await answered();
  await waitFor(() => expect(app.slack.statuses).toEqual([]));
  expect(app.answers().at(-1)?.visibleTo).toBe(workspace.personId);
});

it('no answer waits for an announcement that Slack takes its time for, and which ends all the same', async () => {
  const { promise, resolve } = withResolvers<void>();
  app.slack.setFailure('assistant.threads.setStatus', { until: promise });
  await late();
  await waitFor(() => expect(app.slack.statuses).toHaveLength(1));
  app.slack.setFailure('chat.postMessage', { error: 'restricted_action' });
  await answered();
  expect(texts()).toEqual([expect.stringMatching(/^✓ Successful/)]);
  app.slack.setFailure('assistant.threads.setStatus', undefined);
  resolve();
  await waitFor(() => expect(app.slack.statuses).toEqual([]));
});

it('in a thread of a direct message, too', async () => {
  const channelId = workspace.directMessageId;
  const { ts: threadTs } = await app.answered(app.slack.writeMessage({ text: 'hi', channelId }));
  await late({ channelId, threadTs });
  await waitFor(() => expect(app.slack.statuses).toMatchObject([{ channelId, threadTs }]));
  await answered();
  expect(app.slack.statuses).toEqual([]);
});

it.each(['unknown_method', 'missing_scope'])('where Slack says %s it is a line in the thread', async (error) => {
  app.slack.setFailure('assistant.threads.setStatus', { error });
  await late();
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Still waiting for .* about `GARO-8f3k2j1`/)]));
  await answered();
  expect(texts()).toEqual([expect.stringMatching(/^✓ Successful/)]);
});
