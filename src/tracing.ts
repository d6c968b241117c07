import { type Attributes, context, INVALID_TRACEID, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { suppressTracing, unsuppressTracing } from '@opentelemetry/core';

/**
 * Spans for whatever OpenTelemetry was started before the bot (`node --import`); without one, all of this does nothing.
 * The instrumentation of HTTP writes whole addresses down, and ours hold references, and response_urls that are as good
 * as tokens: it is kept silent on every way out, and a span of our own stands there instead.
 */

export interface OutgoingCall {
  /** Of words of ours and of the protocols alone, as are the attributes. */
  name: string;
  attributes: Attributes;
}

export interface CallEnd {
  /** HTTP status, when there was an answer at all. */
  status: number | undefined;
  /** What kind of failure it was; absent when all is well. */
  failure: string | undefined;
}

export interface QuestionEnd {
  /** Absent when it came to no command. */
  command: string | undefined;
  outcome: string;
}

const tracer = trace.getTracer('txnbot');

/** One call to another service. `send` tells how it ended; no error is recorded, for its words may quote an address. */
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

/** A question from its arrival to its delivered answer, around all the calls that it took. */
export async function tracedQuestion(answer: () => Promise<void>, endOf: () => QuestionEnd): Promise<void> {
  const parent = unsuppressed();
  const span = tracer.startSpan('txnbot', {}, parent);
  if (span.spanContext().traceId === INVALID_TRACEID) return await answer(); // nobody traces
  try {
    await context.with(trace.setSpan(parent, span), answer);
  } finally {
    const { command, outcome } = endOf();
    if (command !== undefined) span.updateName(`txnbot ${command}`);
    span.setAttribute('txnbot.outcome', outcome).end();
  }
}

/** Runs `work` with every instrumentation silent. */
export function untraced<T>(work: () => T): T {
  return context.with(suppressTracing(context.active()), work);
}

/** What arrives over a socket comes in the silence in which that socket was opened; our own spans are wanted there. */
function unsuppressed() {
  return unsuppressTracing(context.active());
}
