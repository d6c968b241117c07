import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Network } from '../slack/web-api/fetch.ts';
import { slackApiError } from '../slack/web-api/slack-api-error.ts';

const timeoutMs = 5_000;
/** Where undici, Node's own `fetch` too, says that a connection is open: after TLS, where there is TLS. */
const connections = 'undici:client:connected';

/**
 * Asks for nothing there. An answer or an open connection is enough: who hangs up on a plain request was reached.
 * @throws SlackApiError
 */
export async function reach(url: URL, send: Network): Promise<void> {
  let isConnected = false;
  const note = (message: unknown) => {
    isConnected ||= isTo(url.host, message);
  };
  subscribe(connections, note);
  try {
    await send(url.href, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (!isConnected) throw slackApiError(error);
  } finally {
    unsubscribe(connections, note);
  }
}

function isTo(host: string, message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('connectParams' in message)) return false;
  const { connectParams: to } = message;
  return typeof to === 'object' && to !== null && 'host' in to && to.host === host;
}
