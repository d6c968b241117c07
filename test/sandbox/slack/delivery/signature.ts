import { createHmac } from 'node:crypto';

/** The two headers with which Slack signs a request, version v0. */
export function signatureHeaders(body: string, signingSecret: string, nowMs = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` };
}
