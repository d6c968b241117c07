import { inspect } from 'node:util';
import { trace } from '@opentelemetry/api';
import { tracing } from '@opentelemetry/sdk-node';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { expect, it } from 'vitest';
import { runApp } from './support/run-app.ts';

it('a question is a span, named after its command alone, with how it ended', async (test) => {
  const service = await createSampleTransferService();
  const app = await runApp({ transferApi: service });
  test.onTestFinished(async () => {
    await app.stop();
    await service.close();
  });
  const exporter = new tracing.InMemorySpanExporter();
  const spanProcessors = [new tracing.SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new tracing.BasicTracerProvider({ spanProcessors }));
  test.onTestFinished(() => trace.disable());
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await app.slack.sendCommand({ command: '/tsq', text: 'GARO-0a0a0a0' });
  await app.slack.writeMessage({ text: 'secret words', channelId: 'D0TXNBOT0' });
  await app.bot.inFlight.settled();
  service.setOutage('unavailable');
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
  await app.bot.inFlight.settled();
  const spans = exporter.getFinishedSpans();
  const questions = spans.filter(({ name }) => name.startsWith('txnbot'));
  expect(questions.map(({ name, attributes }) => [name, attributes['txnbot.outcome']])).toEqual([
    ['txnbot txn', 'answered'],
    ['txnbot tsq', 'user_error'],
    ['txnbot', 'answered'],
    ['txnbot txn', 'unreachable'],
  ]);
  const tries = spans.flatMap((span) => span.attributes['http.request.resend_count'] ?? []);
  expect([...new Set(tries)]).toEqual([1, 2]);
  const { attributes } = spans.find(({ name }) => name === 'GET /v1/transactions/reference/{reference}') ?? {};
  expect(attributes).toMatchObject({ 'http.response.status_code': 200, 'server.address': '127.0.0.1' });
  expect(inspect(spans, { depth: 6 })).not.toMatch(/GARO|secret/);
});
