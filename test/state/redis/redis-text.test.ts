import { expect, it } from 'vitest';
import { createRedisText } from '../../../src/store/redis.ts';
import { isRedisMissing, startRedis } from '../../support/redis.ts';
import { connectionsTo } from '../../support/redis-connections.ts';
import { waitFor } from '../../support/wait-for.ts';

it.skipIf(isRedisMissing)('a text in Redis takes the place of the one that was read, and of no other', async (test) => {
  const redis = await startRedis(test);
  const { connections } = connectionsTo(redis.url, test);
  const text = createRedisText(connections.open('banks'), 'key');
  await waitFor(() => expect(connections.isReady()).toBe(true));
  expect(await text.read()).toBeUndefined();
  expect(await text.replace('other', 'one', 60_000)).toBe(false);
  expect(await text.replace(undefined, 'one', 60_000)).toBe(true);
  expect(await text.replace(undefined, 'two', 60_000)).toBe(false);
  expect(await text.replace('other', 'two', 60_000)).toBe(false);
  expect(await text.read()).toBe('one');
  expect(await text.replace('one', 'two', 60_000)).toBe(true);
  expect(await text.read()).toBe('two');
  expect(await redis.client.pttl('key')).toBeGreaterThan(50_000);
});
