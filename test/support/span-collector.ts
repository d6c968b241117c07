import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { startServer } from './http-server.ts';

interface CollectedSpan {
  name: string;
  /** Who made it: `txnbot`, or an instrumentation. */
  scope: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface SpanCollector {
  url: string;
  spans(): CollectedSpan[];
  /** Everything that was sent, spans and all else, as it came. */
  text(): string;
  close(): Promise<void>;
}

/** An OpenTelemetry collector that keeps in memory what it is sent, in OTLP's JSON. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const bodies: { path: string; text: string }[] = [];
  const server = await startServer(async (request, response) => {
    const body = await buffer(request);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    bodies.push({ path: request.url ?? '', text: (isPacked ? gunzipSync(body) : body).toString() });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    url: server.url,
    text: () => bodies.map(({ text }) => text).join('\n'),
    spans: () =>
      bodies
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ text }) => JSON.parse(text).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ scope, spans }) => spans.map((span: object) => ({ ...span, scope: scope.name }))),
    close: server.close,
  };
}
