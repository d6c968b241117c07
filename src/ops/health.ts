import type { Server } from 'node:http';
import { version } from '../text.ts';
import { createGuardedServer } from './guarded-server.ts';
import type { Metrics } from './metrics.ts';

interface HealthOptions {
  /**
   * Whether Slack has accepted the token and can reach the bot, and the bot is not stopping.
   * Ignores the transfer service: during its outage, the bot must keep running to report the
   * outage.
   */
  isReady: () => boolean;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
}

/** Limits for the health server, whose clients are few and send their requests at once. */
const healthLimits = { connectionsMax: 100, silenceMs: 2_000 };

/**
 * Serves `GET /healthz`, `GET /readyz` and `GET /metrics` on a separate server, so that a flood on
 * the port for Slack cannot block them.
 */
export function createHealthServer({ isReady, metrics }: HealthOptions): Server {
  return createGuardedServer(healthLimits, (request, response) => {
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(body); // Node leaves the body out of an answer to HEAD
    };

    const reply = (status: number, body: Record<string, string>) =>
      send(status, 'application/json', JSON.stringify(body));
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply(405, { error: 'method not allowed' });
    if (path === '/healthz') return reply(200, { status: 'ok', version });
    if (path === '/readyz')
      return isReady() ? reply(200, { status: 'ready' }) : reply(503, { status: 'not ready' });
    if (path === '/metrics') {
      metrics.text().then(
        (text) => send(200, metrics.contentType, text),
        () => reply(500, { error: 'the metrics could not be read' }),
      );

      return;
    }

    reply(404, { error: 'not found' });
  });
}
