import undici from 'undici';
import type { ProxyAddress } from '../../proxy.ts';
import type { Network } from './fetch.ts';
import { createTunnels } from './tunnels.ts';

/** A `fetch` whose every request goes through the proxy, whatever its host. */
export function proxiedFetch(proxy: ProxyAddress): Network {
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
