import { freePort } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { redis } from '../../src/doctor/surroundings.ts';
import { createExamined } from '../support/examine.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';

it('says that nobody listens', async (test) => {
  const { examine } = await createExamined(test);
  expect(await examine(redis, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).toEqual([
    expect.stringContaining('PROBLEM Redis cannot be used (ECONNREFUSED).'),
  ]);
});

describe.skipIf(isRedisMissing)('with a server', () => {
  it('says its version, and by which settings it keeps all', async (test) => {
    const { url, keys } = await startRedis(test, { isKept: true });
    const { examine } = await createExamined(test);
    expect(await examine(redis, { REDIS_URL: url })).toEqual([
      expect.stringMatching(/^ok Redis answers: version \d+\.\d+\.\d+, maxmemory-policy noeviction\.$/),
    ]);
    expect(await keys()).toEqual([]);
  });

  it('says what may lose watches', async (test) => {
    const { url } = await startRedis(test, { settings: ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'] });
    const { examine } = await createExamined(test);
    expect(await examine(redis, { REDIS_URL: url })).toEqual([
      expect.stringMatching(/^ok Redis answers: version \d+\.\d+\.\d+, maxmemory-policy allkeys-lru\.$/),
      'PROBLEM Redis drops watches when its memory is full (maxmemory-policy allkeys-lru). → Set maxmemory-policy to noeviction.',
      'note Redis loses watches when it restarts. → Set appendonly to yes.',
    ]);
  });

  it('says that the password is wrong, or that it is silent', async (test) => {
    const server = await startRedis(test);
    const { examine } = await createExamined(test);
    const wrong = server.url.replace('//', '//somebody:canary-password@');
    const refused = await examine(redis, { REDIS_URL: wrong });
    server.pause();
    const silent = await examine(redis, { REDIS_URL: server.url });
    server.resume();
    expect([...refused, ...silent]).toEqual([
      expect.stringContaining('PROBLEM Redis cannot be used (WRONGPASS). → Check the host'),
      expect.stringContaining('PROBLEM Redis cannot be used (no answer in time).'),
    ]);
  });
});
