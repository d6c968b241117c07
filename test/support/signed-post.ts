import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';

interface SignedPost {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** A request as Slack would send it, bytes and signature, to be sent as often as a test likes. */
export function signedPost(url: string, signingSecret: string, payload: unknown, nowMs = Date.now()): SignedPost {
  const isForm = payload instanceof URLSearchParams;
  const body = isForm ? payload.toString() : JSON.stringify(payload);
  const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { url, body, headers: { 'content-type': contentType, ...signatureHeaders(body, signingSecret, nowMs) } };
}

export async function send({ url, body, headers }: SignedPost): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}
