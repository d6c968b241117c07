import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Slack's, in seconds; what is further away may be somebody's recording. */
const clockSkewMax = 300;

/** What a request says of who signed it and when, in the form that Slack has: nothing of it is checked yet. */
export interface Signature {
  /** Ten digits: seconds since 1970. */
  timestamp: string;
  /** `v0=` and 64 digits. */
  signature: string;
}

/** `undefined` when the headers are none of Slack's, or of another time than now. */
export function signatureOf(headers: IncomingHttpHeaders, nowMs = Date.now()): Signature | undefined {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || !/^\d{10}$/.test(timestamp)) return undefined;
  if (typeof signature !== 'string' || !/^v0=[\da-f]{64}$/.test(signature)) return undefined;
  return Math.abs(nowMs / 1000 - Number(timestamp)) > clockSkewMax ? undefined : { timestamp, signature };
}

/** Whether Slack, which alone knows the secret beside us, has signed these bytes. */
export function isSigned(body: Buffer, { timestamp, signature }: Signature, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(`v0=${expected}`));
}
