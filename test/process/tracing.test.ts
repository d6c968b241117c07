import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSpanCollector } from '../support/span-collector.ts';
import { createStandIns, type StandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

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

/** Every span of a bot under the standard auto-instrumentation, from its start to its end. */
async function spansOf({ start }: StandIns, ask: () => Promise<void>): Promise<Span[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'txnbot-'));
  const file = path.join(folder, 'spans.json');
  const bot = await start('http', {
    NODE_OPTIONS: `--import ${new URL('../support/in-memory-traces.mjs', import.meta.url)}`,
    SPANS_FILE: file,
  });
  await ask();
  await bot.stop();
  const spans = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  return JSON.parse(spans);
}

describe.concurrent('under `node --import`', () => {
  it('gives a look-up that waited for its turn to the question that asked for it', async (test) => {
    const standIns = await createStandIns(test);
    const spans = await spansOf(standIns, async () => {
      const texts = Array.from({ length: 20 }, (_, index) => `${missing}${index}`);
      await Promise.all(texts.map((text) => standIns.slack.sendCommand({ command: '/txn', text })));
    });
    const parents = spans.filter(({ name }) => name === `GET ${route}`).map(({ parent }) => parent);
    const questions = spans.filter(({ name }) => name === 'txnbot txn').map(({ id }) => id);
    expect(questions).toHaveLength(20);
    expect(parents.sort()).toEqual(questions.sort());
    const incoming = spans.filter((span) => span.from === '@opentelemetry/instrumentation-http');
    expect(incoming.length, 'the auto-instrumentation is at work').toBeGreaterThan(0);
    const ids = incoming.map(({ id }) => id);
    for (const { parent } of spans.filter(({ name }) => name === 'txnbot txn')) expect(ids).toContain(parent);
    expect(spans.flatMap(({ attributes }) => Object.keys(attributes))).not.toContain('url.full');
    expect(JSON.stringify(spans)).not.toContain(missing);
  });
});

it.concurrent('as the README starts it, sends a collector nothing else either, after a reconnect and for a late answer too', async (test) => {
  const { slack, service, start } = await createStandIns(test);
  const collector = await startSpanCollector();
  const bot = await start('socket', {
    // By its place: the bot runs in a folder of its own.
    NODE_OPTIONS: `--import ${import.meta.resolve('@opentelemetry/auto-instrumentations-node/register')}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_NODE_RESOURCE_DETECTORS: 'env,host,os,process',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    OTEL_METRIC_EXPORT_TIMEOUT: '150',
  });
  await slack.disconnectSockets('warning');
  await waitFor(() => expect(slack.connectedSockets).toBe(1));
  const texts = [reference, missing, 'GARO-3s1o0w1', 'GARO-5e0r0r1'];
  const deliveries = await Promise.all([
    ...texts.map((text) => slack.sendCommand({ command: '/txn', text })),
    slack.sendCommand({ command: '/tsq', text: transactionId }),
    slack.sendCommand({ command: '/bank', text: 'zenith' }),
  ]);
  const own = () => collector.spans().filter(({ scope }) => scope === 'txnbot');
  const named = (name: string) => own().filter((span) => span.name === name);
  const questions = () => own().filter(({ name }) => name.startsWith('txnbot '));
  await waitFor(() => expect(questions()).toHaveLength(6));
  await waitFor(() => expect(collector.text()).toContain('resourceMetrics'));
  bot.process.kill('SIGKILL');
  await bot.ended;
  await collector.close();

  // A trace for each question, with the requests and the late answer that it took.
  expect(new Set(questions().map(({ traceId }) => traceId)).size).toBe(6);
  expect(questions().filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
  expect(named(`GET ${route}`)).toHaveLength(4);
  expect(named('slack response_url')).toHaveLength(1);
  const ids = questions().map(({ spanId }) => spanId);
  for (const { parentSpanId } of [...named(`GET ${route}`), ...named('slack response_url')])
    expect(ids).toContain(parentSpanId);

  const hidden = [
    ...[...texts, transactionId, 'GARO-', 'zenith', '/link/', 'ticket='],
    ...deliveries.map(({ responseUrl = '' }) => new URL(responseUrl).pathname),
    ...[slack.botToken, slack.appToken, service.token],
  ];
  for (const canary of hidden) expect(collector.text()).not.toContain(canary);
});
