import { describe, expect, it, type TestContext } from 'vitest';
import { type ConnectProxy, startConnectProxy } from './support/connect-proxy.ts';
import { pressMore } from './support/more-window.ts';
import type { RunAppOptions } from './support/run-app.ts';
import { runWithSamples } from './support/run-with-samples.ts';

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
});
