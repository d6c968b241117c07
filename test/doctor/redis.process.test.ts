import { describe, expect, it } from 'vitest';
import { createExamined } from '../support/examine.ts';
import { isRedisMissing, startRedis, type TestRedisOptions } from '../support/redis.ts';

describe.skipIf(isRedisMissing)('with a server', () => {
  it.for<[TestRedisOptions, policy: string, ...troubles: string[]]>([
    [{ isKept: true }, 'noeviction'],
    [
      { settings: ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'] },
      'allkeys-lru',
      'PROBLEM Redis drops watches when its memory is full (maxmemory-policy allkeys-lru). → Set maxmemory-policy to noeviction.',
      'note Redis loses watches when it restarts. → Set appendonly to yes.',
    ],
  ])(
    "the doctor prints Redis' version, and which of its settings may lose watches: %j",
    async ([options, policy, ...troubles], test) => {
      const { url, keys } = await startRedis(test, options);
      const { examine } = await createExamined(test);
      const [answers, ...others] = await examine('Redis', { REDIS_URL: url });
      expect(answers).toMatch(
        /^ok Redis answers: version \d+\.\d+\.\d+, maxmemory-policy [a-z-]+\.$/,
      );
      expect(answers).toContain(`maxmemory-policy ${policy}.`);
      expect(others).toEqual(troubles);
      expect(await keys()).toEqual([]);
    },
  );

  it('the doctor says that Redis refuses the password, or does not answer', async (test) => {
    const server = await startRedis(test);
    const { examine } = await createExamined(test);
    const wrong = server.url.replace('//', '//somebody:canary-password@');
    const refused = await examine('Redis', { REDIS_URL: wrong });
    server.pause();
    const silent = await examine('Redis', { REDIS_URL: server.url });
    server.resume();
    expect([...refused, ...silent]).toEqual([
      expect.stringContaining('PROBLEM Redis cannot be used (WRONGPASS). → Check the host'),
      expect.stringContaining('PROBLEM Redis cannot be used (no answer).'),
    ]);
  });
});
