import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRecord } from '../block-kit/walk.ts';
import { slackLimits } from '../slack-limits.ts';
import { parseJson } from '../web-api/web-api.ts';
import type { DeliveryType, Reception, Retry } from './interaction.ts';

export interface HttpDelivery {
  readonly requestUrl: string;
  readonly signingSecret: string;
  readonly type: DeliveryType;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly retry?: Retry | undefined;
  readonly ackMs?: number | undefined;
}

/**
 * Sends one signed request to the bot and waits for its ack, headers and body, as long as Slack
 * would.
 */
export async function deliverOverHttp(delivery: HttpDelivery): Promise<Reception> {
  const { requestUrl, signingSecret, type, payload, retry } = delivery;
  const ackMsMax = delivery.ackMs ?? slackLimits.ackMs;
  const body = type === 'events_api' ? JSON.stringify(payload) : encodeForm(type, payload);
  const startedAt = performance.now();
  const ackMs = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(ackMsMax);
  try {
    const { status, headers, answer } = await post(requestUrl, body, {
      signal,
      headers: {
        // Bolt compares the form's type exactly: no charset.
        'content-type':
          type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(retry && {
          'x-slack-retry-num': String(retry.attempt),
          'x-slack-retry-reason': retry.reason,
        }),
        ...signatureHeaders(body, signingSecret),
      },
    });
    if (status < 200 || status > 299) {
      const noRetry = headers['x-slack-no-retry'] === '1';
      return { outcome: 'failed', ackMs: ackMs(), httpStatus: status, ...(noRetry && { noRetry }) };
    }
    const contentType = headers['content-type'] ?? '';
    return {
      outcome: 'acked',
      ackMs: ackMs(),
      httpStatus: status,
      ...readHttpAck(contentType, answer),
    };
  } catch {
    return { outcome: signal.aborted ? 'timed_out' : 'failed', ackMs: ackMs() };
  }
}

function encodeForm(type: DeliveryType, payload: Readonly<Record<string, unknown>>): string {
  if (type === 'interactive')
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return new URLSearchParams(
    Object.entries(payload).map(([name, value]) => [name, String(value)]),
  ).toString();
}

function post(
  url: string,
  body: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; answer: string }>(
    (resolve, reject) => {
      const headers = {
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        accept: 'application/json,*/*',
        'content-length': Buffer.byteLength(body),
        ...options.headers,
      };
      // A connection of its own: a bot that restarts on the same port must not meet a stale one.
      const { signal } = options;
      const outgoing = request(
        url,
        { method: 'POST', headers, signal, agent: false },
        (response) => {
          const { statusCode: status = 0, headers: answerHeaders } = response;
          text(response).then(
            (answer) => resolve({ status, headers: answerHeaders, answer }),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    },
  );
}

/** The two headers with which Slack signs a request, version v0. */
export function signatureHeaders(
  body: string,
  signingSecret: string,
  nowMs = Date.now(),
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` };
}

/** Reads the body of an HTTP ack: JSON only where the content type says so, otherwise text. */
export function readHttpAck(
  contentType: string,
  answer: string,
): { body: unknown; breach?: string } {
  if (answer.trim() === '') return { body: undefined };
  const json = parseJson(answer);
  if (/^application\/json\b/i.test(contentType)) {
    return json === undefined
      ? { body: undefined, breach: 'ack: the content type says JSON, the body is none' }
      : { body: json };
  }
  return isRecord(json)
    ? {
        body: answer,
        breach: 'ack: a JSON body needs the content type application/json; Slack shows it as text',
      }
    : { body: answer };
}
