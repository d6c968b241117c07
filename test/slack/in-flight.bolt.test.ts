import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { openMore } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** A service that answers when the test lets it. */
let held: (() => void)[];
let isHolding: boolean;
let server: TestServer;
let app: RunningApp;
beforeEach(async () => {
  held = [];
  isHolding = true;
  server = await startServer((request, response) => {
    const answer = () => response.end(transactionBody({ reference: request.url?.split('/').at(-1) }));
    if (isHolding) held.push(answer);
    else answer();
  });
  app = await runApp({ transferApi: { baseUrl: server.url }, env: { TRANSFER_API_TIMEOUT_MS: '30000' } });
});
afterEach(async () => {
  await app.stop();
  await server.close();
});
const command = (text = 'GARO-8f3k2j1') => app.slack.sendCommand({ command: '/txn', text });
const heldNow = (count: number) => waitFor(() => expect(held).toHaveLength(count));
const sentence = (reference = 'GARO-8f3k2j1') =>
  `\`${reference}\`: this bot restarted before there was an answer. Ask again in a few seconds.\nThis says nothing about the transfer.`;
const texts = () => app.answers().map(({ text }) => text);

/** What the service was asked for has been answered, and the bot has read it. */
async function allRead() {
  for (const answer of held) answer();
  const read = /txnbot_transfer_request_seconds_count\{operation="transaction",status="(?!timeout)\w+"\} (\d+)/;
  await waitFor(async () => expect(read.exec(await app.metrics.text())?.[1]).toBe(String(server.requests.length)));
}

async function card(text?: string): Promise<string> {
  isHolding = false;
  await command(text);
  isHolding = true;
  return app.answers().at(-1)?.id ?? '';
}

describe('a cut', () => {
  it('tells everybody who waits, once, at every kind of door, and the answer that comes later is not told', async () => {
    const messageId = await card();
    const other = await card('GARO-8f3k2j4');
    const before = { answers: app.answers().length, lines: app.log.lines.length, audit: app.audit.length };
    const note = app.slack.pressButton({ messageId, actionId: 'txn:note' });
    await heldNow(1);
    const asked = [
      note,
      command(), // the same reference, as the buttons: one request
      app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j2` }),
      app.slack.writeMessage({ text: 'txn GARO-8f3k2j3', channelId: workspace.directMessageId }),
      app.slack.pressButton({ messageId: other, actionId: 'txn:fields' }), // asks when its window is open
    ];
    await heldNow(4);
    app.bot.inFlight.stop();
    await app.bot.inFlight.giveUp();
    await allRead();
    await Promise.all(asked);

    expect(texts().slice(before.answers)).toEqual(['1', '1', '2', '3'].map((end) => sentence(`GARO-8f3k2j${end}`)));
    expect(app.slack.views).toHaveLength(1);
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain('this bot restarted before there was an answer');
    const lines = app.log.entries().slice(before.lines);
    expect(lines).toEqual(
      Array(5).fill(
        expect.objectContaining({
          outcome: 'cut_short',
          command: 'txn',
          reference: expect.any(String),
          durationMs: expect.any(Number),
        }),
      ),
    );
    expect(app.audit.slice(before.audit).map(({ outcome }) => outcome)).toEqual(Array(5).fill('cut_short'));
  });

  it('turns a line that said to wait into the sentence', async () => {
    holdClock();
    const asked = app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` });
    await heldNow(1);
    vi.advanceTimersByTime(2_000);
    await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Still waiting/)]));
    await app.bot.inFlight.giveUp();
    await asked;
    expect(texts()).toEqual([sentence()]);
  });

  it('waits for an answer that is on its way', async () => {
    const messageId = await card();
    const { promise: until, resolve: arrive } = withResolvers();
    app.slack.setFailure('response_url', { until });
    isHolding = false;
    void app.slack.pressButton({ messageId, actionId: 'txn:note' });
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    const givenUp = vi.fn();
    const end = app.bot.inFlight.giveUp().then(givenUp);
    await new Promise(setImmediate);
    expect(givenUp).not.toHaveBeenCalled();
    arrive();
    await end;
    expect(texts().at(-1)).toMatch(/^Note for/);
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
  });

  it('leaves a line for whom it could not tell', async () => {
    const messageId = await card();
    app.slack.setFailure('response_url', { status: 404 });
    void app.slack.pressButton({ messageId, actionId: 'txn:note' });
    await heldNow(1);
    await app.bot.inFlight.giveUp();
    expect(app.log.entries().slice(-2)).toMatchObject([
      { outcome: 'cut_short', command: 'txn' },
      { outcome: 'undelivered', command: 'txn', code: 'http_404' },
    ]);
  });

  it('sends no file that comes too late', async () => {
    isHolding = false;
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    const window = await openMore(app, app.answers().at(-1)?.id ?? '');
    isHolding = true;
    const asked = app.slack.pressViewButton({ ...window, actionId: 'txn:csv' });
    await heldNow(2);
    await app.bot.inFlight.giveUp();
    await allRead();
    await asked;
    expect(JSON.stringify(app.slack.views)).toContain('`GARO-8f3k2j1 GARO-5p1d6w8`: this bot');
    await card(); // long enough for a file as well
    expect(app.slack.requests.filter((request) => /^(files\.|conversations\.open)/.test(request))).toEqual([]);
  });

  it('before the policy has answered says so to the person alone', async () => {
    const { promise: until, resolve: say } = withResolvers();
    app.slack.setFailure('users.info', { until }, 1);
    const asked = app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` });
    await waitFor(() => expect(app.slack.requests).toContain('users.info'));
    await app.bot.inFlight.giveUp();
    await asked;
    say();
    await card(); // long enough for what was cut as well
    expect(server.requests).toHaveLength(1);
    expect(app.answers().slice(0, -1)).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('This says nothing about the transfer.'),
        visibleTo: workspace.personId,
      }),
    ]);
  });
});

describe('what is under way', () => {
  it('is waited for even when it began later', async () => {
    const first = command();
    await heldNow(1);
    const isSettled = vi.fn();
    const settled = app.bot.inFlight.settled().then(isSettled);
    const second = command('GARO-8f3k2j2');
    await heldNow(2);
    held[0]?.();
    await first;
    await card('GARO-8f3k2j3'); // long enough for it to settle
    expect(isSettled).not.toHaveBeenCalled();
    held[1]?.();
    await second;
    await settled;
  });

  it('is waited for, and what comes after a stop is refused', async () => {
    const asked = command();
    await heldNow(1);
    app.bot.inFlight.stop();
    let isSettled = false;
    const settled = app.bot.inFlight.settled().then(() => {
      isSettled = true;
    });
    await command();
    expect(texts()).toEqual([expect.stringContaining('just restarting')]);
    expect(isSettled).toBe(false);
    for (const answer of held) answer();
    await asked;
    await settled;
    expect(texts().at(-1)).toMatch(/^✓ Successful/);
  });
});

it('tells that it is quiet, once, when nothing has been in flight for half a minute', async () => {
  holdClock();
  await app.stop();
  const onQuiet = vi.fn();
  app = await runApp({ transferApi: { baseUrl: server.url }, env: { TRANSFER_API_TIMEOUT_MS: '120000' } });
  app.events.on('quiet', onQuiet);
  const toldIn = (ms: number) => {
    onQuiet.mockClear();
    vi.advanceTimersByTime(ms);
    return onQuiet.mock.calls.length;
  };

  expect(toldIn(29_999)).toBe(0);
  expect(toldIn(1)).toBe(1); // nobody asked after the start
  expect(toldIn(120_000)).toBe(0);

  const answerNext = async (asked: Promise<unknown>) => {
    held.shift()?.();
    await asked;
    await app.bot.inFlight.settled();
  };
  const first = command();
  await heldNow(1);
  await answerNext(first);
  expect(toldIn(29_999)).toBe(0);
  const second = command();
  await heldNow(1);
  expect(toldIn(60_000)).toBe(0); // it waits for the service
  await answerNext(second);
  expect(toldIn(29_999)).toBe(0);
  expect(toldIn(1)).toBe(1);

  const last = command();
  await heldNow(1);
  app.bot.inFlight.stop();
  await answerNext(last);
  expect(toldIn(60_000)).toBe(0); // nobody asks any more
});
