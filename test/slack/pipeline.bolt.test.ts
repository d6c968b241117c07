import { workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { chain, type Middleware } from '../../src/slack/pipeline.ts';
import { createRouter } from '../../src/slack/routes.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { sendForged } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';
import { bring } from './support.ts';

/** It answers when the test lets it. */
let server: HeldServer;
let app: RunningApp;
const start = async (env: Record<string, string> = {}) => {
  server = await startHeldServer((request, response) =>
    response.end(transactionBody({ reference: request.url?.split('/').at(-1) })),
  );
  const settings = { TRANSFER_API_TIMEOUT_MS: '120000', ...env };
  app = await runApp({ transferApi: { baseUrl: server.url }, env: settings });
  onTestFinished(async () => {
    await app.stop();
    await server.close();
  });
};
const command = (text = 'GARO-8f3k2j1', userId?: string) =>
  app.slack.sendCommand({ command: '/txn', text, ...(userId && { userId }) });
const mention = (text: string, userId?: string) =>
  app.slack.writeMessage({
    text: `<@${workspace.botUserId}> txn ${text}`,
    ...(userId && { userId }),
  });
const held = (count: number) => waitFor(() => expect(server.held).toBe(count));
const texts = () => app.answers().map(({ text }) => text);
const press = (messageId: string, actionId: string) =>
  app.slack.pressButton({ messageId, actionId });

async function card(text?: string): Promise<string> {
  const before = app.answers().length;
  const asked = command(text);
  await waitFor(() => {
    server.release(); // the bank list may be asked for before it
    expect(app.answers().length).toBeGreaterThan(before);
  });
  await asked;
  return app.answers().at(-1)?.id ?? '';
}

describe('while an answer is pending', () => {
  beforeEach(async () => {
    holdClock(); // a busy machine would say to wait first
    await start();
  });

  it('a click is acked before its look-up begins', async () => {
    expect(await press(await card(), 'txn:note')).toMatchObject({ outcome: 'acked' });
    await held(1);
    expect(app.answers()).toHaveLength(1);
  });

  it('a pending answer is announced after two, ten and thirty seconds, and not again', async () => {
    const sent = () =>
      app.slack.requests.filter((request) => /^(?:chat|assistant)\./.test(request));
    void mention('GARO-8f3k2j1');
    await held(1);
    vi.advanceTimersByTime(1_900);
    await fetch(app.slack.apiUrl); // long enough for a line to arrive
    expect(sent()).toEqual([]);
    for (const [index, ms] of [100, 8_000, 20_000].entries()) {
      vi.advanceTimersByTime(ms);
      await waitFor(() => expect(sent()).toHaveLength(index + 1));
    }
    vi.advanceTimersByTime(60_000);
    server.release();
    await app.bot.inFlight.settled();
    const threeAndItsEnd = Array(4).fill('assistant.threads.setStatus');
    await waitFor(() => expect(sent().toSorted()).toEqual([...threeAndItsEnd, 'chat.postMessage']));
  });

  /**
   * Asks, newly in a channel unless it is said where, and waits for as long as an answer takes that
   * is late.
   */
  async function late(where: { channelId?: string; threadTs?: string } = {}) {
    await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1`, ...where });
    await held(1);
    vi.advanceTimersByTime(2_300);
  }
  const answered = async () => {
    server.open();
    await app.bot.inFlight.settled();
  };

  it.each([[workspace.channelId], [workspace.directMessageId]])(
    "a pending answer in a thread of %s shows Slack's status, without what was asked",
    async (channelId) => {
      const { message } = await app.slack.writeMessage({ text: 'hi', channelId });
      await app.bot.inFlight.settled();
      const before = texts().length;
      await late({ channelId, threadTs: message.ts });
      const status = { channelId, threadTs: message.ts, text: 'is still waiting for an answer…' };
      await waitFor(() => expect(app.slack.statuses).toEqual([status]));
      expect(texts()).toHaveLength(before);
      await answered();
      expect(app.slack.statuses).toEqual([]);
      expect(texts().slice(before)).toEqual([expect.stringMatching(/^✓ Successful/)]);
    },
  );

  it('an answer does not wait for a slow status update, which is cleared all the same', async () => {
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

  it.each(['unknown_method', 'missing_scope'])(
    '"Still waiting …" stands in the thread where Slack refuses to show that the bot is busy: %s',
    async (error) => {
      app.slack.setFailure('assistant.threads.setStatus', { error });
      await late();
      await waitFor(() =>
        expect(texts()).toEqual(['Still waiting for an answer. The answer will follow here.']),
      );
      await answered();
      expect(texts()).toEqual([expect.stringMatching(/^✓ Successful/)]);
    },
  );

  it('a stop at its deadline tells each waiting person once, and drops the late answer', async () => {
    const ids = [await card(), await card('GARO-8f3k2j4')];
    const before = {
      answers: app.answers().length,
      lines: app.log.lines.length,
      audit: app.audit.length,
    };
    const note = press(ids[0] ?? '', 'txn:note');
    await held(1);
    const asked = [
      note,
      command(), // the same reference, as the buttons: one request
      mention('GARO-8f3k2j2'),
      app.slack.writeMessage({ text: 'txn GARO-8f3k2j3', channelId: workspace.directMessageId }),
      press(ids[1] ?? '', 'txn:fields'), // asks when its window is open
    ];
    await held(4);
    app.bot.inFlight.stop();
    await app.bot.inFlight.giveUp();
    server.release();
    const read =
      /txnbot_transfer_request_seconds_count\{operation="transaction",status="(?!timeout)\w+"\} (\d+)/;
    await waitFor(async () =>
      expect(read.exec(await app.metrics.text())?.[1]).toBe(String(server.requests.length)),
    );
    await Promise.all(asked);
    const why = 'I restarted before there was an answer';
    expect(texts().slice(before.answers).toSorted()).toEqual(
      ['1', '1', '2', '3'].map(
        (end) =>
          `\`GARO-8f3k2j${end}\`: ${why}. Ask again in a few seconds.\nThis proves nothing. Don't resend.`,
      ),
    );
    expect(app.slack.views).toHaveLength(1);
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toContain(why);
    const lines = app.log.entries().slice(before.lines);
    expect(lines.map(({ outcome, command }) => [outcome, command])).toEqual(
      Array(5).fill(['cut_short', 'txn']),
    );
    expect(app.audit.slice(before.audit).map(({ outcome }) => outcome)).toEqual(
      Array(5).fill('cut_short'),
    );
  });

  it('a stop at its deadline waits for an answer that is being sent', async () => {
    const messageId = await card();
    const { promise: until, resolve: arrive } = withResolvers<void>();
    app.slack.setFailure('response_url', { until });
    server.open();
    void press(messageId, 'txn:note');
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    const givenUp = vi.fn();
    const end = app.bot.inFlight.giveUp().then(givenUp);
    await new Promise(setImmediate);
    expect(givenUp).not.toHaveBeenCalled();
    arrive();
    await end;
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
  });

  it('a stop at its deadline gives up answers that Slack does not take for now', async () => {
    const messageId = await card();
    server.open();
    app.slack.setFailure('response_url', { status: 429, headers: { 'retry-after': '60' } });
    void press(messageId, 'txn:note');
    const limited = 'txnbot_slack_failures_total{call="response_url",failure="http_429"} 1';
    await waitFor(async () => expect(await app.metrics.text()).toContain(limited));
    await new Promise(setImmediate);
    await app.bot.inFlight.giveUp();
    await press(messageId, 'txn:note');
    await app.bot.inFlight.settled();
    const ends = app.log.entries().map(({ outcome, code }) => [outcome, code]);
    expect(ends.slice(1)).toEqual(Array(2).fill(['undelivered', 'ratelimited']));
    expect(app.slack.requests.filter((request) => request === 'response_url')).toHaveLength(2);
  });
});

describe('a person who asks too often', () => {
  const sentence = (whose: string) =>
    new RegExp(
      `^\`GARO-8f3k2j1\` was not looked up\\. ${whose} asked very often in the last minute\\. Try again in (\\d+) s\\.$`,
    );
  const [own, total] = [sentence('You'), sentence('Everybody together')];
  const ask = async (userId: string) => {
    await command('GARO-8f3k2j1', userId);
    return texts().at(-1) ?? '';
  };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await start({ RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_TOTAL_PER_MINUTE: '5' });
    server.open();
    return () => void vi.useRealTimers();
  });

  it('a person over the rate limit reads how long to wait; others are still answered', async () => {
    const typing = {
      type: 'block_suggestion',
      user: { id: 'U0ANN' },
      action_id: 'bank:pick',
      value: 'zenith',
    };
    for (let count = 0; count < 10; count += 1) await sendForged(app, typing); // is no question
    const before = server.requests.length;
    for (let count = 0; count < 3; count += 1) expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
    vi.advanceTimersByTime(20_000);
    expect(own.exec(await ask('U0ANN'))?.[1]).toBe('40');
    expect(server.requests).toHaveLength(before + 3);
    expect(app.log.entries().at(-1)).toMatchObject({
      outcome: 'refused',
      rule: 'rate_limit',
      command: 'txn',
    });
    expect(app.audit.at(-1)).toMatchObject({
      user: 'U0ANN',
      outcome: 'refused',
      asked: 'GARO-8f3k2j1',
    });
    expect(await ask('U0BOB')).toMatch(/^✓ Successful/);
    vi.advanceTimersByTime(40_000);
    expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
  });

  it("everybody's rate limit is explained, and people without access do not use it up", async () => {
    app.slack.setPerson('U0GUEST', { info: { is_restricted: true } });
    for (let count = 0; count < 3; count += 1) expect(await ask('U0GUEST')).toContain('guests');
    for (let count = 0; count < 3; count += 1) expect(await ask('U0GUEST')).toMatch(own);
    for (const userId of ['U0ANN', 'U0BOB', 'U0CAT', 'U0DAN', 'U0EVE'])
      expect(await ask(userId)).toMatch(/^✓ Successful/);
    // They may ask, so an answer would stand in the thread; a refusal does not.
    await mention('GARO-8f3k2j1', 'U0FAY');
    await app.bot.inFlight.settled();
    expect(total.exec(texts().at(-1) ?? '')?.[1]).toBe('60');
    expect(app.answers().at(-1)).toMatchObject({ visibleTo: 'U0FAY' });
    expect(server.requests).toHaveLength(5);
  });
});

it('a pipeline step that calls next() twice is refused, and the listener runs once', async () => {
  const listen = vi.fn(async () => {});
  const twice: Middleware = async (_request, next) => {
    await next();
    await next();
  };
  const run = chain([twice], listen);
  const router = createRouter();
  const command = { command: '/txn', text: '', user_id: workspace.personId };
  let end: unknown;
  await bring({ body: command, router }, async (request) => {
    end = await run(request).catch((error: unknown) => error);
    await run(request).catch(() => {}); // a second request is not the first
  });
  expect(end).toEqual(new Error('next() called multiple times'));
  expect(listen).toHaveBeenCalledTimes(2);
});
