import type { Server } from 'node:http';
import { version } from '../version.ts';
import { createGuardedServer } from './guarded-server.ts';
import type { Metrics } from './metrics.ts';

export interface HealthOptions {
  /**
   * Whether Slack has accepted the token and can reach the bot, and the bot is not stopping. It ignores the transfer
   * service: its outage must not take away the bot that reports it.
   */
  isReady: () => boolean;
  /** Whether the transfer service's address looks wrong: named by `/readyz`, for the operator alone. */
  isAddressWrong?: () => boolean;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
}

/** Probes and scrapes are few, and send at once. */
const limits = { connectionsMax: 100, silenceMs: 2_000 };

/**
 * Serves `GET /healthz`, `GET /readyz` and `GET /metrics` on a separate server, which requests to Slack's port cannot
 * bring down.
 */
export function createHealthServer({ isReady, isAddressWrong = () => false, metrics }: HealthOptions): Server {
  return createGuardedServer(limits, (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const reply = (status: number, body: Record<string, string>) =>
      send(status, 'application/json', JSON.stringify(body));
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply(405, { error: 'method not allowed' });
    if (path === '/healthz') return reply(200, { status: 'ok', version });
    if (path === '/readyz') {
      const transferApi = isAddressWrong() ? { transferApi: 'no bank list at TRANSFER_API_BASE_URL (HTTP 404)' } : {};
      return isReady() ? reply(200, { status: 'ready', ...transferApi }) : reply(503, { status: 'not ready' });
    }
    if (path === '/metrics')
      return void metrics.text().then(
        (text) => send(200, metrics.contentType, text),
        () => reply(500, { error: 'the metrics could not be read' }),
      );
    reply(404, { error: 'not found' });
  });
}
