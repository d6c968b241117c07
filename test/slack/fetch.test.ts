import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSlackFetch } from '../../src/slack/fetch.ts';
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
    await expect(send(`${server.url}/commands/1`)).rejects.toMatchObject({ retryAfter });
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
