import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Slack's limit, in seconds; an older request may be a replay. */
const clockSkewMax = 300;

/** The signature headers of a request: well-formed, but not verified yet. */
export interface Signature {
  /** Ten digits: seconds since 1970. */
  timestamp: string;
  /** `v0=` and 64 hexadecimal digits. */
  signature: string;
}

/** `undefined` when the headers are not well-formed, or their time is too far from now. */
export function signatureOf(headers: IncomingHttpHeaders, nowMs = Date.now()): Signature | undefined {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || !/^\d{10}$/.test(timestamp)) return undefined;
  if (typeof signature !== 'string' || !/^v0=[\da-f]{64}$/.test(signature)) return undefined;
  return Math.abs(nowMs / 1000 - Number(timestamp)) > clockSkewMax ? undefined : { timestamp, signature };
}

/** Whether Slack, the only other holder of the secret, has signed these bytes. */
export function isSigned(body: Buffer, { timestamp, signature }: Signature, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(`v0=${expected}`));
}
