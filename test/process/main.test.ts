import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { answering, startServer } from '../support/http-server.ts';
import { signedPost } from '../support/signed-post.ts';
import { createStandIns, type StandIns } from '../support/stand-ins.ts';
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
  it('prints every problem of the configuration at once, never a value', async (test) => {
    const words = await failedStart(await createStandIns(test), 'http', {
      SLACK_BOT_TOKEN: 'canary-1',
      PORT: 'canary-2',
      TRANSFER_API_TOKEN: '',
    });
    expect(words).toMatch(/SLACK_BOT_TOKEN must be a bot token/);
    expect(words).toMatch(/PORT must be a whole number/);
    expect(words).toMatch(/TRANSFER_API_TOKEN is missing/);
    expect(words).not.toContain('canary');
  });

  it.for<[string, ...Start, string]>([
    ['a wrong bot token', 'http', { SLACK_BOT_TOKEN: 'xoxb-canary' }, 'Slack refused SLACK_BOT_TOKEN (invalid_auth)'],
    ['a wrong app token', 'socket', { SLACK_APP_TOKEN: 'xapp-canary' }, 'Slack refused SLACK_APP_TOKEN (invalid_auth)'],
    ['nobody at Slack', 'http', { SLACK_API_URL: 'http://127.0.0.1:1/api/' }, 'Slack could not be reached'],
  ])('says which thing is wrong: %s', async ([_what, mode, env, sentence], test) => {
    const words = await failedStart(await createStandIns(test), mode, env);
    expect(words).toContain(sentence);
    expect(words).not.toContain('canary');
  });

  it('says that an install for a whole organisation is none for a workspace', async (test) => {
    const standIns = await createStandIns(test);
    standIns.slack.setIdentity({ team_id: 'E0GROUP00', enterprise_id: 'E0GROUP00', is_enterprise_install: true });
    const words = await failedStart(standIns, 'http');
    expect(words).toContain('is installed for a whole organisation, and it answers one workspace');
    expect(words).not.toContain('is answering');
  });

  it('says which port is taken', async (test) => {
    const standIns = await createStandIns(test);
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    expect(await failedStart(standIns, 'http', { PORT: port })).toContain(`Port ${port} is in use`);
    expect(await failedStart(standIns, 'http', { HEALTH_PORT: port })).toContain(`Port ${port} is in use`);
    taken.close();
  });
});

describe.concurrent('a `.env` in the working directory', () => {
  const startIn = async (test: TestContext, settings: Record<string, string>, env: Record<string, string> = {}) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
    test.onTestFinished(() => rmSync(folder, { recursive: true }));
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path.join(folder, '.env'), lines.join(''));
    return startBot(env, 'bundle', { cwd: folder });
  };

  it('is read where the environment says nothing else, and the first line of the log says so', async (test) => {
    const { slack, service } = await createStandIns(test);
    const settings = botSettings(slack, service);
    const { SLACK_BOT_TOKEN = '' } = settings;
    const bot = await startIn(test, { ...settings, SLACK_BOT_TOKEN: 'xoxb-canary' }, { SLACK_BOT_TOKEN });
    expect(JSON.parse(bot.lines[0] ?? '').msg).toMatch(/^txnbot is starting, with the settings in \.env /);
    expect(await bot.stop()).toBe(0);
  });

  it('or that there is none, is said beside what is wrong', async (test) => {
    await expect(startIn(test, { ALLOWED_CHANNELS: '#payments' })).rejects.toThrow(
      /the configuration is wrong \(\.env was read\):\s[\s\S]*ALLOWED_CHANNELS is set and names nothing/,
    );
    expect(await failedStart(await createStandIns(test), 'http', { PORT: 'x' })).toContain('(no .env in the working');
  });
});

describe.concurrent.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('ends at once on a second signal', async (test) => {
    const { slack, service, start } = await createStandIns(test);
    const { process: child, ended, lines } = await start(mode);
    void slack.sendCommand({ command: '/txn', text: 'GARO-9h4n9u1' });
    await waitFor(() => expect(service.requests).toHaveLength(1));
    child.kill('SIGINT');
    await waitFor(() => expect(lines.at(-1)).toContain('stopping'));
    child.kill('SIGINT');
    expect(await ended).toBe(1); // and not with 0, as when all is done
  });
});

describe.concurrent('a start', () => {
  it('opens the port while Slack looks at the token, and is ready when Slack has taken it', async (test) => {
    const { start } = await createStandIns(test);
    const waiting: (() => void)[] = [];
    const slack = await startServer((request, response) => {
      waiting.push(() => answering(200, { ok: true, team_id: 'T0HERE' })(request, response));
    });
    test.onTestFinished(() => slack.close());
    const [port, healthPort] = [String(await freePort()), String(await freePort())];
    const started = start('http', { SLACK_API_URL: `${slack.url}/api/`, PORT: port, HEALTH_PORT: healthPort });
    const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status;
    await waitFor(() => expect(slack.requests.some(({ url }) => url === '/api/auth.test')).toBe(true));
    await waitFor(async () => expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(404));
    expect(await statusOf(`http://127.0.0.1:${healthPort}/readyz`)).toBe(503);
    for (const answer of waiting) answer();
    await started;
    expect(await statusOf(`http://127.0.0.1:${healthPort}/readyz`)).toBe(200);
  });

  it('opens no socket before Slack has taken the token: what Slack hands out there would be acked, and lost', async (test) => {
    const standIns = await createStandIns(test);
    const slack = await startServer(async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      answering(200, { ok: false, error: 'invalid_auth' })(request, response);
    });
    test.onTestFinished(() => slack.close());
    const words = await failedStart(standIns, 'socket', { SLACK_API_URL: `${slack.url}/api/` });
    expect(words).toContain('Slack refused SLACK_BOT_TOKEN');
    expect(slack.requests.map(({ url }) => url)).not.toContain('/api/apps.connections.open');
    expect(slack.requests.map(({ url }) => url)).toContain('/api/auth.test');
  });
});

describe.concurrent('a socket that goes away', () => {
  it('is opened again, and answers', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const { healthUrl } = await start('socket');
    slack.setFailure('apps.connections.open', { status: 500 });
    void slack.disconnectSockets('refresh_requested');
    await waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(503));
    slack.setFailure('apps.connections.open', undefined);
    await waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200));
    await slack.sendCommand({ command: '/bank', text: 'zenith' });
    expect(answers().at(-1)?.text).toContain('zenith');
  });
});

it.concurrent('what ships hears nobody but Slack', async (test) => {
  const { slack, start } = await createStandIns(test);
  const { requestUrl } = await start('http');
  const statusOf = async (change: (signature: string) => string) => {
    const { headers, body } = signedPost(requestUrl, slack.signingSecret, new URLSearchParams({ command: '/bank' }));
    const signature = change(headers['x-slack-signature'] ?? '');
    const response = await fetch(requestUrl, {
      method: 'POST',
      body,
      headers: { ...headers, 'x-slack-signature': signature },
    });
    return response.status;
  };
  const lastDigit = (signature: string) => (signature.endsWith('0') ? '1' : '0');
  expect(await statusOf((right) => right.slice(0, -1) + lastDigit(right))).toBe(401);
  expect(await statusOf((right) => right.slice(0, -1))).toBe(401);
  expect(await statusOf((right) => `${right}0`)).toBe(401);
  expect(await statusOf((right) => right.replace('v0', 'v1'))).toBe(401);
  expect(await statusOf(() => 'v0=')).toBe(401);
  expect(await statusOf((right) => right)).toBe(400); // Slack's, and no command: it has no text
});

it.concurrent('what ships takes an operator’s pattern of references', async (test) => {
  const { slack, service, start } = await createStandIns(test);
  await start('http', { REFERENCE_PATTERN: 'late-\\d+' });
  const { message } = await slack.writeMessage({ text: 'late-17, not GARO-8f3k2j1', author: 'bot' });
  await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await waitFor(() => expect(service.requests).toHaveLength(1));
  expect(service.requests[0]?.url).toContain('late-17');
});
