import { describe, expect, it } from 'vitest';
import { type ConnectProxy, startConnectProxy } from './support/connect-proxy.ts';
import { pressMore, runWithSamples } from './support/run-with-samples.ts';

/** The requests that went through, `POST /api/auth.test`; it is only over TLS that a proxy cannot read them. */
const requestsOf = (proxy: ConnectProxy) => proxy.heard().match(/(?:GET|POST) \/\S+(?= HTTP)/g) ?? [];

describe.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('all that goes to Slack and to the service goes through the proxy', async (test) => {
    const proxy = await startConnectProxy({ credentials: 'jane:canary-words' });
    test.onTestFinished(() => proxy.close());
    const app = await runWithSamples(test, { mode, env: { HTTP_PROXY: proxy.url } });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    const messageId = app.answers().at(-1)?.id ?? '';
    await pressMore(app, messageId, 'txn:csv');
    await app.slack.pressButton({ messageId, actionId: 'txn:refresh-all' });
    await app.bot.inFlight.settled();
    expect(app.slack.files[0]?.content).toContain('GARO-5p1d6w8');

    const hosts = [app.slack.apiUrl, app.service.baseUrl].map((url) => new URL(url).host);
    expect(new Set(proxy.tunnels)).toEqual(new Set(hosts));
    expect(requestsOf(proxy)).toEqual(
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
    expect(requestsOf(proxy).filter((each) => /^GET .*\/v1\//.test(each))).toHaveLength(app.service.requests.length);
  });
});
