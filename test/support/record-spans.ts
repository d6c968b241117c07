import {
  type Attributes,
  type AttributeValue,
  INVALID_SPAN_CONTEXT,
  type Span,
  type SpanStatus,
  trace,
} from '@opentelemetry/api';
import { onTestFinished } from 'vitest';

export interface RecordedSpan {
  name: string;
  attributes: Attributes;
  /** 2 is an error. */
  status: number | undefined;
  isEnded: boolean;
}

let recording: RecordedSpan[] | undefined;

/**
 * Every span of the bot until the end of this test, oldest first. OpenTelemetry keeps the first tracer that it finds for
 * as long as the process lives, so this one stays, and its spans are none beyond the test.
 */
export function recordSpans(): readonly RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  recording = spans;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  onTestFinished(() => {
    recording = undefined;
    trace.disable();
  });
  return spans;
}

const tracer = {
  startSpan(name: string, options: { attributes?: Attributes } = {}): Span {
    if (!recording) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
    const recorded: RecordedSpan = { name, attributes: { ...options.attributes }, status: undefined, isEnded: false };
    recording.push(recorded);
    const spanContext = { traceId: 'a'.repeat(32), spanId: String(recording.length).padStart(16, '0'), traceFlags: 1 };
    const span: Span = Object.assign(trace.wrapSpanContext(spanContext), {
      setAttribute(key: string, value: AttributeValue) {
        recorded.attributes[key] = value;
        return span;
      },
      updateName(to: string) {
        recorded.name = to;
        return span;
      },
      setStatus({ code }: SpanStatus) {
        recorded.status = code;
        return span;
      },
      end() {
        recorded.isEnded = true;
      },
    });
    return span;
  },
  startActiveSpan(): never {
    throw new Error('The bot starts no span so.');
  },
};
