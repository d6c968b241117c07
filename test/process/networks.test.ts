import { describe, expect, it } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answering, startServer } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';

describe.concurrent('a proxy', () => {
  it.for(['http', 'socket'] as const)('of the environment is no way to anybody, in %s mode', async (mode, test) => {
    const { slack, answers, start } = await createStandIns(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((each) => [each, each.toLowerCase()]);
    await start(mode, Object.fromEntries(names.map((each) => [each, proxy.url])));
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
    expect(proxy.heard()).toBe('');
  });

  it('that is set has no exemption in the environment', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const [slackProxy, serviceProxy] = [await startConnectProxy(), await startConnectProxy()];
    test.onTestFinished(async () => {
      await slackProxy.close();
      await serviceProxy.close();
    });
    await start('socket', {
      SLACK_PROXY_URL: slackProxy.url,
      TRANSFER_API_PROXY_URL: serviceProxy.url,
      NO_PROXY: '*',
      no_proxy: 'localhost,127.0.0.1',
    });
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
    expect(slackProxy.tunnels.length).toBeGreaterThan(0);
    expect(serviceProxy.tunnels.length).toBeGreaterThan(0);
  });

  it('that refuses ends the start, which says nothing of its credentials', async (test) => {
    const { start } = await createStandIns(test);
    const proxy = await startConnectProxy({ credentials: 'jane:right-words' });
    test.onTestFinished(() => proxy.close());
    const url = proxy.url.replace('right-words', 'canary-words');
    const words = await start('http', { SLACK_PROXY_URL: url }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(words).toContain('txnbot ended with 1');
    expect(words).toContain('The proxy of SLACK_PROXY_URL let nothing through to Slack (proxy_407).');
    expect(words).not.toMatch(/canary|amFuZTpjYW5hcnktd29yZHM/);
  });
});

it.concurrent('over IPv6 Slack asks, the transfer service is asked, and health is told on one address alone', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  const service = await startServer(answering(200, transactionBody()), '::1');
  test.onTestFinished(() => service.close());
  const { healthUrl, requestUrl } = await start('http', { TRANSFER_API_BASE_URL: service.url, HEALTH_HOST: '::1' });
  slack.deliverTo(requestUrl.replace('127.0.0.1', '[::1]'));
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
  expect(healthUrl).toMatch(/^http:\/\/\[::1\]:/);
  expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200);
  await expect(fetch(`${healthUrl.replace('[::1]', '127.0.0.1')}/readyz`)).rejects.toThrow();
});
