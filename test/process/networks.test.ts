import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { expect, it } from 'vitest';
import { allowSlowHandshakes } from '../../src/async.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answering, startServer } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

it.concurrent('a proxy of the environment leads to Slack, and not to a host of NO_PROXY; a setting that went is named', async (test) => {
  const { slack, service, answers, start } = await createStandIns(test);
  const proxy = await startConnectProxy();
  test.onTestFinished(() => proxy.close());
  const { host } = new URL(service.baseUrl);
  const gone = { SLACK_PROXY_URL: 'http://jane:canary@127.0.0.1:1' };
  const { lines } = await start('socket', { http_proxy: proxy.url, NO_PROXY: `elsewhere.example, ${host}`, ...gone });
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
  expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(slack.apiUrl).host]));
  const named = lines.filter((line) => line.includes('SLACK_PROXY_URL'));
  expect(named).toEqual([expect.stringContaining('SLACK_PROXY_URL is not used any more: set HTTPS_PROXY')]);
  expect(lines.join()).not.toContain('canary');
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

/** Takes the handshake of one more connection a second after it was asked: its queue is full, and its process busy. */
const slowServer = `
  const server = require('node:net').createServer((client) => client.on('error', () => {}));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send(server.address().port));
  process.on('message', () => {
    const untilMs = Date.now() + 600;
    process.send('busy');
    while (Date.now() < untilMs);
  });`;

it('a handshake of a second is waited for where another address of the host is dead', async (test) => {
  const usualMs = getDefaultAutoSelectFamilyAttemptTimeout();
  const server = spawn(process.execPath, ['-e', slowServer], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  test.onTestFinished(() => {
    setDefaultAutoSelectFamilyAttemptTimeout(usualMs);
    server.kill();
  });
  const [port = 0]: number[] = await once(server, 'message');
  server.send('be busy');
  await once(server, 'message');
  const queued = [1, 2].map(() => connect({ port, host: '127.0.0.1' }));
  for (const client of queued) await once(client, 'connect');
  allowSlowHandshakes(8_000);
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const client = connect({ port, host: 'bank.invalid', lookup: (_host, _options, found) => found(null, addresses) });
  test.onTestFinished(() => [...queued, client].forEach((each) => void each.destroy()));
  await once(client, 'connect');
});
