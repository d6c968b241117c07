import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { slackLimits } from '../slack-limits.ts';
import { readHttpAck } from './http-ack.ts';
import type { DeliveryType, Reception } from './reception.ts';
import { signatureHeaders } from './signature.ts';

export interface HttpDelivery {
  readonly requestUrl: string;
  readonly signingSecret: string;
  readonly type: DeliveryType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Sends one signed request to the bot and waits for its ack, headers and body, as long as Slack would. */
export async function deliverOverHttp({ requestUrl, signingSecret, type, payload }: HttpDelivery): Promise<Reception> {
  const body = encodeForm(type, payload);
  const startedAt = performance.now();
  const ackMs = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(slackLimits.ackMs);
  try {
    const { status, contentType, answer } = await post(requestUrl, body, signatureHeaders(body, signingSecret), signal);
    if (status < 200 || status > 299) return { outcome: 'failed', ackMs: ackMs(), httpStatus: status };
    return { outcome: 'acked', ackMs: ackMs(), httpStatus: status, ...readHttpAck(contentType, answer) };
  } catch {
    return { outcome: signal.aborted ? 'timed_out' : 'failed', ackMs: ackMs() };
  }
}

function encodeForm(type: DeliveryType, payload: Readonly<Record<string, unknown>>): string {
  if (type === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)])).toString();
}

function post(url: string, body: string, signature: Record<string, string>, signal: AbortSignal) {
  return new Promise<{ status: number; contentType: string; answer: string }>((resolve, reject) => {
    const headers = {
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      accept: 'application/json,*/*',
      // Bolt compares this one exactly: no charset.
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      ...signature,
    };
    // A connection of its own: a bot that restarts on the same port must not meet a stale one.
    const outgoing = request(url, { method: 'POST', headers, signal, agent: false }, (response) => {
      const { statusCode: status = 0, headers: answerHeaders } = response;
      const contentType = answerHeaders['content-type'] ?? '';
      text(response).then((answer) => resolve({ status, contentType, answer }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
