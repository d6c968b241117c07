import { describe, expect, it, type TestContext } from 'vitest';
import { type ConnectProxy, startConnectProxy } from './support/connect-proxy.ts';
import { pressMore } from './support/more-window.ts';
import type { RunAppOptions } from './support/run-app.ts';
import { runWithSamples } from './support/run-with-samples.ts';
import { waitFor } from './support/wait-for.ts';

/** The app with a proxy on each of its ways out. */
async function start(test: TestContext, mode: RunAppOptions['mode'] = 'http') {
  const slackProxy = await startConnectProxy({ credentials: 'jane:canary-words' });
  const serviceProxy = await startConnectProxy();
  test.onTestFinished(async () => {
    await slackProxy.close();
    await serviceProxy.close();
  });
  const env = { SLACK_PROXY_URL: slackProxy.url, TRANSFER_API_PROXY_URL: serviceProxy.url };
  const app = await runWithSamples(test, { mode, env });
  return { app, slackProxy, serviceProxy, last: () => app.answers().at(-1) };
}

/** The requests that went through, `POST /api/auth.test`; it is only over TLS that a proxy cannot read them. */
const requestsOf = (proxy: ConnectProxy) => proxy.heard().match(/(?:GET|POST) \/\S+(?= HTTP)/g) ?? [];

describe.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('all that goes to Slack goes through its proxy, and all that goes to the service through its own', async (test) => {
    const { app, slackProxy, serviceProxy, last } = await start(test, mode);
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    const messageId = last()?.id ?? '';
    await pressMore(app, messageId, 'txn:csv');
    await app.slack.pressButton({ messageId, actionId: 'txn:refresh-all' });
    await app.bot.inFlight.settled();
    expect(app.slack.files[0]?.content).toContain('GARO-5p1d6w8');

    const slackPort = new URL(app.slack.apiUrl).host;
    expect(new Set(slackProxy.tunnels)).toEqual(new Set([slackPort]));
    expect(requestsOf(slackProxy)).toEqual(
      expect.arrayContaining([
        'POST /api/auth.test',
        'POST /api/users.info',
        'POST /api/files.getUploadURLExternal',
        expect.stringMatching(/^POST \/upload\//),
        'POST /api/files.completeUploadExternal',
        expect.stringMatching(/^POST \/actions\//),
        ...(mode === 'socket'
          ? ['POST /api/apps.connections.open', expect.stringMatching(/^GET \/link\/\?ticket=/)]
          : []),
      ]),
    );
    expect(new Set(serviceProxy.tunnels)).toEqual(new Set([new URL(app.service.baseUrl).host]));
    expect(requestsOf(serviceProxy)).toHaveLength(app.service.requests.length);
  });

  it('a refusing proxy of Slack keeps an answer from being delivered, which the log says', async (test) => {
    const { app, slackProxy } = await start(test, mode);
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const messageId = app.answers().at(-1)?.id ?? '';
    slackProxy.answerWith(407);
    slackProxy.breakTunnels();
    if (mode === 'http') {
      await app.slack.pressButton({ messageId, actionId: 'txn:refresh' });
      await waitFor(() => expect(app.log.entries()).toContainEqual(expect.objectContaining({ code: 'proxy_407' })));
    } else
      await waitFor(() =>
        expect(app.log.lines.join('')).toContain('No socket to Slack yet, trying again: Slack: proxy_407'),
      );
    expect(app.log.lines.join('')).not.toMatch(/canary|amFuZTpjYW5hcnktd29yZHM/);
    slackProxy.answerWith(undefined);
    await waitFor(() => expect(app.bot.connection.isConnected()).toBe(true));
  });
});

it('a refusing proxy of the service is what the person reads of, and the log', async (test) => {
  const { app, serviceProxy, last } = await start(test);
  const ask = (text: string) => app.slack.sendCommand({ command: '/txn', text });
  serviceProxy.answerWith(407);
  await ask('GARO-8f3k2j1');
  expect(last()?.text).toBe('`GARO-8f3k2j1`: the proxy before the transfer service refused (HTTP 407).');
  expect(app.log.entries()).toContainEqual(
    expect.objectContaining({ command: 'txn', outcome: 'proxy', code: 'proxy_407', attempts: 1 }),
  );
  expect(await app.metrics.text()).toContain('outcome="proxy"');
  serviceProxy.answerWith(502);
  await ask('GARO-8f3k2j1 GARO-5p1d6w8');
  expect(last()?.text).toContain('2 not looked up');
  expect(app.service.requests).toEqual([]);
  serviceProxy.answerWith(undefined);
  await ask('GARO-8f3k2j1');
  expect(last()?.text).toMatch(/^✓ Successful/);
});
