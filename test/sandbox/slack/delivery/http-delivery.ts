import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { slackLimits } from '../slack-limits.ts';
import { readHttpAck } from './http-ack.ts';
import type { DeliveryType, Reception, Retry } from './reception.ts';
import { signatureHeaders } from './signature.ts';

export interface HttpDelivery {
  readonly requestUrl: string;
  readonly signingSecret: string;
  readonly type: DeliveryType;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly retry?: Retry | undefined;
}

/** Sends one signed request to the bot and waits for its ack, headers and body, as long as Slack would. */
export async function deliverOverHttp(delivery: HttpDelivery): Promise<Reception> {
  const { requestUrl, signingSecret, type, payload, retry } = delivery;
  const body = type === 'events_api' ? JSON.stringify(payload) : encodeForm(type, payload);
  const startedAt = performance.now();
  const ackMs = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(slackLimits.ackMs);
  try {
    const { status, headers, answer } = await post(requestUrl, body, {
      signal,
      headers: {
        // Bolt compares the form's type exactly: no charset.
        'content-type': type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(retry && { 'x-slack-retry-num': String(retry.attempt), 'x-slack-retry-reason': retry.reason }),
        ...signatureHeaders(body, signingSecret),
      },
    });
    if (status < 200 || status > 299) {
      const noRetry = headers['x-slack-no-retry'] === '1';
      return { outcome: 'failed', ackMs: ackMs(), httpStatus: status, ...(noRetry && { noRetry }) };
    }
    const contentType = headers['content-type'] ?? '';
    return { outcome: 'acked', ackMs: ackMs(), httpStatus: status, ...readHttpAck(contentType, answer) };
  } catch {
    return { outcome: signal.aborted ? 'timed_out' : 'failed', ackMs: ackMs() };
  }
}

function encodeForm(type: DeliveryType, payload: Readonly<Record<string, unknown>>): string {
  if (type === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)])).toString();
}

function post(url: string, body: string, options: { headers: Record<string, string>; signal: AbortSignal }) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; answer: string }>((resolve, reject) => {
    const headers = {
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      accept: 'application/json,*/*',
      'content-length': Buffer.byteLength(body),
      ...options.headers,
    };
    // A connection of its own: a bot that restarts on the same port must not meet a stale one.
    const { signal } = options;
    const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (response) => {
      const { statusCode: status = 0, headers: answerHeaders } = response;
      text(response).then((answer) => resolve({ status, headers: answerHeaders, answer }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
