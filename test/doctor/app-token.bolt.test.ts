import { once } from 'node:events';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, it, type TestContext } from 'vitest';
import { appToken } from '../../src/doctor/slack.ts';
import { serverPort } from '../../src/ops/health.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';

const given = 'ok Socket Mode: Slack gives an address for a socket. It was not connected to.';

/** Where it listens until the test ends. */
async function listening(test: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.onTestFinished(() => void server.close());
  return `127.0.0.1:${serverPort(server)}`;
}

describe('the app token', () => {
  it('gets an address for a socket, whose host is reached, and no socket is opened', async (test) => {
    const { examine, slack } = await createExamined(test, { mode: 'socket' });
    expect(await examine(appToken)).toEqual([
      given,
      `ok The socket's host (${new URL(slack.apiUrl).host}) is reached.`,
    ]);
    expect(slack.requests).toEqual(['apps.connections.open']);
    expect(slack.connectedSockets).toBe(0);
  });

  it('is good for an address whose host is not reached', async (test) => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }]);
    const host = await listening(test, createServer({ key: pems.private, cert: pems.cert }));
    const { examine } = await createExamined(test, { mode: 'socket', publicUrl: `https://${host}` });
    expect(await examine(appToken)).toEqual([
      given,
      `PROBLEM The certificate of the socket's host (${host}) is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). → If a proxy or your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.`,
    ]);
  });

  it('is good for an address whose host resets the connection before there is TLS', async (test) => {
    const reset = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.resetAndDestroy());
    });
    const host = await listening(test, reset);
    const { examine } = await createExamined(test, { mode: 'socket', publicUrl: `https://${host}` });
    expect(await examine(appToken)).toEqual([
      given,
      expect.stringContaining(`PROBLEM The socket's host (${host}) was not reached (ECONNRESET).`),
    ]);
  });

  it.for(['directly', 'through a proxy'])(
    'is good for an address whose host hangs up on a plain request, reached %s',
    async (way, test) => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {}).once('data', () => socket.destroy());
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const proxy = await startConnectProxy();
      test.onTestFinished(async () => {
        server.close();
        await proxy.close();
      });
      const host = `127.0.0.1:${serverPort(server)}`;
      const { examine } = await createExamined(test, { mode: 'socket', publicUrl: `http://${host}` });
      const changes = way === 'directly' ? {} : { SLACK_PROXY_URL: proxy.url };
      expect(await examine(appToken, changes)).toEqual([given, `ok The socket's host (${host}) is reached.`]);
    },
  );

  it('is good for an address to which the proxy leads nobody, and it sees no ticket', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket', publicUrl: 'https://wss.bank.invalid' });
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const [first, second, ...others] = await examine(appToken, { SLACK_PROXY_URL: proxy.url });
    expect(first).toBe(given);
    expect(second).toMatch(
      /^PROBLEM The proxy answered, and did not reach the socket's host \(wss\.bank\.invalid\) itself \(proxy_502\)\. → .* ask those who run the proxy/,
    );
    expect(others).toEqual([]);
    expect(proxy.heard()).toContain('CONNECT wss.bank.invalid:443');
    expect(proxy.heard()).not.toContain('ticket=');
  });

  it('is not taken, or lacks its scope', async (test) => {
    const { examine, slack } = await createExamined(test, { mode: 'socket' });
    expect(await examine(appToken, { SLACK_APP_TOKEN: 'xapp-canary' })).toEqual([
      'PROBLEM Slack refused SLACK_APP_TOKEN (invalid_auth). → Copy the token again from the app’s settings.',
    ]);
    slack.setFailure('apps.connections.open', { error: 'missing_scope', needed: 'connections:write' });
    expect(await examine(appToken)).toEqual([
      'PROBLEM Slack refused SLACK_APP_TOKEN (missing_scope), for want of the scope connections:write. → Add the scope in the app’s settings, and install it again.',
    ]);
  });

  it('is not asked for in HTTP mode', async (test) => {
    const { examine, slack } = await createExamined(test);
    expect(await examine(appToken)).toEqual([]);
    expect(slack.requests).toEqual([]);
  });
});
