import type { webApi } from '@slack/bolt';
import undici from 'undici';
import type { ProxyAddress } from '../errors.ts';
import { createTunnels } from '../ops/proxy.ts';

export type SlackFetch = NonNullable<webApi.WebClientOptions['fetch']>;

/** What sends a request: Node's own `fetch`, or one through a proxy. */
type Network = (...request: Parameters<SlackFetch>) => Promise<NetworkResponse>;
type SlackResponse = Awaited<ReturnType<SlackFetch>>;
export type NetworkResponse = SlackResponse & { readonly body: AsyncIterable<Uint8Array> | null };

/** Node's own `fetch`, or one whose every request goes through the proxy, whatever its host. */
export function networkOf(proxy: ProxyAddress | undefined): Network {
  if (!proxy) return (url, init) => fetch(url, init);
  const { dispatcher } = createTunnels(proxy);
  return async (url, { headers, body, ...init } = {}) => {
    const plain = await plainBody(body);
    return undici.fetch(url, { ...init, dispatcher, body: plain.body, headers: { ...headers, ...plain.headers } });
  };
}

/** A file comes in a form of Node's own `fetch`, which undici's takes for a text. */
async function plainBody(body: string | FormData | undefined) {
  if (body === undefined || typeof body === 'string') return { body: body ?? null, headers: {} };
  const form = new Response(body);
  return { body: await form.arrayBuffer(), headers: { 'content-type': form.headers.get('content-type') ?? '' } };
}
