import type { TestContext } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { createConnections, type RedisConnections } from '../../src/store/redis-connection.ts';
import { type LogLines, logLines } from './log-lines.ts';

/** The connections of one process, until the test ends. */
export function connectionsTo(
  url: string,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  timeoutMs = 2_000, // a machine with other work to do is no silent Redis
): { connections: RedisConnections; log: LogLines } {
  const log = logLines();
  const connections = createConnections({ address: new Secret(url), timeoutMs, logger: log.logger });
  onTestFinished(connections.close);
  return { connections, log };
}
