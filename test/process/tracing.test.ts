import { expect, it } from 'vitest';
import { startSpanCollector } from '../support/span-collector.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

const reference = 'GARO-8f3k2j1';
const missing = 'GARO-n0tTh3r3';
const transactionId = '12345698690885579';
const route = '/v1/transactions/reference/{reference}';

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
  // More than are asked at once: a look-up that waited for its turn belongs to its own question, too.
  const waiting = Array.from({ length: 8 }, (_, place) => `${missing}${place}`);
  const texts = [reference, 'GARO-3s1o0w1', 'GARO-5e0r0r1', ...waiting];
  const deliveries = await Promise.all([
    ...texts.map((text) => slack.sendCommand({ command: '/txn', text })),
    slack.sendCommand({ command: '/tsq', text: transactionId }),
    slack.sendCommand({ command: '/bank', text: 'zenith' }),
  ]);
  const own = () => collector.spans().filter(({ scope }) => scope === 'txnbot');
  const named = (name: string) => own().filter((span) => span.name === name);
  const questions = () => own().filter(({ name }) => name.startsWith('txnbot '));
  await waitFor(() => expect(questions()).toHaveLength(texts.length + 2));
  await waitFor(() => expect(collector.text()).toContain('resourceMetrics'));
  bot.process.kill('SIGKILL');
  await bot.ended;
  await collector.close();

  // A trace for each question, with the requests and the late answer that it took.
  expect(new Set(questions().map(({ traceId }) => traceId)).size).toBe(texts.length + 2);
  expect(questions().filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
  const lookUps = named(`GET ${route}`).map(({ parentSpanId }) => parentSpanId);
  expect(lookUps).toHaveLength(texts.length);
  expect(new Set(lookUps).size).toBe(texts.length);
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
