import { once } from 'node:events';
import { webApi } from '@slack/bolt';
import { createSlackStandIn } from 'slack-sandbox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { ProxyError } from '../../src/errors.ts';
import { createEvents } from '../../src/ops/events.ts';
import { createBoltLogger, slackApiError } from '../../src/slack/client.ts';
import {
  createConnection,
  createTokenWatch,
  explainForOperator,
} from '../../src/slack/connection.ts';
import { createMemoryState } from '../../src/store/state.ts';
import { holdClock } from '../support/hold-clock.ts';
import { answering, startServer } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { runWithSamples } from '../support/run-with-samples.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';
import { addressOf, clientOf, hearing } from './support.ts';

const signingSecret = 'not-a-secret';
const command = { command: '/txn', text: 'GARO-8f3k2j1' };

/** A connection with the real app, whose one door acks commands. */
function connect(appToken: string | undefined, slackApiUrl = 'http://127.0.0.1:1/') {
  const log = logLines();
  const connection = createConnection({
    appToken: appToken === undefined ? undefined : new Secret(appToken),
    signingSecret: new Secret(signingSecret),
    port: 0,
    address: addressOf(slackApiUrl),
    state: createMemoryState(),
    logger: createBoltLogger(log.logger),
    events: createEvents(),
  });
  const hear = hearing(connection, log.logger).mockImplementation(async (args) => {
    if ('command' in args) await args.ack();
  });
  return { connection, hear, log };
}

describe('in Socket Mode', () => {
  it('in Socket Mode an envelope is acked, and a malformed one is logged', async () => {
    const slack = await createSlackStandIn();
    const { connection, hear, log } = connect(slack.appToken, slack.apiUrl);
    onTestFinished(async () => {
      await connection.close();
      await slack.close();
    });
    await connection.start();
    const acked: unknown[] = [];
    for (const socket of slack.sockets)
      socket.on('message', (data) => acked.push(JSON.parse(String(data)).envelope_id));
    const envelope = (id: string, payload: object) => ({
      type: 'slash_commands',
      envelope_id: id,
      payload,
    });
    const sent = [envelope('e1', { canary: 'canary' }), { type: 'events_api', envelope_id: 'e2' }];
    sent.push(...['e3', 'e3', 'e4', 'e5'].map((id) => envelope(id, command)));
    hear.mockRejectedValueOnce(new Error('a listener failed'));
    for (const message of sent) slack.sockets[0]?.send(JSON.stringify(message));
    await waitFor(() => expect(acked).toHaveLength(2));
    expect(acked.sort()).toEqual(['e4', 'e5']); // without an ack, Slack says that it failed
    expect(hear).toHaveBeenCalledTimes(3);
    const said = (words: string) => log.lines.filter((line) => line.includes(words)).length;
    expect([said('was not acked'), said('Could not determine the type')]).toEqual([2, 1]);
    expect(said('canary')).toBe(0);
    expect(connection.isConnected()).toBe(true);
  });

  it('a socket is kept while Slack takes ten seconds for a pong, and closed after fifteen', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const slack = await createSlackStandIn();
    const { connection } = connect(slack.appToken, slack.apiUrl);
    onTestFinished(async () => {
      vi.useRealTimers();
      await connection.close();
      await slack.close();
    });
    await connection.start();
    const [open = expect.fail('There is no socket.')] = slack.sockets;
    const pinged = once(open, 'ping');
    vi.advanceTimersByTime(5_000);
    await pinged;
    await fetch(`${slack.apiUrl}auth.test`); // its answer arrives after the pong
    open.pause();
    vi.advanceTimersByTime(10_000);
    expect(connection.isConnected()).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(connection.isConnected()).toBe(false);
  });

  it('a command on a socket that is about to close is acked there, and answered another way', async (test) => {
    const app = await runWithSamples(test, { mode: 'socket', slowMs: 1_500 });
    holdClock();
    const delivery = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
    await waitFor(() => expect(app.service.requests).toHaveLength(1));
    await app.slack.disconnectSockets('warning');
    await waitFor(() => expect(app.slack.sockets).toHaveLength(1));
    vi.advanceTimersByTime(1_500);
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    expect(app.answers()).toMatchObject([
      { via: 'ack', text: expect.stringMatching(/^Still waiting/) },
      { via: 'response_url', text: expect.stringMatching(/^✓ Successful/) },
    ]);
    expect((await delivery).outcome).toBe('acked');
  });
});

it('in HTTP mode, `close` ends the requests that are still open after `stop`', async () => {
  const { connection, hear } = connect(undefined);
  expect(connection.isConnected()).toBe(false);
  await connection.start();
  expect(connection.isConnected()).toBe(true);
  hear.mockImplementation(() => new Promise(() => {}));
  const url = `http://127.0.0.1:${connection.port()}/slack/events`;
  const asked = send(signedPost(url, signingSecret, new URLSearchParams(command))).catch(
    () => 'hung up',
  );
  await waitFor(() => expect(hear).toHaveBeenCalledOnce());
  const stopping = connection.stop();
  expect(connection.isConnected()).toBe(false);
  const closedAtMs = performance.now();
  await connection.close();
  expect(await asked).toBe('hung up');
  await stopping;
  expect(performance.now() - closedAtMs).toBeLessThan(9_000); // ten seconds of silence end it as well
});

describe('the bot token while the process runs', () => {
  const words = (code: string) =>
    `Slack refused SLACK_BOT_TOKEN (${code}). Copy it again from the app's settings, and restart.`;

  it('a refused bot token is tried every half minute until Slack accepts it', async () => {
    holdClock();
    let answer: object = { ok: false, error: 'token_revoked' };
    await using server = await startServer((...args) => answering(200, answer)(...args));
    const { logger, entries } = logLines();
    const events = createEvents();
    const client = clientOf({ apiUrl: `${server.url}/api/` }, logger, events);
    const token = createTokenWatch(client, events, logger);
    onTestFinished(token.stop);
    token.start();
    const ours = () => entries().filter(({ from }) => from !== 'slack-libraries');

    await client.users.info({ user: 'U1' }).catch(() => {});
    expect(token.isAccepted()).toBe(false);
    vi.advanceTimersByTime(30_000);
    await waitFor(() => expect(server.requests.at(-1)?.url).toBe('/api/auth.test'));
    expect(ours()).toMatchObject([{ level: 'error', msg: words('token_revoked') }]);

    answer = { ok: true };
    await waitFor(() => {
      vi.advanceTimersByTime(30_000);
      expect(token.isAccepted()).toBe(true);
    });
    expect(ours().slice(1)).toMatchObject([
      { level: 'info', msg: 'Slack accepts SLACK_BOT_TOKEN again' },
    ]);
  });

  const refusals =
    'token_revoked account_inactive invalid_auth not_authed token_expired org_login_required team_disabled';
  it.each(refusals.split(' '))(
    'a bot token that Slack refuses with %s is logged once',
    (failure) => {
      const events = createEvents();
      const { logger, entries } = logLines();
      const token = createTokenWatch(
        clientOf({ apiUrl: 'http://127.0.0.1:1/api/' }),
        events,
        logger,
      );
      onTestFinished(token.stop);
      token.start();
      for (const name of ['users.info', 'chat.postMessage'])
        events.emit('slackCall', { name, failure, durationMs: 1 });
      expect(token.isAccepted()).toBe(false);
      expect(entries()).toMatchObject([{ msg: words(failure) }]);
    },
  );

  it('the bot token counts as accepted when Slack refuses one call, or another token', async () => {
    const events = createEvents();
    const { logger, lines } = logLines();
    const token = createTokenWatch(clientOf({ apiUrl: 'http://127.0.0.1:1/api/' }), events, logger);
    token.start();
    for (const [name, failure] of [
      ['users.info', 'missing_scope'],
      ['chat.postMessage', 'channel_not_found'],
      ['users.info', 'http_503'],
      ['response_url', 'http_404'],
      ['apps.connections.open', 'token_revoked'], // which ends the process
    ] as const)
      events.emit('slackCall', { name, failure, durationMs: 1 });
    expect(token.isAccepted()).toBe(true);
    expect(lines).toEqual([]);
  });
});

const platform = (error: string) =>
  slackApiError(new webApi.WebAPIPlatformError({ ok: false, error }));
const request = (code: string) =>
  slackApiError(new webApi.WebAPIRequestError(Object.assign(new Error('canary'), { code })));

it.each<[unknown, RegExp]>([
  [platform('invalid_auth'), /^Slack refused SLACK_BOT_TOKEN \(invalid_auth\)\. Copy it/],
  [platform('fatal_error'), /^Slack answered with fatal_error\. Try again;/],
  [request('ENOTFOUND'), /^Slack could not be reached \(ENOTFOUND\)\. Check the way/],
  [
    slackApiError(new webApi.WebAPIHTTPError(502, 'canary', {})),
    /^Slack could not be reached \(http_502\)\./,
  ],
  [
    slackApiError(new ProxyError(407)),
    /^Slack could not be reached \(proxy_407\)\. Check the way .* HTTPS_PROXY/,
  ],
  [
    new AggregateError([new Error('No disk.'), new Error('No port.')]),
    /^txnbot cannot run: No disk\. No port\.$/,
  ],
  [new Error('no disk'), /^txnbot cannot run: no disk$/],
])('a sentence says why txnbot does not start, or ends: %s', (error, sentence) => {
  expect(explainForOperator(error)).toMatch(sentence);
  expect(explainForOperator(error)).not.toContain('canary');
});
