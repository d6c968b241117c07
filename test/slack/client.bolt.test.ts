import { RespondError, webApi } from '@slack/bolt';
import { describe, expect, it, vi } from 'vitest';
import { ProxyUrl } from '../../src/config/proxy-settings.ts';
import { ProxyError } from '../../src/errors.ts';
import { createEvents, type SlackCall } from '../../src/ops/events.ts';
import {
  createBoltLogger,
  createNetworkFetch,
  createSlackFetch,
  slackApiError,
} from '../../src/slack/client.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { endless } from '../support/endless.ts';
import { startHeldServer } from '../support/held-server.ts';
import { holdTimeouts } from '../support/hold-clock.ts';
import { answering, startServer } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';

const heldServer = () => startHeldServer((_request, response) => response.end('{}'));

describe('the way out to Slack', () => {
  it("the client sends to Slack's hosts and the configured one alone, whatever a payload says", async () => {
    const network = vi.fn(async () => new Response('ok'));
    const send = createSlackFetch('http://127.0.0.1:1/api/', undefined, network);
    const init = { method: 'POST', body: '{}', redirect: 'follow' } as const;
    const hosts = ['', 'hooks.', 'files.'].flatMap((part) => [
      `${part}slack.com`,
      `${part}slack-gov.com`,
    ]);
    const allowed = [
      ...hosts.map((host) => `https://${host}/api/x`),
      'http://127.0.0.1:1/commands/1',
    ];
    for (const url of allowed) {
      await send(url, init);
      const sent = {
        method: 'POST',
        body: '{}',
        redirect: 'error',
        signal: expect.any(AbortSignal),
      };
      expect(network).toHaveBeenLastCalledWith(url, sent);
    }
    for (const url of [
      'https://hooks.slack.com.evil.example/x',
      'http://hooks.slack.com/x',
      'https://evil.example/hooks.slack.com',
      'http://127.0.0.1:2/x',
    ])
      await expect(send(url, init)).rejects.toThrow('not Slack');
    expect(network).toHaveBeenCalledTimes(allowed.length);
    await expect(
      createSlackFetch('https://slack.com/api/')('http://127.0.0.1:1/api/'),
    ).rejects.toThrow('not Slack');
  });

  it('the client limits the Slack calls at once, and queues the others', async () => {
    await using server = await heldServer();
    const send = createSlackFetch(`${server.url}/api/`);
    const calls = Array.from({ length: 200 }, () =>
      send(`${server.url}/commands/1`, { method: 'POST', body: '{}' }),
    );
    await waitFor(() => expect(server.held).toBe(64));
    await server.arrived();
    expect(server.held).toBe(64);
    server.open();
    const responses = await Promise.all(calls);
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(server.most).toBe(64);
  });

  it.each(['/api/users.info', '/commands/1'])(
    'reads no more than a megabyte of what %s answers',
    async (path) => {
      await using server = await startServer(endless({ 'content-type': 'application/json' }));
      const asked = createSlackFetch(`${server.url}/api/`)(server.url + path);
      await expect(asked).rejects.toMatchObject({ code: 'too_large' });
    },
  );

  it.each([
    [{ 'retry-after': '7' }, 7],
    [{}, 1],
    [{ 'retry-after': 'soon' }, 1],
  ])(
    'the error of a rate-limited response_url states its Retry-After: %j',
    async (headers, retryAfter) => {
      await using server = await startServer(answering(429, '', headers));
      const send = createSlackFetch(`${server.url}/api/`);
      await expect(send(`${server.url}/commands/1`)).rejects.toMatchObject({
        details: { failure: 'rate_limited', retryAfterMs: retryAfter * 1_000 },
      });
      expect((await send(`${server.url}/api/chat.postMessage`)).status).toBe(429); // whose client reads it itself
    },
  );
});

const recording = () => {
  const calls: SlackCall[] = [];
  return { calls, events: createEvents().on('slackCall', (call) => calls.push(call)) };
};

describe('the event of a call', () => {
  it.each<[string, string, string | undefined, ...Parameters<typeof answering>]>([
    ['/api/users.info', 'users.info', undefined, 200, { ok: true }],
    // Its name, never its address.
    ['/api/auth.test/x', 'response_url', undefined, 200, { ok: true }],
    ['/upload/v1/secret', 'file upload', undefined, 200, { ok: true }],
    [
      '/commands/T1/2/secret',
      'response_url',
      undefined,
      200,
      'ok',
      { 'content-type': 'text/plain' },
    ],
    // Its failure is a word of Slack's, and nothing that may be anything.
    [
      '/api/x.y',
      'x.y',
      undefined,
      200,
      '{"ok":false,"error":"x"}',
      { 'content-type': 'text/html' },
    ],
    ['/api/x.y', 'x.y', 'channel_not_found', 200, { ok: false, error: 'channel_not_found' }],
    ['/api/x.y', 'x.y', 'refused', 200, { ok: false, error: 'for Jane_Doe' }],
    ['/api/x.y', 'x.y', 'refused', 200, { ok: false, error: 'x'.repeat(61) }],
    ['/api/x.y', 'x.y', 'http_503', 503, { ok: false, error: 'x' }],
  ])(
    '%s is %s, and failed with %s, where Slack says %s %j',
    async (path, name, failure, ...answer) => {
      await using server = await startServer(answering(...answer));
      const { calls, events } = recording();
      const startedAtMs = performance.now();
      await createSlackFetch(`${server.url}/api/`, events)(server.url + path).catch(() => {});
      expect(calls).toEqual([{ name, failure, durationMs: expect.any(Number) }]);
      expect(calls[0]?.durationMs).toBeGreaterThan(0);
      expect(calls[0]?.durationMs).toBeLessThanOrEqual(performance.now() - startedAtMs);
    },
  );

  it('the event of a Slack call says whether Slack timed out after five seconds or was unreachable', async () => {
    const timeouts = holdTimeouts();
    await using server = await heldServer();
    const { calls, events } = recording();
    const asked = createSlackFetch(`${server.url}/api/`, events)(`${server.url}/api/users.info`);
    const outcome = expect(asked).rejects.toThrow(/timeout/i);
    await waitFor(() => expect(server.held).toBe(1));
    expect(timeouts.pendingMs).toContain(5_000);
    timeouts.expire(5_000);
    await outcome;
    const nowhere = 'http://127.0.0.1:1/api/';
    await expect(createSlackFetch(nowhere, events)(`${nowhere}x.y`)).rejects.toThrow();
    expect(calls.map(({ failure }) => failure)).toEqual(['timeout', 'unreachable']);
  });
});

it.each([
  ['a redirect', 'unexpected redirect', 'unexpected_redirect'],
  ['a port that fetch never asks', 'bad port', 'bad_port'],
  ['no words that are known to be safe', 'no way to https://canary.example', 'Error'],
])(
  'what is told of Slack names the cause, where fetch says it in words alone: %s',
  (_what, words, code) => {
    const failed = new TypeError('fetch failed', { cause: new Error(words) });
    const { details } = slackApiError(new webApi.WebAPIRequestError(failed));
    expect(details).toMatchObject({ failure: 'unreachable', code });
  },
);

it('a redirect is named as the cause, as by a login page in between', async () => {
  await using server = await startServer((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/canary' }).end(),
  );
  const call = createSlackFetch(`${server.url}/api/`)(`${server.url}/api/auth.test`);
  expect(slackApiError(await call.catch((error: unknown) => error)).details.code).toBe(
    'unexpected_redirect',
  );
});

// How a proxy fails is the table of `transfer-service/proxy`.
it('a proxy’s refusal is told from Slack’s', async () => {
  await using proxy = await startConnectProxy();
  await using slack = await startServer(answering(200, { ok: true }));
  const { calls, events } = recording();
  const send = createSlackFetch(
    `${slack.url}/api/`,
    events,
    createNetworkFetch(ProxyUrl.parse(proxy.url)),
  );
  proxy.answerWith(407);
  const refused = await send(`${slack.url}/api/auth.test`, {
    method: 'POST',
    body: 'token=1',
  }).catch(slackApiError);
  expect(refused).toMatchObject({ details: { failure: 'proxy', code: 'proxy_407' } });
  expect(calls).toMatchObject([{ name: 'auth.test', failure: 'proxy' }]);
  expect(slack.requests).toEqual([]);
});

describe('an error of Slack’s', () => {
  const platform = (error: string, more: object = {}) =>
    new webApi.WebAPIPlatformError({ ok: false, error, ...more });
  const network = (code: string) =>
    Object.assign(new Error('https://hooks.slack.com/canary'), { code });
  const request = (error: Error) => new webApi.WebAPIRequestError(error);
  const behindProxy = new TypeError('canary', { cause: new ProxyError(407) });

  it.each<[unknown, string, string]>([
    [platform('channel_not_found'), 'channel_not_found', 'refused'],
    [platform('<html>canary</html>'), 'no_json', 'http_status'],
    [new RespondError('https://hooks.slack.com/canary', 400), 'http_400', 'refused'],
    [new RespondError('https://hooks.slack.com/canary', 404), 'http_404', 'http_status'],
    [new webApi.WebAPIRateLimitedError(1), 'ratelimited', 'rate_limited'],
    [new webApi.WebAPIHTTPError(502, '', {}), 'http_502', 'http_status'],
    [
      new Error('https://hooks.slack.com/canary', { cause: network('ECONNRESET') }),
      'ECONNRESET',
      'unreachable',
    ],
    [request(behindProxy), 'proxy_407', 'proxy'],
    [behindProxy, 'proxy_407', 'proxy'],
    ['canary', 'unknown', 'unreachable'],
  ])(
    '%o gets the code %j and the failure %s, and no address stays in it',
    (thrown, code, failure) => {
      const error = slackApiError(thrown);
      expect(error.details).toMatchObject({ code, failure });
      expect(slackApiError(error)).toBe(error);
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('canary');
    },
  );

  const lasting =
    'unknown_method method_deprecated invalid_token no_permission invalid_auth account_inactive access_denied';
  const others =
    'user_removed_from_team team_disabled not_enabled org_login_required enterprise_is_restricted';
  const passing =
    'channel_not_found channel_access_denied restricted_action messages_tab_disabled team_added_to_org no_such_subteam';
  it.each([
    [true, `missing_scope ${lasting} ${others}`],
    [false, `internal_error ratelimited ${passing}`],
  ])("a Slack error counts as an operator's to mend: %s, by its code: %s", (isLasting, codes) => {
    for (const code of codes.split(' '))
      expect(slackApiError(platform(code)).isLasting, code).toBe(isLasting);
  });
});

it("a log line of Slack's libraries is kept, but for the debug lines, which hold payloads", () => {
  const { logger, entries } = logLines();
  const boltLogger = createBoltLogger(logger);
  boltLogger.debug('payload');
  boltLogger.info('connected', 1);
  boltLogger.error(new Error('gone'));
  expect(boltLogger.getLevel()).toBe('info');
  expect(entries()).toMatchObject([
    { level: 'info', msg: 'connected 1', from: 'slack-libraries' },
    { level: 'error', msg: 'gone' },
  ]);
});
