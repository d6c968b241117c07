import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type Answer, never, refused } from './answers.ts';
import { findOperation } from './operations.ts';

/** One that arrived: its path and query as they stood on the wire. */
interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const outages = {
  none: undefined,
  /** Answers every operation with 503. */
  unavailable: refused(503, 'Service temporarily unavailable'),
  /** Takes the request and never answers. */
  silent: never,
};

interface SampleTransferServiceOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The bearer token to insist on; made up when absent. */
  token?: string;
  /** How long the slow samples take. */
  slowMs?: number;
  /** The pause between two bytes of the dripping sample. */
  dripIntervalMs?: number;
  /** How long after it was first asked for the changing sample is another; a minute. */
  changesAfterMs?: number | undefined;
}

/** As a real installation behind a gateway would have it. */
const basePath = '/banking';

export type SampleTransferService = Awaited<ReturnType<typeof createSampleTransferService>>;

/**
 * A transfer service with sample data, on loopback, that insists on both of the interface's
 * headers.
 */
export async function createSampleTransferService(options: SampleTransferServiceOptions = {}) {
  const { port = 0, token = randomBytes(16).toString('hex') } = options;
  const { slowMs = 3_000, dripIntervalMs = 1_000, changesAfterMs = 60_000 } = options;
  const startedAtMs = Date.now();
  const requests: RecordedRequest[] = [];
  const asked = new Map<string, { attempt: number; firstAskedAtMs: number }>();
  let outage: Answer | undefined;

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    const { attempt, firstAskedAtMs } = asked.get(url) ?? {
      attempt: 0,
      firstAskedAtMs: Date.now(),
    };
    asked.set(url, { attempt: attempt + 1, firstAskedAtMs });
    const times = { startedAtMs, firstAskedAtMs, slowMs, dripIntervalMs, changesAfterMs };
    const answer = outage ?? findAnswer(request, token);
    answer({ response, ...times, attempt: attempt + 1, otherHostUrl });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const otherHostUrl = `http://localhost:${address.port}`;

  return {
    baseUrl: `http://127.0.0.1:${address.port}${basePath}`,
    token,
    /** Every request that arrived, refused ones too, oldest first. */
    requests,
    setOutage(next: keyof typeof outages) {
      outage = outages[next];
    },
    /** Empties `requests`, for a run without end. */
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
  if (headers['content-type'] !== 'application/json')
    return refused(415, 'Content-Type must be application/json');
  if (method !== 'GET') return refused(405, 'Method not allowed');
  const operation =
    url.startsWith(`${basePath}/`) &&
    findOperation(new URL(`http://service${url.slice(basePath.length)}`));
  return operation || refused(404, 'No such operation');
}
