import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, it, type TestContext } from 'vitest';
import { listenOn, serverPort } from '../../src/ops/guarded-server.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answering } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** Names that no resolver knows. */
const name = 'transfers.bank.invalid';
const slackName = 'slack.bank.invalid';

/**
 * The transfer service, and Slack, with a certificate of a company's own, and the file that vouches
 * for it.
 */
async function companyService(test: TestContext, slackUrl: string) {
  const altNames = [name, slackName, 'localhost'].map((value) => ({ type: 2 as const, value }));
  const pems = await generate([{ name: 'commonName', value: name }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const tls = { key: pems.private, cert: pems.cert };
  const server = createServer(tls, answering(200, transactionBody()));
  await listenOn(server, 0, '127.0.0.1');
  /** Slack over TLS. */
  const front = createTlsServer(tls, (client) => {
    const inside = connect(Number(new URL(slackUrl).port), '127.0.0.1');
    client.on('error', () => {}).pipe(inside);
    inside.on('error', () => {}).pipe(client);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const caFile = path.join(temporaryFolder(test), 'ca.pem');
  writeFileSync(caFile, pems.cert);
  test.onTestFinished(() => {
    front.close();
    server.close();
    server.closeAllConnections();
  });
  return { tls, caFile, port: serverPort(server), slackPort: serverPort(front) };
}

it('NODE_EXTRA_CA_CERTS is trusted for the service, Slack and the proxy', async (test) => {
  const { slack, service, answers, start } = await createStandIns(test, {
    publicUrl: `https://${slackName}`,
  });
  const { tls, caFile, port, slackPort } = await companyService(test, slack.apiUrl);
  const proxy = await startConnectProxy({
    tls,
    credentials: 'jane:canary-words',
    hosts: { [`${name}:443`]: `127.0.0.1:${port}`, [`${slackName}:443`]: `127.0.0.1:${slackPort}` },
  });
  test.onTestFinished(() => proxy.close());
  const { lines } = await start('socket', {
    SLACK_PROXY_URL: 'http://jane:canary@127.0.0.1:1', // of an earlier version
    NODE_EXTRA_CA_CERTS: caFile,
    SLACK_API_URL: `https://${slackName}/api/`,
    HTTPS_PROXY: proxy.url,
    TRANSFER_API_BASE_URL: `https://${name}`,
  });
  const named = lines.filter((line) => line.includes('SLACK_PROXY_URL'));
  expect(named).toEqual([
    expect.stringContaining('SLACK_PROXY_URL is not used any more: set HTTPS_PROXY'),
  ]);
  expect(lines.join()).not.toContain('canary');
  expect(slack.sockets).toHaveLength(1);
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
  const card = answers().at(-1);
  await slack.pressButton({ messageId: card?.id ?? '', actionId: 'txn:share' });
  await waitFor(() => expect(slack.requests).toContain('response_url'));
  expect(new Set(proxy.tunnels)).toEqual(new Set([`${slackName}:443`, `${name}:443`]));
  for (const secret of [slack.botToken, slack.appToken, service.token])
    expect(proxy.heard()).not.toContain(secret);
  expect(proxy.heard()).not.toMatch(/GARO|ticket|GET |POST |Bearer|Upgrade/i);
  const before = proxy.tunnels.length;
  proxy.breakTunnels();
  await waitFor(() => expect(proxy.tunnels.length).toBeGreaterThan(before));
  await waitFor(() => expect(slack.sockets).toHaveLength(1));
  await slack.sendCommand({ command: '/bank', text: 'zenith' });
  await waitFor(() => expect(answers().at(-1)?.text).toContain('The bank list'));
});
