import { SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { proxyUrl } from '../../src/config/values.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { createTunnels, type Tunnels } from '../../src/slack/proxy.ts';
import { createSocketLink, type SocketLink } from '../../src/slack/socket.ts';
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { type SocketSlack, startSocketSlack } from '../support/socket-slack.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

let slack: SocketSlack;
let link: SocketLink;
const malformed = vi.fn();
const [noticed, closed] = [vi.fn(), vi.fn()];
function clientOf(dispatcher?: Tunnels['dispatcher']) {
  const { client } = new SocketModeReceiver({
    appToken: 'xapp-1',
    ...(dispatcher && { dispatcher }),
    logger: createBoltLogger(logLines().logger),
    autoReconnectEnabled: false,
    clientPingTimeout: 200,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl, fetch, retryConfig: { retries: 0 } } },
  });
  return client;
}
beforeEach(async () => {
  for (const each of [malformed, noticed, closed]) each.mockClear();
  slack = await startSocketSlack();
  link = createSocketLink(clientOf(), malformed);
  void link.noticed.then(noticed);
  void link.closed.then(closed);
});
afterEach(async () => {
  link.destroy();
  await slack.close();
});

describe('a socket', () => {
  it('is not open before Slack greets', async () => {
    slack.upgrades.push('not greeted');
    const opening = link.open().catch(() => {});
    await waitFor(() => expect(slack.sockets).toHaveLength(1));
    expect(link.isOpen()).toBe(false);
    link.destroy();
    await Promise.all([opening, link.closed]);
  });

  it('that has opened is not given up when the time for that is over', async () => {
    holdClock();
    await link.open();
    vi.advanceTimersByTime(60_000);
    await fetch(`${slack.apiUrl}auth.test`); // long enough for a goodbye to arrive
    expect(link.isOpen()).toBe(true);
    expect(slack.sockets).toHaveLength(1);
  });
});

describe('what comes over it', () => {
  it('is Slack’s notice when it says so, and nothing that only holds the word', async () => {
    await link.open();
    const others = ['disconnect', null, 5, ['disconnect'], { disconnect: 1 }, { type: 'x', reason: 'disconnect' }];
    for (const other of others) slack.send(other);
    for (const open of slack.sockets) {
      open.send('"disconnect"{');
      open.send(Buffer.from('{"type":"disconnect"}')); // binary
    }
    slack.send({ type: 'events_api', envelope_id: 'last' }); // without a payload
    await waitFor(() => expect(malformed).toHaveBeenCalled());
    expect(noticed).not.toHaveBeenCalled();
    slack.send({ type: 'disconnect', reason: 'warning' });
    await link.noticed;
    expect(link.isOpen()).toBe(true);
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('a socket behind a proxy', () => {
  async function throughProxy(answer?: number) {
    const proxy = await startConnectProxy();
    onTestFinished(() => proxy.close());
    proxy.answerWith(answer);
    const tunnels = createTunnels(proxyUrl.parse(proxy.url));
    return { proxy, tunnelled: createSocketLink(clientOf(tunnels.dispatcher), malformed, tunnels) };
  }

  it.each<[string, (tunnelled: SocketLink, proxy: ConnectProxy) => void]>([
    ['Slack closes it', () => slack.sockets.forEach((open) => void open.close())],
    [
      'Slack answers no goodbye',
      (tunnelled) => {
        for (const open of slack.sockets) open.pause();
        tunnelled.destroy();
      },
    ],
    ['its tunnel breaks', (_tunnelled, proxy) => proxy.breakTunnels()],
  ])('is over and leaves no connection when %s', async (_why, end) => {
    const { proxy, tunnelled } = await throughProxy();
    await tunnelled.open();
    expect(tunnelled.isOpen()).toBe(true);
    end(tunnelled, proxy);
    await tunnelled.closed;
    expect(tunnelled.isOpen()).toBe(false);
    await waitFor(() => expect(proxy.open).toBe(0));
  });

  it('says what the proxy answered when it lets nothing through', async () => {
    const { tunnelled } = await throughProxy(503);
    await expect(tunnelled.open()).rejects.toMatchObject({ code: 'proxy_503' });
  });
});
