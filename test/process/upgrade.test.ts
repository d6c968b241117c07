import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { createSlackStandIn, directMessageOf } from 'slack-sandbox';
import { describe, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { startChangingService } from '../support/changing-service.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * What a version had stored when it was killed with -9: six watches of five references. Of
 * GARO-1004 one change had been told. With 0.2.0 it was being asked about again; in Redis its job is
 * locked. With 0.3.0 a list of 30 was under way.
 */
const watchers = {
  U0ANA: ['GARO-1001', 'GARO-1002', 'GARO-1003'],
  U0BEN: ['GARO-1002', 'GARO-1004', 'GARO-1005'],
};
const references = [...new Set(Object.values(watchers).flat())];
const takeOverMs = 90_000;

const Folder = z.object({ savedAtMs: z.number(), files: z.record(z.string(), z.string()) });
const Value = z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())]);
const Key = z.object({ key: z.string(), ttlMs: z.number(), type: z.string(), value: Value });
const Dump = z.object({ savedAtMs: z.number(), keys: z.array(Key) });

/**
 * The fixture as if it had been saved just now: each time in milliseconds in it is moved, also in
 * BullMQ's scores.
 */
function stored<T extends { savedAtMs: number }>(name: string, schema: z.ZodType<T>): T {
  const text = readFileSync(new URL(`../fixtures/stored/${name}`, import.meta.url), 'utf8');
  const laterMs = Date.now() - schema.parse(JSON.parse(text)).savedAtMs;
  const moved = text
    .replace(/\b17\d{11}\b/g, (atMs) => String(Number(atMs) + laterMs))
    .replace(/\b7\d{15}\b/g, (score) => String(Number(score) + laterMs * 0x1000));
  return schema.parse(JSON.parse(moved));
}

async function restore(
  client: Redis,
  { key, type, value, ttlMs }: z.infer<typeof Key>,
): Promise<void> {
  const values = Object.values(value);
  if (typeof value === 'string') await client.set(key, value);
  else if (type === 'hash') await client.hset(key, value);
  else if (type === 'set') await client.sadd(key, ...values);
  else if (type === 'list') await client.rpush(key, ...values);
  else
    for (let place = 0; place < values.length; place += 2)
      await client.zadd(key, Number(values[place + 1]), String(values[place]));
  if (ttlMs > 0) await client.pexpire(key, ttlMs);
}

/**
 * Starts today's bot on what is stored, lets every transfer succeed, and waits for a notification
 * of each watch, and for the results of so many lists.
 */
async function takesOver(
  { expect, onTestFinished }: TestContext,
  env: Record<string, string>,
  lists: number,
): Promise<void> {
  const slack = await createSlackStandIn();
  const service = await startChangingService();
  service.set(references, { status: 'successful' });
  const settings = botSettings(slack, { baseUrl: service.url, token: 'open-sesame' });
  const bot = await startBot(
    { ...settings, WATCH_SCHEDULE: '1s', BLOCKS: 'classic', ...env },
    'bundle',
  );
  onTestFinished(async () => {
    await bot.stop();
    await slack.close();
    await service.close();
  });
  slack.deliverTo(bot.requestUrl);
  /** What each message to the person names, so that a change notified twice is there twice. */
  const notified = (personId: string) =>
    slack.messages
      .filter(({ channelId }) => channelId === directMessageOf(personId))
      .flatMap((message) =>
        references.filter((reference) => JSON.stringify(message).includes(reference)),
      )
      .sort();
  const told = () =>
    Object.fromEntries(Object.keys(watchers).map((personId) => [personId, notified(personId)]));
  await expect.poll(told, { timeout: takeOverMs, interval: 100 }).toEqual(watchers);
  const results = () => slack.files.filter(({ name }) => name === 'complaints-answers.csv');
  await expect.poll(results, { timeout: takeOverMs, interval: 100 }).toHaveLength(lists);
  const left = async () =>
    (await (await fetch(`${bot.healthUrl}/metrics`)).text()).match(/^txnbot_watches (\d+)$/m)?.[1];
  await expect.poll(left, { timeout: takeOverMs, interval: 100 }).toBe('0');
  expect(slack.breaches).toEqual([]);
}

describe.concurrent.each([
  { from: '0.2.0', folder: 'folder.json', dump: 'redis.json', lists: 0 },
  { from: '0.3.0', folder: 'folder-0.3.0.json', dump: 'redis-0.3.0.json', lists: 1 },
])('an upgrade from what $from stored', ({ from, folder: inFolder, dump, lists }) => {
  it('an upgrade takes over everything that the state folder stores', {
    timeout: 2 * takeOverMs,
  }, async (test) => {
    const folder = temporaryFolder(test);
    for (const [name, text] of Object.entries(stored(inFolder, Folder).files))
      writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    await takesOver(test, { STATE_DIR: folder }, lists);
  });

  it.skipIf(isRedisMissing)(
    'takes over all of a Redis, and drops what it kept the time by',
    { timeout: 2 * takeOverMs },
    async (test) => {
      const redis = await startRedis(test);
      for (const key of stored(dump, Dump).keys) await restore(redis.client, key);
      await takesOver(test, { REDIS_URL: redis.url }, lists);
      test.expect(await redis.client.keys('*:watch:due')).toEqual([]);
      const jobs = await redis.client.keys('*:due:*');
      const lasting = await Promise.all(jobs.map((key) => redis.client.ttl(key)));
      // −1 is a key without an end; one that has ended since it was listed is −2.
      test.expect(lasting).not.toContain(-1);
      if (from === '0.2.0') test.expect(jobs.length).toBeGreaterThan(5);
    },
  );
});
