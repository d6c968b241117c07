import { describe, expect, it } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answering, startServer } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

describe.concurrent('a proxy', () => {
  it('of the environment is no way to anybody', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((each) => [each, each.toLowerCase()]);
    await start('socket', Object.fromEntries(names.map((each) => [each, proxy.url])));
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
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
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
    expect(slackProxy.tunnels.length).toBeGreaterThan(0);
    expect(serviceProxy.tunnels.length).toBeGreaterThan(0);
  });
});

it.concurrent('over IPv6 Slack asks, the transfer service is asked, and health is told on one address alone', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  const service = await startServer(answering(200, transactionBody()), '::1');
  test.onTestFinished(() => service.close());
  const { healthUrl, requestUrl } = await start('http', { TRANSFER_API_BASE_URL: service.url, HEALTH_HOST: '::1' });
  slack.deliverTo(requestUrl.replace('127.0.0.1', '[::1]'));
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
  expect(healthUrl).toMatch(/^http:\/\/\[::1\]:/);
  expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200);
  await expect(fetch(`${healthUrl.replace('[::1]', '127.0.0.1')}/readyz`)).rejects.toThrow();
});
