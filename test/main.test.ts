import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSlackStandIn } from './sandbox/slack/slack-stand-in.ts';
import type { SlackStandIn } from './sandbox/slack/types.ts';
import { type RunningBot, startBot } from './sandbox/start-bot.ts';
import { createSampleTransferService } from './sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from './sandbox/transfer-service/types.ts';

/** The process as production starts it: told by its environment alone. */
let slack: SlackStandIn;
let service: SampleTransferService;
let bot: RunningBot | undefined;
beforeEach(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService({ slowMs: 2500 });
});
afterEach(async () => {
  bot?.process.kill('SIGKILL');
  await bot?.ended;
  bot = undefined;
  await slack.close();
  await service.close();
});

type Mode = 'http' | 'socket';

async function start(mode: Mode, env: Record<string, string> = {}): Promise<RunningBot> {
  bot = await startBot(
    {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      ...(mode === 'http' ? { SLACK_SIGNING_SECRET: slack.signingSecret } : { SLACK_APP_TOKEN: slack.appToken }),
      TRANSFER_API_BASE_URL: service.baseUrl,
      TRANSFER_API_TOKEN: service.token,
      ...env,
    },
    'bundle',
  );
  if (mode === 'http') slack.deliverTo(bot.requestUrl);
  return bot;
}

/** What it wrote, for a start that fails. */
async function failedStart(...args: Parameters<typeof start>): Promise<string> {
  const startedAtMs = performance.now();
  const words = await start(...args).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(performance.now() - startedAtMs).toBeLessThan(15_000);
  expect(words).toContain('txnbot ended with 1');
  return words;
}

const answers = () => slack.messages.filter(({ author }) => author === 'bot');

describe('a start that cannot be', () => {
  it('prints every problem of the configuration at once, never a value', async () => {
    const words = await failedStart('http', { SLACK_BOT_TOKEN: 'canary-1', PORT: 'canary-2', TRANSFER_API_TOKEN: '' });
    expect(words).toMatch(/SLACK_BOT_TOKEN must be a bot token/);
    expect(words).toMatch(/PORT must be a whole number/);
    expect(words).toMatch(/TRANSFER_API_TOKEN is missing/);
    expect(words).not.toContain('canary');
  });

  it.each<[string, Mode, Record<string, string>, string]>([
    ['a wrong bot token', 'http', { SLACK_BOT_TOKEN: 'xoxb-canary' }, 'Slack refused SLACK_BOT_TOKEN (invalid_auth)'],
    ['a wrong app token', 'socket', { SLACK_APP_TOKEN: 'xapp-canary' }, 'Slack refused SLACK_APP_TOKEN (invalid_auth)'],
    ['nobody at Slack', 'http', { SLACK_API_URL: 'http://127.0.0.1:1/api/' }, 'Slack could not be reached'],
  ])('says which thing is wrong: %s', async (_what, mode, env, sentence) => {
    const words = await failedStart(mode, env);
    expect(words).toContain(sentence);
    expect(words).not.toContain('canary');
  });

  it('says which port is taken', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    expect(await failedStart('http', { PORT: port })).toContain(`Port ${port} is in use`);
    expect(await failedStart('http', { HEALTH_PORT: port })).toContain(`Port ${port} is in use`);
    taken.close();
  });
});

describe.each<Mode>(['http', 'socket'])('in %s mode', (mode) => {
  it('is healthy and ready, and says so in JSON', async () => {
    const { healthUrl } = await start(mode);
    const get = async (path: string) => {
      const response = await fetch(healthUrl + path);
      return [response.status, await response.json()];
    };
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual([200, { status: 'ready' }]);
    expect(await get('//')).toEqual([404, { error: 'not found' }]);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
  });

  it('finishes the commands under way when asked to stop, takes no new ones, and ends with 0', async () => {
    const { process: child, ended, healthUrl } = await start(mode);
    const slow = slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
    await vi.waitFor(() => expect(service.requests).toHaveLength(1));
    child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(503));
    const late = await slack.sendCommand({ command: '/bank', text: 'zenith' });
    if (mode === 'http') expect(late.outcome).toBe('failed');
    else expect(answers().at(-1)?.text).toContain('just restarting');
    expect(await slow).toMatchObject({ outcome: 'acked' });
    expect(await ended).toBe(0);
    expect(answers().at(-1)).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^Successful/) });
    expect(slack.breaches.filter((breach) => !breach.includes('dispatch_failed'))).toEqual([]);
  });

  it('ends at once on a second signal', async () => {
    const { process: child, ended } = await start(mode);
    void slack.sendCommand({ command: '/txn', text: 'GARO-9h4n9u1' });
    await vi.waitFor(() => expect(service.requests).toHaveLength(1));
    const startedAtMs = performance.now();
    child.kill('SIGINT');
    await vi.waitFor(() => expect(bot?.lines.at(-1)).toContain('stopping'));
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(performance.now() - startedAtMs).toBeLessThan(2000);
  });
});

describe('a socket that goes away', () => {
  it('is opened again, and answers', async () => {
    const { healthUrl } = await start('socket');
    slack.disconnectSockets('refresh_requested');
    await vi.waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(503), 3000);
    await vi.waitFor(async () => expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200), 10_000);
    await slack.sendCommand({ command: '/bank', text: 'zenith' });
    expect(answers().at(-1)?.text).toContain('ZENITH BANK PLC');
  }, 15_000);
});
