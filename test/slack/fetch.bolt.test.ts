import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEvents, type SlackCall } from '../../src/events.ts';
import { createSlackFetch } from '../../src/slack/client.ts';
import { startHeldServer } from '../support/held-server.ts';
import { holdTimeouts } from '../support/hold-timeouts.ts';
import { answering, startServer, type TestServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(...answer: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...answer);
  servers.push(server);
  return server;
}

describe('the way out to Slack', () => {
  it('leads to the configured host', async () => {
    const server = await serve(answering(200, { ok: true }));
    const response = await createSlackFetch(`${server.url}/api/`)(`${server.url}/commands/1`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.ok).toBe(true);
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/commands/1' });
  });

  it('takes so many calls at once, and the others in turn', async () => {
    const server = await startHeldServer((_request, response) => response.end('{}'));
    servers.push(server);
    const send = createSlackFetch(`${server.url}/api/`);
    const calls = Array.from({ length: 200 }, () => send(`${server.url}/commands/1`, { method: 'POST', body: '{}' }));
    await waitFor(() => expect(server.held).toBe(64));
    await server.arrived();
    expect(server.held).toBe(64);
    server.open();
    const responses = await Promise.all(calls);
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(server.most).toBe(64);
  });

  it.each([
    'https://slack.com/api/chat.postMessage',
    'https://hooks.slack.com/commands/T1/2/3',
    'https://files.slack.com/upload/v1/x',
    'https://slack-gov.com/api/auth.test',
    'https://hooks.slack-gov.com/actions/T1/2/3',
    'https://files.slack-gov.com/upload/v1/x',
  ])('leads to %s, and follows nobody from there', async (url) => {
    const network = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('ok'));
    await createSlackFetch(undefined)(url, { method: 'POST', body: '{}', redirect: 'follow' });
    expect(network).toHaveBeenCalledExactlyOnceWith(
      url,
      expect.objectContaining({ method: 'POST', redirect: 'error', signal: expect.any(AbortSignal) }),
    );
    network.mockRestore();
  });

  it.each([
    'https://hooks.slack.com.evil.example/x',
    'http://hooks.slack.com/x',
    'https://evil.example/hooks.slack.com',
  ])('does not lead to %s, whatever a payload says', async (url) => {
    await expect(createSlackFetch(undefined)(url)).rejects.toThrow('not Slack');
  });

  it('does not lead to another port of the configured host', async () => {
    const other = await serve(answering(200, ''));
    await expect(createSlackFetch('http://127.0.0.1:1/api/')(`${other.url}/x`)).rejects.toThrow('not Slack');
    expect(other.requests).toHaveLength(0);
  });

  it('follows no redirect', async () => {
    const elsewhere = await serve(answering(200, ''));
    const server = await serve(answering(307, '', { location: `${elsewhere.url}/steal` }));
    await expect(createSlackFetch(server.url)(server.url, { method: 'POST', body: 'x' })).rejects.toThrow();
    expect(elsewhere.requests).toHaveLength(0);
  });

  it.each([
    [{ 'retry-after': '7' }, 7],
    [{}, 1],
    [{ 'retry-after': 'soon' }, 1],
  ])('says how long a limited response_url is to be left alone: %j', async (headers, retryAfter) => {
    const server = await serve(answering(429, '', headers));
    const send = createSlackFetch(`${server.url}/api/`);
    await expect(send(`${server.url}/commands/1`)).rejects.toMatchObject({
      details: { failure: 'rate_limited', retryAfterMs: retryAfter * 1_000 },
    });
    expect((await send(`${server.url}/api/chat.postMessage`)).status).toBe(429); // whose client reads it itself
  });

  it('gives up after five seconds', async () => {
    const server = await serve(() => {});
    const timeouts = holdTimeouts();
    const call = createSlackFetch(server.url)(server.url);
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(timeouts.pendingMs).toEqual([5_000]);
    timeouts.expire(5_000);
    await expect(call).rejects.toThrow(/timeout/i);
  });
});

describe('what is told of a call', () => {
  /** The one call to this path, answered so. */
  async function told(path: string, ...answer: Parameters<typeof answering>) {
    const server = await serve(answering(...answer));
    const calls: SlackCall[] = [];
    const startedAtMs = performance.now();
    await createSlackFetch(
      `${server.url}/api/`,
      createEvents().on('slackCall', (call) => calls.push(call)),
    )(server.url + path).catch(() => {});
    expect(calls).toHaveLength(1);
    expect(calls[0]?.durationMs).toBeGreaterThan(0);
    expect(calls[0]?.durationMs).toBeLessThanOrEqual(performance.now() - startedAtMs);
    return calls[0];
  }

  it.each([
    ['/api/users.info', 'users.info'],
    ['/api/usergroups.users.list', 'usergroups.users.list'],
    ['/api/auth.test/x', 'response_url'],
    ['/upload/v1/secret', 'file upload'],
    ['/commands/T1/2/secret', 'response_url'],
    ['/x/upload/', 'response_url'],
  ])('is its name, never its address: %s', async (path, name) => {
    expect(await told(path, 200, { ok: true })).toMatchObject({ name, failure: undefined });
  });

  it.each<[string, Parameters<typeof answering>, string | undefined]>([
    ['Slack took it', [200, { ok: true }], undefined],
    ['there is no word at all', [200, 'ok', { 'content-type': 'text/plain' }], undefined],
    [
      'what is no JSON looks like a word',
      [200, '{"ok":false,"error":"x"}', { 'content-type': 'text/html' }],
      undefined,
    ],
    ['there is no such word', [200, []], undefined],
    ['it is no JSON', [200, '{'], undefined],
    ['it is nothing', [200, 'null'], undefined],
    ['Slack said no', [200, { ok: false, error: 'channel_not_found' }], 'channel_not_found'],
    ['Slack said no, and not why', [200, { ok: false }], 'refused'],
    ['its word may be anything', [200, { ok: false, error: 'for Jane_Doe' }], 'refused'],
    ['its word may be longer than any', [200, { ok: false, error: `${'x'.repeat(61)}` }], 'refused'],
    ['its word has a number behind it', [200, { ok: false, error: 'x0123456789' }], 'refused'],
    ['Slack stumbled', [503, { ok: false, error: 'x' }], 'http_503'],
  ])('is why it failed, where %s', async (_what, answer, failure) => {
    expect((await told('/api/users.info', ...answer))?.failure).toBe(failure);
  });

  it('is whether Slack was silent or not there', async () => {
    const calls: SlackCall[] = [];
    const timeouts = holdTimeouts();
    const server = await startHeldServer((_request, response) => response.end('{}'));
    servers.push(server);
    const asked = createSlackFetch(
      `${server.url}/api/`,
      createEvents().on('slackCall', (call) => calls.push(call)),
    )(`${server.url}/api/users.info`);
    const outcome = expect(asked).rejects.toThrow();
    await waitFor(() => expect(server.held).toBe(1));
    timeouts.expire(5_000);
    await outcome;
    await expect(
      createSlackFetch(
        'http://127.0.0.1:1/',
        createEvents().on('slackCall', (call) => calls.push(call)),
      )('http://127.0.0.1:1/api/x.y'),
    ).rejects.toThrow();
    expect(calls.map(({ failure }) => failure)).toEqual(['timeout', 'unreachable']);
  });
});
