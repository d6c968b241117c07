import { setTimeout as sleep } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBoltLogger } from '../../src/ops/bolt-logger.ts';
import {
  ConnectionLostError,
  type StayConnectedOptions,
  type StayingConnected,
  stayConnected,
} from '../../src/slack/stay-connected.ts';
import { logLines } from '../support/log-lines.ts';
import { type SocketSlack, startSocketSlack } from '../support/socket-slack.ts';

let slack: SocketSlack;
let socket: StayingConnected;
const reconnects = vi.fn();
const pauses: number[] = [];
const unhandled = vi.fn();
beforeEach(() => {
  reconnects.mockClear();
  unhandled.mockClear();
  pauses.length = 0;
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  await socket.stop();
  await slack.close();
  expect(unhandled).not.toHaveBeenCalled();
  process.off('unhandledRejection', unhandled);
});

interface Circumstances extends Partial<StayConnectedOptions> {
  autoPong?: boolean;
  misbehave?: () => void;
}

async function start({ autoPong = true, misbehave, ...options }: Circumstances = {}): Promise<void> {
  slack = await startSocketSlack({ autoPong });
  misbehave?.();
  const logger = createBoltLogger(logLines().logger);
  const { client } = new SocketModeReceiver({
    appToken: 'xapp-1',
    logger,
    autoReconnectEnabled: false,
    clientPingTimeout: 300,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } } },
  });
  const backoffMs = (attempt: number) => {
    pauses.push(attempt);
    return 5;
  };
  socket = stayConnected(client, { logger, onReconnect: reconnects, backoffMs, ...options });
  await socket.start();
}

const reconnected = (times = 1) =>
  vi.waitFor(() => {
    expect(reconnects).toHaveBeenCalledTimes(times);
    expect(socket.isConnected()).toBe(true);
  }, 4_000);

describe('a connection that ends', () => {
  it.each(['warning', 'refresh_requested', 'link_disabled'])('with "%s" is opened anew', async (reason) => {
    await start();
    slack.send({ type: 'disconnect', reason });
    await reconnected();
    expect(slack.sockets).toHaveLength(1);
    expect(slack.openCount).toBe(2);
  });

  it('by breaking off is opened anew', async () => {
    await start();
    for (const open of slack.sockets) open.terminate();
    await reconnected();
  });

  it('in that nobody answers its pings is opened anew', async () => {
    await start({ autoPong: false });
    await vi.waitFor(() => expect(reconnects).toHaveBeenCalled(), 4_000);
  });

  it('again and again is tried with growing pauses, and at once only after it has held', async () => {
    await start();
    for (let times = 1; times <= 3; times += 1) {
      slack.send({ type: 'disconnect', reason: 'warning' });
      await reconnected(times);
    }
    expect(pauses).toEqual([1, 2, 3]);
  });
});

describe('a connection that cannot be opened', () => {
  it.each<[string, () => void]>([
    ['refused upgrades', () => slack.upgrades.push('refused', 'refused')],
    [
      'internal errors',
      () => slack.openAnswers.push({ ok: false, error: 'internal_error' }, { ok: false, error: 'ratelimited' }),
    ],
    ['HTTP 500 and 503', () => slack.openAnswers.push({ status: 500 }, { status: 503 })],
    ['HTTP 429', () => slack.openAnswers.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 502 })],
    ['sockets over which nothing comes', () => slack.upgrades.push('not greeted', 'not greeted')],
    ['upgrades without an answer', () => slack.upgrades.push('ignored', 'ignored')],
  ])('for a while, because of %s, is tried until it can', async (_why, misbehave) => {
    await start({ helloMs: 100 });
    misbehave();
    slack.send({ type: 'disconnect', reason: 'refresh_requested' });
    await reconnected();
    expect(pauses).toEqual([1, 2, 3]);
    expect(slack.sockets).toHaveLength(1);
  });

  it('at the start is tried as well', async () => {
    await start({ misbehave: () => slack.openAnswers.push({ status: 500 }, { ok: false, error: 'internal_error' }) });
    expect(socket.isConnected()).toBe(true);
    expect(pauses).toEqual([1, 2]);
    expect(reconnects).not.toHaveBeenCalled();
  });

  it.each(['invalid_auth', 'token_revoked', 'account_inactive'])('because of %s is given up at once', async (error) => {
    await start();
    slack.openAnswers.push({ ok: false, error });
    slack.send({ type: 'disconnect', reason: 'link_disabled' });
    expect(String(await socket.lost)).toContain(error);
    await sleep(50);
    expect(slack.openCount).toBe(2);
  });
});

describe('the watchdog', () => {
  const refuseAll = () => slack.upgrades.push(...Array.from({ length: 200 }, () => 'refused' as const));

  it('gives up after so long without a connection', async () => {
    await start({ lostAfterMs: 400 });
    refuseAll();
    const startedAtMs = performance.now();
    slack.send({ type: 'disconnect', reason: 'warning' });
    expect(await socket.lost).toBeInstanceOf(ConnectionLostError);
    expect(performance.now() - startedAtMs).toBeGreaterThan(390);
  });

  it('starts counting anew with every connection', async () => {
    await start({ lostAfterMs: 400 });
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

describe('stopping', () => {
  it.each<[string, () => void]>([
    ['connected', () => {}],
    ['waiting for the next try', () => slack.upgrades.push('refused')],
    ['asking where to connect', () => slack.openAnswers.push({ ok: true, afterMs: 80 })],
    ['being greeted', () => slack.upgrades.push('not greeted')],
    ['opening', () => slack.upgrades.push('ignored')],
  ])('while %s leaves no socket and opens none', async (_when, misbehave) => {
    await start({ backoffMs: () => 200 });
    misbehave();
    slack.send({ type: 'disconnect', reason: 'warning' });
    await vi.waitFor(() => expect(slack.openCount).toBe(2), { interval: 5 });
    await sleep(20);
    await socket.stop();
    expect(socket.isConnected()).toBe(false);
    const { openCount } = slack;
    await sleep(300);
    expect(slack.sockets).toEqual([]);
    expect(slack.openCount).toBe(openCount);
  });
});
