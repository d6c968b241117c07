import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it, vi } from 'vitest';
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
  return async () => {
    vi.useRealTimers();
    await app.stop();
    await server.close();
  };
});

const texts = () => app.answers().map(({ text }) => text);
/** Asks, newly in a channel unless it is said where, and waits for as long as an answer takes that is late. */
async function late(where: { channelId?: string; threadTs?: string } = {}) {
  await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1`, ...where });
  await waitFor(() => expect(server.held).toBe(1));
  vi.advanceTimersByTime(2_300);
}
const answered = async () => {
  server.open();
  await app.bot.inFlight.settled();
};

it.each([[workspace.channelId], [workspace.directMessageId]])(
  'an answer that is late in a thread of %s is announced by Slack, without what was asked, until it is there',
  async (channelId) => {
    const { message } = await app.slack.writeMessage({ text: 'hi', channelId });
    await app.bot.inFlight.settled();
    const before = texts().length;
    await late({ channelId, threadTs: message.ts });
    const status = { channelId, threadTs: message.ts, text: 'is waiting for an answer…' };
    await waitFor(() => expect(app.slack.statuses).toEqual([status]));
    expect(texts()).toHaveLength(before);
    await answered();
    expect(app.slack.statuses).toEqual([]);
    expect(texts().slice(before)).toEqual([expect.stringMatching(/^✓ Successful/)]);
  },
);

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

it.each(['unknown_method', 'missing_scope'])('where Slack says %s it is a line in the thread', async (error) => {
  app.slack.setFailure('assistant.threads.setStatus', { error });
  await late();
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Still waiting for .* about `GARO-8f3k2j1`/)]));
  await answered();
  expect(texts()).toEqual([expect.stringMatching(/^✓ Successful/)]);
});
