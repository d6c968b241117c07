import { describe, expect, it, type TestContext } from 'vitest';
import { checkServer } from '../../src/store/redis-connection.ts';
import { isRedisMissing, startRedis, type TestRedisOptions } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

async function saidOf(options: TestRedisOptions, test: TestContext, credentials = '') {
  const redis = await startRedis(test, options);
  const { connections, log } = connectionsTo(redis.url.replace('//', `//${credentials}`), test);
  const connection = connections.open('banks');
  await waitFor(() => expect(connections.isReady()).toBe(true));
  await checkServer(connection, log.logger);
  return log.entries().map(({ msg }) => msg);
}

describe.skipIf(isRedisMissing)('the settings of a server', () => {
  it('are said when they may lose watches', async (test) => {
    expect(await saidOf({ settings: ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'] }, test)).toEqual([
      expect.stringContaining('maxmemory-policy noeviction'),
      expect.stringContaining('appendonly yes'),
    ]);
  });

  it('are not said when they keep them', async (test) => {
    expect(await saidOf({ isKept: true }, test)).toEqual([]);
  });
});
