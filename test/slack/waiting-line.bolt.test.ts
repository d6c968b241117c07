import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** A service that answers when the test lets it. */
let held: (() => void)[];
let server: TestServer;
let app: RunningApp;
beforeEach(async () => {
  holdClock();
  held = [];
  server = await startServer((_request, response) => void held.push(() => response.end(transactionBody())));
  app = await runApp({ transferApi: { baseUrl: server.url }, env: { TRANSFER_API_TIMEOUT_MS: '120000' } });
});
afterEach(async () => {
  await app.stop();
  await server.close();
});
const mention = async () => {
  void app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` });
  await heldNow(1);
};
const heldNow = (count: number) => waitFor(() => expect(held).toHaveLength(count));
const sent = () => app.slack.requests.filter((request) => /^(chat|views)\./.test(request));
const sentNow = (count: number) => waitFor(() => expect(sent()).toHaveLength(count));

describe('a line that says to wait', () => {
  it('comes two, ten and thirty seconds after the question, and not again', async () => {
    await mention();
    vi.advanceTimersByTime(1_900);
    await fetch(app.slack.apiUrl); // long enough for a line to arrive
    expect(sent()).toEqual([]);
    for (const [index, ms] of [100, 8_000, 20_000].entries()) {
      vi.advanceTimersByTime(ms);
      await sentNow(index + 1);
    }
    vi.advanceTimersByTime(60_000);
    held[0]?.();
    await app.bot.inFlight.settled();
    expect(sent()).toEqual(['chat.postMessage', ...Array(3).fill('chat.update')]);
  });

  it('does not come while the answer is on its way', async () => {
    const { promise: until, resolve: arrive } = withResolvers();
    app.slack.setFailure('chat.postMessage', { until });
    await mention();
    vi.advanceTimersByTime(1_000);
    held[0]?.();
    await sentNow(1);
    vi.advanceTimersByTime(1_500);
    arrive();
    await app.bot.inFlight.settled();
    await app.slack.sendCommand({ command: '/bank', text: '' }); // long enough for a line as well
    expect(sent()).toEqual(['chat.postMessage']);
    expect(app.answers()[0]?.text).toMatch(/^✓ Successful/);
  });

  it('is not overtaken by the answer, which takes its place', async () => {
    const { promise: until, resolve: arrive } = withResolvers();
    app.slack.setFailure('chat.postMessage', { until });
    await mention();
    vi.advanceTimersByTime(2_500);
    await sentNow(1);
    held[0]?.();
    await waitFor(() => expect(app.audit).toHaveLength(1));
    arrive();
    await app.bot.inFlight.settled();
    expect(sent()).toEqual(['chat.postMessage', 'chat.update']);
    expect(app.answers()).toEqual([expect.objectContaining({ text: expect.stringMatching(/^✓ Successful/) })]);
  });

  it('that Slack does not take for now is dropped, and holds up no answer', async () => {
    app.slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '6' } }, 1);
    await mention();
    vi.advanceTimersByTime(2_000);
    await sentNow(1);
    held[0]?.();
    await app.bot.inFlight.settled();
    expect(sent()).toEqual(['chat.postMessage', 'chat.postMessage']);
    expect(app.answers()).toEqual([expect.objectContaining({ text: expect.stringMatching(/^✓ Successful/) })]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the bank picker', () => app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' })],
    [
      'all fields',
      async () => {
        const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
        await heldNow(1);
        held[0]?.();
        await asked;
        return app.slack.pressButton({ messageId: app.answers()[0]?.id ?? '', actionId: 'txn:fields' });
      },
    ],
  ])('does not come before the window of %s stands, whose trigger is good for one', async (_which, open) => {
    const { promise: until, resolve: arrive } = withResolvers();
    app.slack.setFailure('views.open', { until });
    void open();
    await sentNow(1);
    const before = app.answers();
    vi.advanceTimersByTime(2_600);
    await fetch(app.slack.apiUrl); // long enough for a line to arrive
    arrive();
    await waitFor(() => expect(app.slack.views).toHaveLength(1));
    held[1]?.();
    await app.slack.sendCommand({ command: '/bank', text: '' });
    expect(sent().filter((method) => method === 'views.open')).toEqual(['views.open']);
    expect(app.answers().slice(before.length, -1)).toEqual([]);
  });

  it('does not come in a window, which says so itself', async () => {
    const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    await heldNow(1);
    held[0]?.();
    await asked;
    void app.slack.pressButton({ messageId: app.answers()[0]?.id ?? '', actionId: 'txn:fields' });
    await heldNow(2);
    vi.advanceTimersByTime(2_500);
    held[1]?.();
    await app.bot.inFlight.settled();
    expect(sent()).toEqual(['views.open', 'views.update']);
  });
});
