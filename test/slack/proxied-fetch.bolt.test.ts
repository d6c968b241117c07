import { expect, it, type TestContext } from 'vitest';
import { proxyUrl } from '../../src/config/values.ts';
import { createEvents, type SlackCall } from '../../src/events.ts';
import { createSlackFetch } from '../../src/slack/client.ts';
import { networkOf } from '../../src/slack/proxy.ts';
import { slackApiError } from '../../src/slack/slack-errors.ts';
import { type ConnectProxyOptions, startConnectProxy } from '../support/connect-proxy.ts';
import { holdTimeouts } from '../support/hold-timeouts.ts';
import { answering, startServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';

/** Slack behind a proxy, and what is told of each call. */
async function behindProxy(
  { onTestFinished }: TestContext,
  options?: ConnectProxyOptions,
  url = (given: string) => given,
) {
  const proxy = await startConnectProxy(options);
  const slack = await startServer((request, response) => {
    const heard: Buffer[] = [];
    request.on('data', (bytes: Buffer) => heard.push(bytes));
    request.on('end', () => {
      bodies.push(Buffer.concat(heard).toString());
      answering(200, { ok: true })(request, response);
    });
  });
  const bodies: string[] = [];
  const calls: SlackCall[] = [];
  onTestFinished(async () => {
    await proxy.close();
    await slack.close();
  });
  const send = createSlackFetch(
    `${slack.url}/api/`,
    createEvents().on('slackCall', (call) => calls.push(call)),
    networkOf(proxyUrl.parse(url(proxy.url))),
  );
  const post = (init: Parameters<typeof send>[1] = {}) =>
    send(`${slack.url}/api/auth.test`, { method: 'POST', body: 'token=1', ...init });
  const failure = () =>
    post().then(
      () => 'none',
      (error: unknown) => slackApiError(error).details,
    );
  return { proxy, slack, bodies, calls, post, failure };
}

it('goes through the proxy in a tunnel, to loopback and plain http too', async (test) => {
  const { proxy, slack, bodies, post } = await behindProxy(test);
  expect(await (await post()).json()).toEqual({ ok: true });
  expect(bodies).toEqual(['token=1']);
  expect(proxy.tunnels).toEqual([new URL(slack.url).host]);
});

it('says who it is to a proxy that asks for it, and to nobody behind it', async (test) => {
  const { proxy, slack, post } = await behindProxy(test, { credentials: 'jane:p%40ss word' }, (url) =>
    url.replace('p%40ss word', 'p%2540ss%20word'),
  );
  expect((await post()).ok).toBe(true);
  expect(slack.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(proxy.tunnels).toHaveLength(1);
});

it.for([
  [407, 'proxy_407'],
  [502, 'proxy_502'],
  [204, 'proxy_204'],
  ['hanging up', 'proxy_UND_ERR_SOCKET'],
] as const)('tells the proxy’s refusal from Slack’s: %s', async ([answer, code], test) => {
  const { proxy, slack, calls, failure } = await behindProxy(test);
  proxy.answerWith(answer);
  expect(await failure()).toEqual({ failure: 'proxy', code });
  expect(calls).toMatchObject([{ name: 'auth.test', failure: 'proxy' }]);
  expect(slack.requests).toEqual([]);
  proxy.answerWith(undefined);
  expect(await failure()).toBe('none');
});

it.for([
  ['no credentials', 'http://127.0.0.1'],
  ['wrong ones', 'http://jane:wrong@127.0.0.1'],
])('says nothing of the credentials that a proxy refuses: %s', async ([, url], test) => {
  const { failure } = await behindProxy(test, { credentials: 'jane:canary-words' }, (given) =>
    given.replace(/^http:.*@127\.0\.0\.1/, url ?? ''),
  );
  expect(await failure()).toEqual({ failure: 'proxy', code: 'proxy_407' });
});

it('says that there is no proxy', async (test) => {
  const { failure } = await behindProxy(test, undefined, () => 'http://127.0.0.1:1');
  expect(await failure()).toEqual({ failure: 'proxy', code: 'proxy_ECONNREFUSED' });
});

it('gives a silent proxy up before it would read as a silent Slack', async (test) => {
  const { proxy, failure } = await behindProxy(test);
  proxy.answerWith('silence');
  const timeouts = holdTimeouts();
  const asked = failure();
  await waitFor(() => expect(proxy.tunnels).toHaveLength(1));
  expect(timeouts.pendingMs).toEqual([5_000, 4_000]);
  timeouts.expire(4_000);
  expect(await asked).toEqual({ failure: 'proxy', code: 'proxy_timeout' });
});

it('takes a connection that breaks behind the proxy for no refusal, and makes another', async (test) => {
  const { proxy, post, failure } = await behindProxy(test);
  await post();
  proxy.breakTunnels();
  await waitFor(() => expect(proxy.open).toBe(0));
  await waitFor(async () => expect(await failure()).toBe('none'));
  expect(proxy.tunnels.length).toBeGreaterThan(1);
});

it('sends a file as Node’s own fetch does', async (test) => {
  const { bodies, slack, post } = await behindProxy(test);
  const form = new FormData();
  form.append('body', new Blob(['reference,status\nR1,✓']), 'table.csv');
  await post({ body: form });
  const [, boundary = 'none'] =
    /^multipart\/form-data; boundary=(.+)$/.exec(slack.requests[0]?.headers['content-type'] ?? '') ?? [];
  expect(bodies[0]).toContain(`--${boundary}`);
  expect(bodies[0]).toContain('filename="table.csv"');
  expect(bodies[0]).toContain('R1,✓');
});
