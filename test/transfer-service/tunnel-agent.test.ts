import { expect, it, type TestContext, vi } from 'vitest';
import { proxyUrl } from '../../src/config/values.ts';
import { createTransferApi } from '../../src/transfer-service/client.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type ConnectProxyOptions, startConnectProxy } from '../support/connect-proxy.ts';
import { startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { answering, startServer } from '../support/http-server.ts';
import { staticToken } from '../support/static-token.ts';
import { waitFor } from '../support/wait-for.ts';

/** The transfer service behind a proxy. */
async function behindProxy(
  { onTestFinished }: TestContext,
  options?: ConnectProxyOptions,
  url = (given: string) => given,
) {
  const proxy = await startConnectProxy(options);
  const service = await startServer(answering(200, transactionBody()));
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  const api = createTransferApi({
    baseUrl: service.url,
    proxy: proxyUrl.parse(url(proxy.url)),
    token: staticToken('canary-token'),
    timeoutMs: 30_000,
  });
  const lookUp = () =>
    api.transaction('GARO-8f3k2j1').then(
      ({ transaction }) => transaction.status,
      (error: unknown) => error,
    );
  return { proxy, service, lookUp };
}

const refused = (code: string, attempts: number) => ({
  failure: 'proxy',
  details: { operation: 'transaction', asked: 'GARO-8f3k2j1', code, attempts },
});

it('asks in a tunnel, to loopback and plain http too, and keeps it for the next look-up', async (test) => {
  const { proxy, service, lookUp } = await behindProxy(test);
  expect([await lookUp(), await lookUp()]).toEqual(['successful', 'successful']);
  expect(service.requests[0]?.headers.authorization).toBe('Bearer canary-token');
  expect(proxy.tunnels).toEqual([new URL(service.url).host]);
});

it('says who it is to a proxy that asks for it, and to nobody behind it', async (test) => {
  const { service, lookUp } = await behindProxy(test, { credentials: 'jane:canary-words' });
  expect(await lookUp()).toBe('successful');
  expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
});

it.for([
  [407, 'proxy_407', 1],
  [403, 'proxy_403', 1],
  [502, 'proxy_502', 3],
  [204, 'proxy_204', 3],
  ['hanging up', 'proxy_no_answer', 3],
] as const)('takes nothing that the proxy says for the service’s words: %s', async ([answer, code, tries], test) => {
  const { proxy, service, lookUp } = await behindProxy(test);
  proxy.answerWith(answer);
  expect(await lookUp()).toEqual(expect.objectContaining(refused(code, tries)));
  expect(proxy.tunnels).toHaveLength(tries);
  expect(service.requests).toEqual([]);
  proxy.answerWith(undefined);
  expect(await lookUp()).toBe('successful');
});

it('does not repeat credentials that a proxy refuses, which could lock their owner out', async (test) => {
  const { proxy, lookUp } = await behindProxy(test, { credentials: 'jane:canary-words' }, (url) =>
    url.replace('canary-words', 'wrong'),
  );
  expect(await lookUp()).toEqual(expect.objectContaining(refused('proxy_407', 1)));
  expect(proxy.tunnels).toHaveLength(1);
});

it('says that there is no proxy', async (test) => {
  const { lookUp } = await behindProxy(test, undefined, () => 'http://127.0.0.1:1');
  expect(await lookUp()).toEqual(expect.objectContaining(refused('proxy_ECONNREFUSED', 3)));
});

it('gives a silent proxy up before it would read as a silent service, and leaves no connection', async (test) => {
  const { proxy, lookUp } = await behindProxy(test);
  proxy.answerWith('silence');
  holdClock();
  const asked = lookUp();
  await waitFor(() => expect(proxy.clients).toBe(1));
  await waitFor(() => expect(proxy.tunnels).toHaveLength(1));
  vi.advanceTimersByTime(4_000);
  await waitFor(() => expect(proxy.clients).toBe(0));
  expect(await asked).toEqual(expect.objectContaining(refused('proxy_timeout', 1)));
});

it('tries again in a tunnel of its own when one breaks in the middle of an answer', async (test) => {
  const proxy = await startConnectProxy();
  const service = await startHeldServer(answering(200, transactionBody()));
  test.onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  const token = staticToken('canary-token');
  const api = createTransferApi({ baseUrl: service.url, proxy: proxyUrl.parse(proxy.url), token, timeoutMs: 30_000 });
  const asked = api.transaction('GARO-8f3k2j1');
  await waitFor(() => expect(service.held).toBe(1));
  proxy.breakTunnels();
  await waitFor(() => expect(proxy.tunnels).toHaveLength(2));
  service.open();
  expect((await asked).transaction.status).toBe('successful');
});

it('connects to an IPv6 address, and through a proxy on one', async (test) => {
  const service = await startServer(answering(200, transactionBody()), '::1');
  const proxy = await startConnectProxy({}, '::1');
  test.onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  const token = staticToken('canary-token');
  const api = createTransferApi({ baseUrl: service.url, proxy: proxyUrl.parse(proxy.url), token, timeoutMs: 30_000 });
  expect((await api.transaction('GARO-8f3k2j1')).transaction.status).toBe('successful');
  expect(proxy.tunnels).toEqual([new URL(service.url).host]);
});
