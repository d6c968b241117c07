import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { proxyUrl } from '../../src/config/values.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type ConnectProxyOptions, startConnectProxy } from '../support/connect-proxy.ts';
import { holdTimeouts } from '../support/hold-clock.ts';
import { answering, startServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { apiOf, reference } from './service.ts';

/** The transfer service behind a proxy, which answers at once. */
async function behindProxy(options: ConnectProxyOptions = {}, addressOf = (url: string) => url) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const proxy = await startConnectProxy(options);
  const service = await startServer(answering(200, transactionBody()));
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await proxy.close();
    await service.close();
  });
  const api = apiOf(service.url, { proxy: proxyUrl.parse(addressOf(proxy.url)) });
  const lookUp = () =>
    api.transaction(reference).then(
      ({ transaction }) => transaction.status,
      (error: unknown) => error,
    );
  return { proxy, service, lookUp };
}

const refused = (code: string, attempts: number) =>
  expect.objectContaining({
    failure: 'proxy',
    details: { operation: 'transaction', asked: reference, code, attempts },
  });

it('asks in a tunnel, to loopback and plain http too, and keeps it for the next look-up', async () => {
  const { proxy, service, lookUp } = await behindProxy({ credentials: 'jane:canary-words' });
  expect(await lookUp()).toBe('successful');
  await setImmediate(); // undici takes a connection back a moment after its answer was read
  expect(await lookUp()).toBe('successful');
  expect(service.requests[0]?.headers.authorization).toBe('Bearer canary-token-5d41402abc4b');
  expect(service.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(proxy.tunnels).toEqual([new URL(service.url).host]);
});

it.each([
  [407, 'proxy_407', 1], // credentials that a proxy refuses, said again, could lock their owner out
  [502, 'proxy_502', 3],
  [204, 'proxy_204', 3],
  ['hanging up', 'proxy_UND_ERR_SOCKET', 3],
] as const)('takes nothing that the proxy says for the service’s words: %s', async (answer, code, tries) => {
  const { proxy, service, lookUp } = await behindProxy();
  proxy.answerWith(answer);
  expect(await lookUp()).toEqual(refused(code, tries));
  expect(proxy.tunnels).toHaveLength(tries);
  expect(service.requests).toEqual([]);
  proxy.answerWith(undefined);
  expect(await lookUp()).toBe('successful');
});

it('says that there is no proxy', async () => {
  const { lookUp } = await behindProxy({}, () => 'http://127.0.0.1:1');
  expect(await lookUp()).toEqual(refused('proxy_ECONNREFUSED', 3));
});

it('gives a silent proxy up before it would read as a silent service', async () => {
  const { proxy, lookUp } = await behindProxy();
  proxy.answerWith('silence');
  const timeouts = holdTimeouts();
  const asked = lookUp();
  await waitFor(() => expect(proxy.tunnels).toHaveLength(1));
  timeouts.expire(4_000);
  expect(await asked).toEqual(refused('proxy_timeout', 1));
});
