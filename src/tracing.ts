import { type Attributes, context, INVALID_TRACEID, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { suppressTracing, unsuppressTracing } from '@opentelemetry/core';

/**
 * Creates spans for an OpenTelemetry SDK that was started before the bot (`node --import`); without one, nothing here
 * has an effect. OpenTelemetry's HTTP instrumentation records whole URLs, and ours hold references, and response_urls
 * that work like tokens: we suppress it for every outgoing call and create our own span instead.
 */

export interface OutgoingCall {
  /** Like the attributes, holds only our own words and those of the protocols. */
  name: string;
  attributes: Attributes;
}

export interface CallEnd {
  /** HTTP status; `undefined` when nothing answered. */
  status: number | undefined;
  /** The kind of failure; `undefined` on success. */
  failure: string | undefined;
}

interface QuestionEnd {
  /** `undefined` when the question reached no command. */
  command: string | undefined;
  outcome: string;
}

const tracer = trace.getTracer('txnbot');

/**
 * Wraps one call to another service in a span. `send` tells how it ended; the span records no error, whose message may
 * quote a URL.
 */
export async function tracedCall<T>(
  call: OutgoingCall,
  send: (tell: (end: CallEnd) => void) => Promise<T>,
): Promise<T> {
  const { name, attributes } = call;
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, unsuppressed());
  try {
    return await untraced(() =>
      send(({ status, failure }) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      }),
    );
  } finally {
    span.end();
  }
}

/** Wraps a question in a span, from its arrival to its delivered answer: the parent of all calls that it takes. */
export async function tracedQuestion(answer: () => Promise<void>, endOf: () => QuestionEnd): Promise<void> {
  const parent = unsuppressed();
  const span = tracer.startSpan('txnbot', {}, parent);
  if (span.spanContext().traceId === INVALID_TRACEID) return await answer(); // no SDK is running
  try {
    await context.with(trace.setSpan(parent, span), answer);
  } finally {
    const { command, outcome } = endOf();
    if (command !== undefined) span.updateName(`txnbot ${command}`);
    span.setAttribute('txnbot.outcome', outcome).end();
  }
}

/** Runs `work` with all instrumentation suppressed. */
export function untraced<T>(work: () => T): T {
  return context.with(suppressTracing(context.active()), work);
}

/** A socket is opened with tracing suppressed and its messages inherit that context; our own spans are wanted there. */
function unsuppressed() {
  return unsuppressTracing(context.active());
}
