import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { answering, startServer } from '../support/http-server.ts';
import { createStandIns, lookUpsOf, type StandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

type Start = Parameters<StandIns['start']>;

/** What it wrote, for a start that fails. */
async function failedStart({ start }: StandIns, ...args: Start): Promise<string> {
  const words = await start(...args).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(words).toContain('txnbot ended with 1');
  return words;
}

describe.concurrent('a start that cannot be', () => {
  it.for<[string, (standIns: StandIns) => Record<string, string>, string]>([
    [
      'no token of Slack',
      () => ({ SLACK_BOT_TOKEN: 'canary-1' }),
      'SLACK_BOT_TOKEN must be a bot token',
    ],
    [
      'a wrong bot token',
      () => ({ SLACK_BOT_TOKEN: 'xoxb-canary' }),
      'Slack refused SLACK_BOT_TOKEN (invalid_auth)',
    ],
    [
      'a wrong app token',
      () => ({ SLACK_APP_TOKEN: 'xapp-canary' }),
      'Slack refused SLACK_APP_TOKEN (invalid_auth)',
    ],
    [
      'no audit log',
      () => ({ AUDIT_LOG: tmpdir() }),
      'AUDIT_LOG must name a regular file that may be written',
    ],
    [
      'no such health address',
      () => ({ HEALTH_HOST: '192.0.2.1' }),
      'HEALTH_PORT, with HEALTH_HOST, names nothing to listen at (EADDRNOTAVAIL).',
    ],
    [
      'a taken port',
      ({ service }) => ({ PORT: new URL(service.baseUrl).port }),
      ' (PORT) is in use: end what holds it, or set PORT to another one.',
    ],
    [
      'a folder in a file',
      () => ({ STATE_DIR: '/dev/null/canary' }),
      'STATE_DIR cannot be used (ENOTDIR)',
    ],
    [
      'three at once',
      () => ({
        AUDIT_LOG: '/dev/null/canary',
        HEALTH_HOST: '192.0.2.1',
        STATE_DIR: '/dev/null/canary',
      }),
      'AUDIT_LOG must name a regular file that may be written (ENOTDIR). HEALTH_PORT, with HEALTH_HOST, names nothing to listen at (EADDRNOTAVAIL). STATE_DIR cannot be used (ENOTDIR): name a folder that',
    ],
  ])('a start that fails says what is wrong: %s', async ([what, env, sentence], test) => {
    const standIns = await createStandIns(test);
    const words = await failedStart(
      standIns,
      what.includes('app') ? 'socket' : 'http',
      env(standIns),
    );
    expect(words).toContain(sentence);
    expect(words).not.toMatch(/canary|192\.0\.2/);
  });

  it('a start that fails at a proxy prints none of its credentials', async (test) => {
    const standIns = await createStandIns(test);
    await using proxy = await startConnectProxy({ credentials: 'jane:right-words' });
    const http_proxy = proxy.url.replace('right-words', 'canary-words');
    const words = await failedStart(standIns, 'http', { http_proxy });
    expect(words).toContain(
      'Slack could not be reached (proxy_407). Check the way out to slack.com, and HTTPS_PROXY',
    );
    expect(words).not.toMatch(/canary|amFuZTpjYW5hcnktd29yZHM/);
  });
});

it.concurrent('a `.env` is read where the environment says nothing else, and logged', async (test) => {
  const { slack, service } = await createStandIns(test);
  const { SLACK_BOT_TOKEN = '', ...others } = botSettings(slack, service);
  const cwd = temporaryFolder(test);
  const lines = Object.entries({ ...others, SLACK_BOT_TOKEN: 'xoxb-canary' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  writeFileSync(path.join(cwd, '.env'), lines.join('\n'));
  const bot = await startBot({ SLACK_BOT_TOKEN }, 'bundle', { cwd });
  expect(JSON.parse(bot.lines[0] ?? '').msg).toMatch(
    /^txnbot is starting, with the settings in \.env /,
  );
  expect(await bot.stop()).toBe(0);
});

it.concurrent('a start says which setting of the transfer service is wrong, before anybody asks', async (test) => {
  const { start } = await createStandIns(test);
  const [refused, gone] = [
    await start('http', { TRANSFER_API_TOKEN: 'canary-of-another' }),
    await start('http', { TRANSFER_API_BASE_URL: `http://127.0.0.1:${await freePort()}` }),
  ];
  const token = 'The bank list: the transfer service refused my token. Check TRANSFER_API_TOKEN;';
  await waitFor(() => expect(refused.lines.join()).toContain(token));
  await waitFor(() => expect(gone.lines.join()).toContain('. Check TRANSFER_API_BASE_URL;'));
});

it.concurrent('a process ends at once on a second signal', async (test) => {
  const { slack, service, start } = await createStandIns(test);
  const { process: child, ended, lines } = await start();
  void slack.sendCommand({ command: '/txn', text: 'GARO-9h4n9u1' });
  await waitFor(() => expect(lookUpsOf(service)).toHaveLength(1));
  child.kill('SIGINT');
  await waitFor(() => expect(lines.at(-1)).toContain('stopping'));
  child.kill('SIGINT');
  expect(await ended).toBe(1); // and not with 0, as when all is done
});

it.concurrent('a start opens the port at once, and is ready when Slack has taken the token', async (test) => {
  const { slack, start } = await createStandIns(test);
  const { promise: until, resolve: answer } = withResolvers<void>();
  slack.setFailure('auth.test', { until });
  const [port, healthPort] = [String(await freePort()), String(await freePort())];
  const started = start('http', { PORT: port, HEALTH_PORT: healthPort });
  const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status;
  await waitFor(() => expect(slack.requests).toContain('auth.test'));
  await waitFor(async () => expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(404));
  expect(await statusOf(`http://127.0.0.1:${healthPort}/readyz`)).toBe(503);
  answer();
  await started;
  expect(await statusOf(`http://127.0.0.1:${healthPort}/readyz`)).toBe(200);
});

it.concurrent('a start opens no socket before Slack has taken the token', async (test) => {
  const standIns = await createStandIns(test);
  await using slack = await startServer((...request) => {
    setTimeout(() => answering(200, { ok: false, error: 'invalid_auth' })(...request), 200);
  });
  const words = await failedStart(standIns, 'socket', { SLACK_API_URL: `${slack.url}/api/` });
  expect(words).toContain('Slack refused SLACK_BOT_TOKEN');
  expect(new Set(slack.requests.map(({ url }) => url))).toEqual(new Set(['/api/auth.test']));
});

it.concurrent('an app token that is revoked ends the process with 1 and one sentence', async (test) => {
  const { slack, start } = await createStandIns(test);
  const bot = await start('socket');
  slack.setFailure('apps.connections.open', { error: 'token_revoked' });
  await slack.disconnectSockets('link_disabled');
  expect(await bot.ended).toBe(1);
  expect(bot.lines.filter((line) => line.includes('"level":"fatal"'))).toEqual([
    expect.stringContaining(
      "Slack refused SLACK_APP_TOKEN (token_revoked). Copy it again from the app's settings, and restart.",
    ),
  ]);
});

it.concurrent('a process is not ready while its bot token is revoked', async (test) => {
  const { slack, start } = await createStandIns(test);
  const { healthUrl } = await start();
  const becomes = (status: number) =>
    waitFor(async () => {
      await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
      expect((await fetch(`${healthUrl}/readyz`)).status).toBe(status);
    });
  slack.setFailure('users.info', { error: 'token_revoked' });
  await becomes(503);
  slack.setFailure('users.info', undefined);
  await becomes(200);
});

it.concurrent('Slack, the transfer service and health work over IPv6', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  await using service = await startServer(answering(200, transactionBody()), '::1');
  const { healthUrl, requestUrl } = await start('http', {
    TRANSFER_API_BASE_URL: service.url,
    HEALTH_HOST: '::1',
  });
  slack.deliverTo(requestUrl.replace('127.0.0.1', '[::1]'));
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
  expect(healthUrl).toMatch(/^http:\/\/\[::1\]:/);
  expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200);
  await expect(fetch(`${healthUrl.replace('[::1]', '127.0.0.1')}/readyz`)).rejects.toThrow();
});
