import { setTimeout as sleep } from 'node:timers/promises';
import { SocketModeReceiver } from '@slack/bolt';
import { createSlackStandIn, type SlackStandIn } from 'slack-sandbox';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { ProxyUrl } from '../../src/config/proxy-settings.ts';
import { createEvents } from '../../src/ops/events.ts';
import { createTunnels, type Tunnels } from '../../src/ops/proxy.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import {
  createSocket,
  createSocketLink,
  jitteredMs,
  type SocketLink,
} from '../../src/slack/socket.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';

/** What opens one socket to this Slack, with the options that the bot gives it. */
function clientOf(slack: SlackStandIn, dispatcher?: Tunnels['dispatcher']) {
  const { client } = new SocketModeReceiver({
    appToken: slack.appToken,
    ...(dispatcher && { dispatcher }),
    logger: createBoltLogger(logLines().logger),
    autoReconnectEnabled: false,
    clientPingTimeout: 30_000, // a busy machine is slow with its pongs, too
    installerOptions: {
      clientOptions: { slackApiUrl: slack.apiUrl, fetch, retryConfig: { retries: 0 } },
    },
  });
  return client;
}

/** Sends this over every socket that is open. */
function send({ sockets }: SlackStandIn, message: unknown): void {
  for (const socket of sockets) socket.send(JSON.stringify(message));
}

const opening = 'apps.connections.open';
/** How often a bot has asked where to connect. */
const openings = ({ requests }: SlackStandIn) => requests.filter((request) => request === opening);

/** Before each further try. */
const pauseMs = 5;

async function start({ onTestFinished }: TestContext) {
  const slack = await createSlackStandIn();
  const log = logLines();
  const logger = createBoltLogger(log.logger);
  const links: SocketLink[] = [];
  const createLink = () => {
    const link = createSocketLink(clientOf(slack), () => {});
    links.push(link);
    return link;
  };
  const pauses: number[] = [];
  const { promise: paused, resolve: pause } = withResolvers<void>();
  const backoffMs = (attempt: number) => {
    pauses.push(attempt);
    pause();
    return pauseMs;
  };
  const reconnects = vi.fn();
  const socket = createSocket(createLink, {
    logger,
    events: createEvents().on('reconnect', reconnects),
    backoffMs,
  });
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
  return { slack, socket, links, log, pauses, paused, reconnects, reconnected };
}

it('a socket is given up at once when the token is refused', async (test) => {
  const { slack, socket, pauses } = await start(test);
  slack.setFailure(opening, { error: 'token_revoked' });
  send(slack, { type: 'disconnect', reason: 'link_disabled' });
  expect(await socket.lost).toMatchObject({
    details: { code: 'token_revoked', token: 'SLACK_APP_TOKEN' },
  });
  await new Promise(setImmediate);
  expect(pauses).toEqual([]); // before a third try
  expect(openings(slack)).toHaveLength(2);
});

it.for([{ error: 'internal_error' }, { status: 502 }])(
  'a socket that cannot be opened because of %j is retried until it can',
  async (failure, test) => {
    const { slack, pauses, reconnected } = await start(test);
    slack.setFailure(opening, failure, 2);
    send(slack, { type: 'disconnect', reason: 'refresh_requested' });
    await reconnected();
    expect(pauses).toEqual([1, 2]);
  },
);

type State = { slack: SlackStandIn; paused: Promise<void> };
it.concurrent.for<
  [string, (slack: SlackStandIn, until: Promise<void>) => void, (state: State) => Promise<void>]
>([
  [
    'waiting for the next try',
    ({ upgradeFaults }) => upgradeFaults.push('refused'),
    ({ paused }) => paused,
  ],
  [
    'asking where to connect',
    ({ setFailure }, until) => setFailure(opening, { until }),
    ({ slack }) => waitFor(() => expect(openings(slack)).toHaveLength(2)),
  ],
  [
    'opening',
    ({ upgradeFaults }) => upgradeFaults.push('ignored'),
    ({ slack }) =>
      waitFor(() => expect([openings(slack).length, slack.upgradeFaults]).toEqual([2, []])),
  ],
])('stopping while %s leaves no socket and opens none', async ([_when, misbehave, reach], test) => {
  const { slack, socket, reconnects, paused } = await start(test);
  const { promise: until, resolve: answer } = withResolvers<void>();
  misbehave(slack, until);
  send(slack, { type: 'disconnect', reason: 'warning' });
  await reach({ slack, paused });
  const stopping = socket.stop();
  answer();
  await stopping;
  expect(socket.isConnected()).toBe(false);
  const roundTrip = () => fetch(`${slack.apiUrl}auth.test`); // arrives after whatever was sent before
  await roundTrip();
  await sleep(pauseMs); // timers of one length end in the order they began: no pause is left
  await roundTrip();
  expect(slack.sockets).toEqual([]);
  expect(openings(slack)).toHaveLength(2);
  expect(reconnects).not.toHaveBeenCalled();
});

it('stopping waits until Slack has received what was written and the close frame', async (test) => {
  const { slack, socket } = await start(test);
  const [open] = slack.sockets;
  const closed = vi.fn();
  open?.on('close', closed).pause();
  const stopped = vi.fn();
  const stopping = socket.stop().then(stopped);
  await fetch(`${slack.apiUrl}auth.test`); // arrives after whatever was sent before
  expect(stopped).not.toHaveBeenCalled();
  open?.resume();
  await stopping;
  await waitFor(() => expect(closed).toHaveBeenCalledWith(1000, expect.anything()));
});

describe('with a fake clock', () => {
  it('a socket over which nothing arrives is opened anew until one works', async (test) => {
    holdClock();
    const { slack, socket, links, pauses, reconnected } = await start(test);
    slack.upgradeFaults.push('not greeted', 'ignored');
    send(slack, { type: 'disconnect', reason: 'refresh_requested' });
    for (const left of [1, 0]) {
      await waitFor(() => expect(slack.upgradeFaults).toHaveLength(left));
      vi.advanceTimersByTime(15_000);
    }
    await reconnected();
    expect(pauses).toEqual([1, 2]);
    expect(slack.sockets).toHaveLength(2);
    vi.advanceTimersByTime(9_999);
    expect(links[0]?.isOpen()).toBe(true); // for the acks of what came over it
    vi.advanceTimersByTime(1); // Slack does not end the old one
    await waitFor(() => expect(slack.sockets).toHaveLength(1));
    expect(socket.isConnected()).toBe(true);
  });

  it('a disconnect notice is followed by a new socket at once, and its reason is logged', async (test) => {
    holdClock();
    const { slack, log, pauses, reconnected } = await start(test);
    for (const [times, heldMs, tried] of [
      [1, 10_001, []],
      [2, 9_000, []],
      [3, 9_000, [1]],
      [4, 10_001, [1]],
    ] as const) {
      vi.advanceTimersByTime(heldMs);
      slack.sockets
        .at(-1)
        ?.send(JSON.stringify({ type: 'disconnect', reason: 'too_many_websockets' }));
      await reconnected(times);
      expect(pauses).toEqual(tried);
    }
    expect(
      log.lines.filter((line) => line.includes('socket: Slack ends it: too_many_websockets')),
    ).toHaveLength(4);
  });
});

it('the pauses between sockets grow from a second to half a minute, with jitter', () => {
  const shortest = vi.spyOn(Math, 'random').mockReturnValue(0);
  expect([1, 2, 5, 6, 50].map(jitteredMs)).toEqual([500, 1_000, 8_000, 15_000, 15_000]);
  shortest.mockReturnValue(0.999_999);
  const longest = [1, 2, 5, 6, 50].map((attempt) => Math.round(jitteredMs(attempt)));
  expect(longest).toEqual([1_000, 2_000, 16_000, 30_000, 30_000]);
  shortest.mockRestore();
});

describe('one socket', () => {
  async function begin({ onTestFinished }: TestContext, tunnels?: Tunnels) {
    const slack = await createSlackStandIn();
    const [refused, announced, closed] = [vi.fn(), vi.fn(), vi.fn()];
    const link = createSocketLink(clientOf(slack, tunnels?.dispatcher), refused, tunnels);
    void link.closeAnnounced.then(announced);
    void link.closed.then(closed);
    onTestFinished(async () => {
      link.destroy();
      await slack.close();
    });
    return { slack, link, refused, announced, closed };
  }

  it("a socket's message is a disconnect notice by its type, not by the word in it", async (test) => {
    const { slack, link, refused, announced, closed } = await begin(test);
    await link.open();
    const others = [
      'disconnect',
      null,
      5,
      ['disconnect'],
      { disconnect: 1 },
      { type: 'x', reason: 'disconnect' },
    ];
    for (const other of others) send(slack, other);
    for (const open of slack.sockets) {
      open.send('"disconnect"{');
      open.send(Buffer.from('{"type":"disconnect"}')); // binary
    }
    send(slack, { type: 'events_api', envelope_id: 'last' }); // without a payload
    await waitFor(() => expect(refused).toHaveBeenCalledWith('malformed'));
    expect(announced).not.toHaveBeenCalled();
    send(slack, { type: 'disconnect', reason: 'warning' });
    await link.closeAnnounced;
    expect(link.isOpen()).toBe(true);
    expect(closed).not.toHaveBeenCalled();
  });

  it("a socket skips an envelope longer than any of Slack's, and goes on", async (test) => {
    const { slack, link, refused } = await begin(test);
    await link.open();
    send(slack, { type: 'disconnect', padding: 'x'.repeat(1_600_000) });
    send(slack, { type: 'disconnect', padding: 'x'.repeat(1_500_000) });
    await link.closeAnnounced;
    expect(refused.mock.calls).toEqual([['too long']]);
    expect(link.isOpen()).toBe(true);
  });

  it('a socket behind a proxy closes its connection, even if Slack does not answer the close', async (test) => {
    await using proxy = await startConnectProxy();
    const { slack, link } = await begin(test, createTunnels(ProxyUrl.parse(proxy.url)));
    await link.open();
    expect(link.isOpen()).toBe(true);
    for (const open of slack.sockets) open.pause();
    link.destroy();
    await link.closed;
    expect(link.isOpen()).toBe(false);
    await waitFor(() => expect(proxy.open).toBe(0));
  });

  it("a socket that a proxy refuses reports the proxy's answer", async (test) => {
    await using proxy = await startConnectProxy();
    proxy.answerWith(503);
    const { link } = await begin(test, createTunnels(ProxyUrl.parse(proxy.url)));
    await expect(link.open()).rejects.toMatchObject({ code: 'proxy_503' });
  });
});
