import { setTimeout as sleep } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { createBoltLogger } from '../../src/ops/bolt-logger.ts';
import { ConnectionLostError, type StayConnectedOptions, stayConnected } from '../../src/slack/stay-connected.ts';
import { logLines } from '../support/log-lines.ts';
import { type SocketSlack, startSocketSlack } from '../support/socket-slack.ts';
import { waitFor } from '../support/wait-for.ts';

const unhandled = vi.fn();
beforeAll(() => void process.on('unhandledRejection', unhandled));
afterAll(() => {
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

interface Circumstances extends Partial<StayConnectedOptions> {
  autoPong?: boolean;
  misbehave?: (slack: SocketSlack) => void;
}

async function start({ onTestFinished }: TestContext, { autoPong = true, misbehave, ...options }: Circumstances = {}) {
  const slack = await startSocketSlack({ autoPong });
  misbehave?.(slack);
  const logger = createBoltLogger(logLines().logger);
  const { client } = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger,
    autoReconnectEnabled: false,
    clientPingTimeout: 300,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } } },
  });
  const pauses: number[] = [];
  const backoffMs = (attempt: number) => {
    pauses.push(attempt);
    return 5;
  };
  const reconnects = vi.fn();
  const socket = stayConnected(client, { logger, onReconnect: reconnects, backoffMs, ...options });
  onTestFinished(async () => {
    await socket.stop();
    await slack.close();
  });
  await socket.start();
  const reconnected = (times = 1) =>
    waitFor(() => {
      expect(reconnects).toHaveBeenCalledTimes(times);
      expect(socket.isConnected()).toBe(true);
    });
  return { slack, socket, pauses, reconnects, reconnected };
}

describe.concurrent('a connection that ends', () => {
  it.for(['warning', 'refresh_requested', 'link_disabled'])('with "%s" is opened anew', async (reason, test) => {
    const { slack, reconnected } = await start(test);
    slack.send({ type: 'disconnect', reason });
    await reconnected();
    expect(slack.sockets).toHaveLength(1);
    expect(slack.openCount).toBe(2);
  });

  it('by breaking off is opened anew', async (test) => {
    const { slack, reconnected } = await start(test);
    for (const open of slack.sockets) open.terminate();
    await reconnected();
  });

  it('in that nobody answers its pings is opened anew', async (test) => {
    const { reconnects } = await start(test, { autoPong: false });
    await waitFor(() => expect(reconnects).toHaveBeenCalled());
  });

  it('again and again is tried with growing pauses, and at once only after it has held', async (test) => {
    const { slack, pauses, reconnected } = await start(test);
    for (let times = 1; times <= 3; times += 1) {
      slack.send({ type: 'disconnect', reason: 'warning' });
      await reconnected(times);
    }
    expect(pauses).toEqual([1, 2, 3]);
  });
});

describe.concurrent('a connection that cannot be opened', () => {
  it.for<[string, (slack: SocketSlack) => void]>([
    ['refused upgrades', (slack) => slack.upgrades.push('refused', 'refused')],
    [
      'internal errors',
      (slack) => slack.openAnswers.push({ ok: false, error: 'internal_error' }, { ok: false, error: 'ratelimited' }),
    ],
    ['HTTP 500 and 503', (slack) => slack.openAnswers.push({ status: 500 }, { status: 503 })],
    ['HTTP 429', (slack) => slack.openAnswers.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 502 })],
    ['sockets over which nothing comes', (slack) => slack.upgrades.push('not greeted', 'not greeted')],
    ['upgrades without an answer', (slack) => slack.upgrades.push('ignored', 'ignored')],
  ])('for a while, because of %s, is tried until it can', async ([_why, misbehave], test) => {
    const { slack, pauses, reconnected } = await start(test, { helloMs: 100 });
    misbehave(slack);
    slack.send({ type: 'disconnect', reason: 'refresh_requested' });
    await reconnected();
    expect(pauses).toEqual([1, 2, 3]);
    expect(slack.sockets).toHaveLength(1);
  });

  it('at the start is tried as well', async (test) => {
    const { socket, pauses, reconnects } = await start(test, {
      misbehave: (slack) => slack.openAnswers.push({ status: 500 }, { ok: false, error: 'internal_error' }),
    });
    expect(socket.isConnected()).toBe(true);
    expect(pauses).toEqual([1, 2]);
    expect(reconnects).not.toHaveBeenCalled();
  });

  it.for(['invalid_auth', 'token_revoked', 'account_inactive'])(
    'because of %s is given up at once',
    async (error, test) => {
      const { slack, socket } = await start(test);
      slack.openAnswers.push({ ok: false, error });
      slack.send({ type: 'disconnect', reason: 'link_disabled' });
      expect(String(await socket.lost)).toContain(error);
      await sleep(50);
      expect(slack.openCount).toBe(2);
    },
  );
});

describe.concurrent('the watchdog', () => {
  const refuseAll = (slack: SocketSlack) =>
    slack.upgrades.push(...Array.from({ length: 200 }, () => 'refused' as const));

  it('gives up after so long without a connection', async (test) => {
    const { slack, socket } = await start(test, { lostAfterMs: 400 });
    refuseAll(slack);
    const startedAtMs = performance.now();
    slack.send({ type: 'disconnect', reason: 'warning' });
    expect(await socket.lost).toBeInstanceOf(ConnectionLostError);
    expect(performance.now() - startedAtMs).toBeGreaterThan(390);
  });

  it('starts counting anew with every connection', async (test) => {
    const { slack, socket, reconnected } = await start(test, { lostAfterMs: 400 });
    const lost = vi.fn();
    void socket.lost.then(lost);
    for (let times = 1; times <= 3; times += 1) {
      await sleep(200);
      slack.send({ type: 'disconnect', reason: 'warning' });
      await reconnected(times);
    }
    await sleep(450);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe.concurrent('stopping', () => {
  it.for<[string, (slack: SocketSlack) => void]>([
    ['connected', () => {}],
    ['waiting for the next try', (slack) => slack.upgrades.push('refused')],
    ['asking where to connect', (slack) => slack.openAnswers.push({ ok: true, afterMs: 80 })],
    ['being greeted', (slack) => slack.upgrades.push('not greeted')],
    ['opening', (slack) => slack.upgrades.push('ignored')],
  ])('while %s leaves no socket and opens none', async ([_when, misbehave], test) => {
    const { slack, socket } = await start(test, { backoffMs: () => 200 });
    misbehave(slack);
    slack.send({ type: 'disconnect', reason: 'warning' });
    await waitFor(() => expect(slack.openCount).toBe(2));
    await sleep(20);
    await socket.stop();
    expect(socket.isConnected()).toBe(false);
    const { openCount } = slack;
    await sleep(300);
    expect(slack.sockets).toEqual([]);
    expect(slack.openCount).toBe(openCount);
  });
});
