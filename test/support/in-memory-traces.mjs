import { writeFileSync } from 'node:fs';
import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';

/**
 * For `node --import`: the standard auto-instrumentation, every part of it that starts by default, with an exporter that
 * keeps all spans. When the process ends they are in the file that SPANS_FILE names.
 */
const exporter = new tracing.InMemorySpanExporter();
const instrumentations = getNodeAutoInstrumentations();
new NodeSDK({ instrumentations, spanProcessors: [new tracing.SimpleSpanProcessor(exporter)] }).start();

process.on('exit', () => {
  const spans = exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    from: span.instrumentationScope.name,
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    events: span.events,
    status: span.status,
    resource: span.resource.attributes,
  }));
  writeFileSync(process.env.SPANS_FILE, JSON.stringify(spans));
});
