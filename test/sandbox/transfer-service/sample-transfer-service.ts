import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type Answer, never, refused } from './answers.ts';
import { findOperation } from './operations.ts';
import type { Outage, RecordedRequest, SampleTransferService, SampleTransferServiceOptions } from './types.ts';

const basePath = '/banking';

const outages: Record<Exclude<Outage, 'none'>, Answer> = {
  unavailable: refused(503, 'Service temporarily unavailable'),
  silent: never,
};

/** A transfer service with sample data, on loopback, that insists on both of the interface's headers. */
export async function createSampleTransferService(
  options: SampleTransferServiceOptions = {},
): Promise<SampleTransferService> {
  const { port = 0, token = randomBytes(16).toString('hex') } = options;
  const { slowMs = 3_000, dripIntervalMs = 1_000, changesAfterMs = 60_000 } = options;
  const startedAtMs = Date.now();
  const requests: RecordedRequest[] = [];
  const attempts = new Map<string, number>();
  const firstAsked = new Map<string, number>();
  let outage: Outage = 'none';

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    const attempt = (attempts.get(url) ?? 0) + 1;
    attempts.set(url, attempt);
    const firstAskedAtMs = firstAsked.get(url) ?? Date.now();
    firstAsked.set(url, firstAskedAtMs);
    const answer = outage === 'none' ? findAnswer(request, token) : outages[outage];
    const times = { startedAtMs, firstAskedAtMs, slowMs, dripIntervalMs, changesAfterMs };
    answer({ response, ...times, attempt, otherHostUrl });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const otherHostUrl = `http://localhost:${address.port}`;

  return {
    baseUrl: `http://127.0.0.1:${address.port}${basePath}`,
    token,
    requests,
    setOutage(next) {
      outage = next;
    },
    forget() {
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function findAnswer({ method, url = '', headers }: IncomingMessage, token: string): Answer {
  if (headers.authorization !== `Bearer ${token}`) return refused(401, 'Unauthenticated.');
  if (headers['content-type'] !== 'application/json') return refused(415, 'Content-Type must be application/json');
  if (method !== 'GET') return refused(405, 'Method not allowed');
  const operation =
    url.startsWith(`${basePath}/`) && findOperation(new URL(`http://service${url.slice(basePath.length)}`));
  return operation || refused(404, 'No such operation');
}
