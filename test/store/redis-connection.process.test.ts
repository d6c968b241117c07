import { describe, expect, it, type TestContext, vi } from 'vitest';
import { checkServer, redisOptions } from '../../src/store/redis-connection.ts';
import { holdClock } from '../support/hold-clock.ts';
import { isRedisMissing, startRedis, type TestRedisOptions } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const timeoutMs = 200;

/** A connection that is ready to a server of the test's own. */
async function connected(test: TestContext, options?: TestRedisOptions, waitsMs?: number) {
  const redis = await startRedis(test, options);
  const { connections, log } = connectionsTo(redis.url, test, waitsMs);
  const connection = connections.open('claims');
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return { redis, connections, log, connection, ask: connection.ask };
}

describe.skipIf(isRedisMissing)('an answer of Redis', () => {
  it('is waited for so long and no longer, and then nothing is asked until Redis answers again', async (test) => {
    const { redis, connections, log, ask } = await connected(test, {}, timeoutMs);
    holdClock();
    redis.pause();
    const ended = vi.fn();
    const asked = ask((client) => client.ping()).catch(ended);
    vi.advanceTimersByTime(timeoutMs - 1);
    await new Promise(setImmediate);
    expect(connections.isReady()).toBe(true);
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1);
    await asked;
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'StoreError', code: 'silent' }));
    await expect(ask((client) => client.ping())).rejects.toMatchObject({ name: 'StoreError', code: 'away' });
    expect(log.entries()).toEqual([expect.objectContaining({ level: 'warn', use: 'claims', code: 'silent' })]);
    vi.useRealTimers();
    redis.resume();
  });

  it('is no late one when it came while the process was busy', async (test) => {
    const { log, ask } = await connected(test, {}, timeoutMs);
    holdClock();
    const asked = ask((client) => client.ping());
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); // it has come, and nobody has read it
    vi.advanceTimersByTime(timeoutMs);
    expect(await asked).toBe('PONG');
    expect(await ask((client) => client.ping())).toBe('PONG');
    expect(log.lines).toEqual([]);
  });

  it('that refuses is an error with a code, said once a minute', async (test) => {
    const { redis, log, ask } = await connected(test);
    await redis.client.set('canary', 'text');
    for (let tries = 0; tries < 3; tries += 1)
      await expect(ask((client) => client.hget('canary', 'field'))).rejects.toMatchObject({ code: 'WRONGTYPE' });
    expect(log.entries()).toEqual([
      expect.objectContaining({ msg: 'Redis refuses a command', use: 'claims', code: 'WRONGTYPE' }),
    ]);
    expect(log.lines.join()).not.toContain('canary');
  });
});

it.skipIf(isRedisMissing).for([
  [{ isKept: true }, []],
  [
    { settings: ['--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru'] },
    [expect.stringContaining('maxmemory-policy noeviction'), expect.stringContaining('appendonly yes')],
  ],
] as const)('settings of a server are said when they may lose watches: %j', async ([options, said], test) => {
  const { connection, log } = await connected(test, options);
  await checkServer(connection, log.logger);
  expect(log.entries().map(({ msg }) => msg)).toEqual(said);
});

it('the client is told where an address leads, and of no user, password or TLS without one', () => {
  const plain = redisOptions('redis://redis');
  expect(plain).toMatchObject({ host: 'redis', port: 6379, db: 0 });
  for (const name of ['username', 'password', 'tls']) expect(plain).not.toHaveProperty(name);
  expect(redisOptions('redis://:p%40ss%2Fword@[::1]:7000/3')).toMatchObject({
    host: '::1',
    port: 7000,
    db: 3,
    password: 'p@ss/word',
  });
  expect(redisOptions('rediss://txnbot:secret@redis.example/')).toMatchObject({
    username: 'txnbot',
    password: 'secret',
    tls: { servername: 'redis.example' },
  });
  expect(redisOptions('rediss://10.0.0.1').tls).toEqual({});
});

it('a client tries to connect again at once, and then every two seconds', () => {
  const { retryStrategy } = redisOptions('redis://redis');
  expect([1, 2, 5, 6, 1_000].map((times) => retryStrategy?.(times))).toEqual([100, 200, 1_600, 2_000, 2_000]);
});
