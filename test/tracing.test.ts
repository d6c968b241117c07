import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSlackStandIn } from './sandbox/slack/slack-stand-in.ts';
import type { SlackStandIn } from './sandbox/slack/types.ts';
import { startBot } from './sandbox/start-bot.ts';
import { createSampleTransferService } from './sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from './sandbox/transfer-service/types.ts';

interface Span {
  name: string;
  /** The instrumentation that wrote it. */
  from: string;
  id: string;
  parent?: string;
  attributes: Record<string, unknown>;
}

const reference = 'GARO-8f3k2j1';
const missing = 'GARO-n0tTh3r3';
const transactionId = '12345698690885579';
const route = '/v1/transactions/reference/{reference}';

let slack: SlackStandIn;
let service: SampleTransferService;
let folder: string;
beforeAll(() => promisify(execFile)(process.execPath, ['--import', 'tsx', '.build/bundle.ts']), 60_000);
beforeEach(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService({ slowMs: 2500 });
  folder = await mkdtemp(path.join(tmpdir(), 'txnbot-'));
});
afterEach(async () => {
  await slack.close();
  await service.close();
  await rm(folder, { recursive: true });
});

/** Every span of a bot under the standard auto-instrumentation, from its start to its end. */
async function spansOf(mode: 'http' | 'socket', from: 'sources' | 'bundle', ask: () => Promise<void>): Promise<Span[]> {
  const file = path.join(folder, 'spans.json');
  const bot = await startBot(
    {
      NODE_OPTIONS: `--import ${new URL('support/in-memory-traces.mjs', import.meta.url)}`,
      SPANS_FILE: file,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      ...(mode === 'http' ? { SLACK_SIGNING_SECRET: slack.signingSecret } : { SLACK_APP_TOKEN: slack.appToken }),
      TRANSFER_API_BASE_URL: service.baseUrl,
      TRANSFER_API_TOKEN: service.token,
    },
    from,
  );
  if (mode === 'http') slack.deliverTo(bot.requestUrl);
  await ask();
  await bot.stop();
  return JSON.parse(await readFile(file, 'utf8'));
}

describe.each([
  ['http', 'bundle'],
  ['socket', 'sources'],
] as const)('under `node --import`, in %s mode, from %s', (mode, from) => {
  it('writes route templates into spans, never a reference, a token or a response_url', async () => {
    const spans = await spansOf(mode, from, async () => {
      for (const text of [reference, missing, 'GARO-3s1o0w1']) await slack.sendCommand({ command: '/txn', text });
      await slack.sendCommand({ command: '/tsq', text: transactionId });
    });

    const named = (name: string) => spans.filter((span) => span.name === name);
    const [found, notFound] = named(`GET ${route}`);
    const asked = named('txnbot txn');
    expect(found).toMatchObject({
      parent: asked[0]?.id,
      attributes: {
        'http.request.method': 'GET',
        'url.template': route,
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
      },
    });
    expect(notFound?.attributes).toMatchObject({ 'http.response.status_code': 404, 'error.type': 'not_found' });
    expect(asked.map(({ attributes }) => attributes['txnbot.outcome'])).toEqual(['answered', 'not_found', 'answered']);
    expect(named('GET /v1/transfer/tsq')).toHaveLength(1);
    expect(named('slack auth.test')).not.toHaveLength(0);
    expect(named('slack response_url')).not.toHaveLength(0);

    const incoming = spans.filter((span) => span.from === '@opentelemetry/instrumentation-http');
    expect(incoming.length, 'the auto-instrumentation is at work').toBeGreaterThan(0);
    if (mode === 'http') expect(incoming.map(({ id }) => id)).toContain(asked[0]?.parent);

    expect(spans.flatMap(({ attributes }) => Object.keys(attributes))).not.toContain('url.full');
    const written = JSON.stringify(spans);
    const secrets = [slack.botToken, slack.appToken, slack.signingSecret, service.token];
    for (const secret of [...secrets, reference, missing, 'GARO-', transactionId, 'ticket='])
      expect(written).not.toContain(secret);
    expect(written).not.toMatch(/\/(?:commands|actions|app|link)\/|\/v1\/transactions\/reference\/(?!\{)/);
  }, 60_000);
});
