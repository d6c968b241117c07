import type { TestContext } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { RedisConnection } from '../../src/store/redis-connection.ts';
import { type LogLines, logLines } from './log-lines.ts';
import { waitFor } from './wait-for.ts';

/** The connection of one process, until the test ends. */
export function connectionTo(
  url: string,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  timeoutMs = 2_000, // a machine with other work to do is no silent Redis
): { connection: RedisConnection; log: LogLines; whenReady: () => Promise<void> } {
  const log = logLines();
  const connection = new RedisConnection({ address: new Secret(url), timeoutMs, logger: log.logger });
  onTestFinished(() => connection.close());
  const whenReady = () =>
    waitFor(() => {
      if (!connection.isReady()) throw new Error('Redis is not ready');
    });
  return { connection, log, whenReady };
}
