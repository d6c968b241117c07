import { createHash } from 'node:crypto';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { List } from '../../src/lists/list.ts';
import { createRedisLists } from '../../src/lists/store.ts';
import { createRedisState } from '../../src/store/redis.ts';
import { redisOptions } from '../../src/store/redis-connection.ts';
import { createRedisWatches } from '../../src/watches/store.ts';
import {
  connectionTo,
  isRedisMissing,
  startRedis,
  type TestRedis,
  type TestRedisOptions,
} from '../support/redis.ts';
import { someWatch, watchLimits } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

const timeoutMs = 200;

/** Each test has a server of its own, and most wait for it. */
const on = it.skipIf(isRedisMissing).concurrent;

/** A connection that is ready to a server of the test's own. */
async function connected(test: TestContext, options?: TestRedisOptions, waitsMs?: number) {
  const redis = await startRedis(test, options);
  const { connection, log, whenReady } = connectionTo(redis.url, test, waitsMs);
  await whenReady();
  return { redis, log, connection, whenReady, ask: connection.ask };
}

describe.skipIf(isRedisMissing)('an answer of Redis', { concurrent: true }, () => {
  it('a Redis command times out, and none is sent until Redis answers again', async (test) => {
    const { redis, log, ask } = await connected(test, {}, timeoutMs);
    redis.pause();
    const asked = ask((client) => client.ping());
    await expect(asked).rejects.toMatchObject({ name: 'StoreError', code: 'silent' });
    await expect(ask((client) => client.ping())).rejects.toMatchObject({
      name: 'StoreError',
      code: 'away',
    });
    expect(log.entries()).toEqual([expect.objectContaining({ level: 'warn', code: 'silent' })]);
    redis.resume();
  });

  it('a refusal by Redis is an error with a code, logged once a minute', async (test) => {
    const { redis, log, ask } = await connected(test);
    await redis.client.set('canary', 'text');
    for (let tries = 0; tries < 3; tries += 1)
      await expect(ask((client) => client.hget('canary', 'field'))).rejects.toMatchObject({
        code: 'WRONGTYPE',
      });
    expect(log.entries()).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^Redis refuses a command: check/),
        code: 'WRONGTYPE',
      }),
    ]);
    expect(log.lines.join()).not.toContain('canary');
  });
});

on.for([
  ['somebody:canary@', 'WRONGPASS'],
  ['', 'NOAUTH'],
])('a password that Redis refuses is logged by its setting: %j', async ([user, code], test) => {
  const redis = await startRedis(test);
  await redis.client.config('SET', 'requirepass', 'right');
  const { log } = connectionTo(redis.url.replace('//', `//${user}`), test);
  const msg = expect.stringMatching(
    /^Redis is away [(]check the credentials in REDIS_URL, .*[)]: until it is back/,
  );
  await waitFor(() =>
    expect(log.entries()).toEqual([expect.objectContaining({ level: 'warn', msg, code })]),
  );
  expect(log.lines.join()).not.toContain('canary');
});

on('a password that changes while the process runs is logged once by its setting', async (test) => {
  const { redis, log } = await connected(test);
  await redis.client.config('SET', 'requirepass', 'right');
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  const codes = () => log.entries().map(({ code, msg }) => code ?? msg);
  await waitFor(() => expect(codes()).toEqual(['closed', 'NOAUTH']));
  expect(log.entries().at(-1)?.msg).toContain('(check the credentials in REDIS_URL,');
  await redis.client.config('SET', 'requirepass', '');
  await waitFor(() => expect(codes()).toEqual(['closed', 'NOAUTH', 'Redis is back']));
});

const lru = ['--maxmemory', '64mb', '--maxmemory-policy', 'volatile-lru'];

on.for<[TestRedisOptions, readonly unknown[], string?]>([
  [{ isKept: true }, []],
  [{}, [expect.stringContaining('appendonly to yes')]],
  [{ settings: lru.slice(2) }, [expect.stringContaining('appendonly to yes')]], // without a limit it drops nothing
  [
    { settings: lru },
    [],
    'Redis drops watches when its memory is full (maxmemory-policy volatile-lru). Set maxmemory-policy to noeviction.',
  ],
  [
    { settings: ['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-info'] },
    [
      expect.stringMatching(/^Redis refuses a command/),
      expect.stringContaining('does not report its maxmemory-policy'),
    ],
  ],
])(
  'a server whose settings may lose watches is named, and one that evicts is refused: %j',
  async ([options, logged, refusal], test) => {
    const { connection, log } = await connected(test, options);
    const checked = connection.start('written');
    await (refusal === undefined ? checked : expect(checked).rejects.toThrow(refusal));
    expect(log.entries().map(({ msg }) => msg)).toEqual(logged);
  },
);

it.concurrent('the Redis client takes host, user, password and TLS from the address, and only those in it', () => {
  const plain = redisOptions('redis://redis');
  expect(plain).toMatchObject({ host: 'redis', port: 6379, db: 0 });
  for (const name of ['username', 'password', 'tls']) expect(plain).not.toHaveProperty(name);
  const whole = { host: '::1', port: 7000, db: 3, password: 'p@ss/word' };
  expect(redisOptions('redis://:p%40ss%2Fword@[::1]:7000/3')).toMatchObject(whole);
  const encrypted = {
    username: 'txnbot',
    password: 'secret',
    tls: { servername: 'redis.example' },
  };
  expect(redisOptions('rediss://txnbot:secret@redis.example/')).toMatchObject(encrypted);
  expect(redisOptions('rediss://10.0.0.1').tls).toEqual({});
  expect(plain.retryStrategy?.(1_000)).toBe(2_000);
});

const namespace = 'txnbot:{A0:T0}';

/** The states of two processes that share a Redis. */
async function two(test: TestContext, options?: TestRedisOptions) {
  const redis = await startRedis(test, options);
  const [one, other] = [await stateOn(redis, test), await stateOn(redis, test)];
  return { redis, one, other, bothReady: () => Promise.all([one.whenReady(), other.whenReady()]) };
}

async function stateOn(redis: TestRedis, test: TestContext) {
  const { connection, log, whenReady } = connectionTo(redis.url, test);
  const onFallback = vi.fn();
  const state = createRedisState({ connection, namespace, onFallback });
  /**
   * Holds a key and keeps it at once, so that it is claimed until its time is over or it is
   * released.
   */
  const claim = async (key: string) => {
    const held = await state.lease(key, 'give up');
    await held?.commit(60_000);
    return held;
  };
  await whenReady();
  return {
    ...state,
    log,
    whenReady,
    fallbacks: () => onFallback.mock.calls.map(([use]) => use),
    /** As far as the others see, it was killed. */
    die: () => connection.close(),
    claim,
    isMine: async (key: string) => (await claim(key)) !== undefined,
  };
}

/** How often somebody tried to have a key. */
const setsOf = async ({ client }: TestRedis) =>
  Number(/^cmdstat_set:calls=(\d+)/m.exec(await client.info('commandstats'))?.[1]);

describe.skipIf(isRedisMissing)('what a process holds in Redis', { concurrent: true }, () => {
  it('one of two processes claims a key, stored under the prefix and a digest', async (test) => {
    const { redis, one, other } = await two(test);
    const all = ['click C0 GARO-8f3k2j1', 'b'].flatMap((key) => [
      one.isMine(key),
      other.isMine(key),
    ]);
    expect((await Promise.all(all)).filter((isMine) => isMine)).toHaveLength(2);
    const name = expect.stringMatching(/^txnbot:\{A0:T0\}:claim:[\w-]{43}$/);
    expect(await redis.keys()).toEqual([name, name]);
    expect([...one.fallbacks(), ...other.fallbacks()]).toEqual([]);
  });

  it('a process that waits for a lease gets it as soon as it is released', async (test) => {
    const { redis, one, other } = await two(test);
    const first = await one.lease('a', 'wait');
    const waiting = other.lease('a', 'wait');
    expect(await one.lease('a', 'wait')).toBeUndefined(); // it would wait for itself
    await one.lease('b', 'wait');
    expect(await other.lease('b', 'give up')).toBeUndefined(); // or this would wait for a process that lives on
    expect(await setsOf(redis)).toBeLessThan(10);
    await first?.release();
    expect(await waiting).toBeDefined();
  });

  it('no process gets a committed lease until its TTL ends, nor waits for it', async (test) => {
    const { redis, one, other } = await two(test);
    const first = await one.lease('a', 'wait');
    const waiting = other.lease('a', 'wait');
    await first?.commit(60_000);
    expect(await waiting).toBeUndefined();
    // It is not waited for.
    const setsBefore = await setsOf(redis);
    expect(await other.lease('a', 'wait')).toBeUndefined();
    expect((await setsOf(redis)) - setsBefore).toBe(1);
    const second = await one.lease('b', 'wait'); // only now, as its lease is renewed
    await second?.commit(50);
    expect(await other.lease('b', 'wait')).toBeDefined();
  });

  it('a live process renews its lease; another gets it seconds after the process is killed', async (test) => {
    const { one, other } = await two(test);
    expect(await one.lease('a', 'wait')).toBeDefined();
    const released = await one.lease('released', 'wait');
    await released?.release();
    expect(await other.lease('a', 'wait')).toBeUndefined();
    expect(await other.lease('released', 'give up')).toBeDefined(); // after three renewals
    one.die();
    expect(await other.lease('a', 'wait')).toBeDefined();
  });
});

on('a limit in Redis is one for all processes', async (test) => {
  const { redis, one, other } = await two(test);
  const limits = [one, other].map(({ createLimiter }) =>
    createLimiter({ name: 'q', points: 3, windowSeconds: 60 }),
  );
  const waits = await Promise.all(
    limits.flatMap((take) => [take('ann'), take('ann'), take('ben')]),
  );
  expect(waits.filter((waitMs) => waitMs !== undefined)).toEqual([expect.any(Number)]);
  expect((await redis.keys()).every((key) => key.startsWith(namespace))).toBe(true);
  expect([...one.fallbacks(), ...other.fallbacks()]).toEqual([]);
});

describe.skipIf(isRedisMissing)('while Redis is away', { concurrent: true }, () => {
  it('a process without Redis claims and counts in its own memory, and says so once', async (test) => {
    const { redis, one, other, bothReady } = await two(test);
    const take = one.createLimiter({ name: 'q', points: 2, windowSeconds: 60 });
    const before = await one.claim('before');
    await redis.stop();
    expect(await one.isMine('a')).toBe(true);
    expect(await one.isMine('a')).toBe(false);
    expect(await other.isMine('a')).toBe(true);
    expect(await one.isMine('before')).toBe(false);
    await before?.release();
    expect(await one.isMine('before')).toBe(true);
    expect([await take('ann'), await take('ann')]).toEqual([undefined, undefined]);
    expect(await take('ann')).toBeGreaterThan(50_000);
    expect(new Set(one.fallbacks())).toEqual(new Set(['claims', 'limits']));

    await redis.start();
    await bothReady();
    await waitFor(() => expect(one.log.entries().at(-1)).toMatchObject({ msg: 'Redis is back' }));
    expect(one.log.entries().filter(({ msg }) => msg === 'Redis is back')).toHaveLength(1);
    expect(await one.isMine('b')).toBe(true);
    expect(await other.isMine('b')).toBe(false);
    const { length } = one.fallbacks();
    expect(await take('cay')).toBeUndefined();
    expect(one.fallbacks()).toHaveLength(length);
    expect(one.log.lines.join()).not.toMatch(/127\.0\.0\.1|redis:\/\//);
  });

  it('a lease taken while Redis was down holds for all processes when it is back', async (test) => {
    const { redis, one, other, bothReady } = await two(test);
    await redis.stop();
    const [held, kept] = [await one.lease('held', 'wait'), await one.lease('kept', 'wait')];
    await redis.start();
    await bothReady();
    await kept?.commit(60_000);
    expect(await other.lease('kept', 'wait')).toBeUndefined();
    await waitFor(async () => expect(await redis.keys()).toHaveLength(2)); // the other one is renewed
    expect(await other.isMine('held')).toBe(false);
    await held?.release();
    expect(await other.isMine('held')).toBe(true);
  });
});

/** A Redis, and the watches in it as one process has them. */
async function withWatches(test: TestContext) {
  const opened = await connected(test);
  return { ...opened, store: createRedisWatches(opened.connection, namespace, opened.log.logger) };
}

/** Makes a server one that only reads, with what the other one has. */
async function follow({ client }: TestRedis, other: TestRedis): Promise<void> {
  await client.replicaof('127.0.0.1', Number(new URL(other.url).port));
  await waitFor(async () =>
    expect(await client.info('replication')).toContain('master_link_status:up'),
  );
}

describe.skipIf(isRedisMissing)('watches in Redis', { concurrent: true }, () => {
  it('a watch replaces the older one of its reference only once Redis has room', async (test) => {
    const { redis, store } = await withWatches(test);
    const newer = { ...someWatch, id: 'w2' };
    await store.put(someWatch, watchLimits);
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(store.put(newer, watchLimits)).rejects.toMatchObject({
      name: 'StoreError',
    });
    expect(await store.ofPerson('U0ANN')).toEqual([someWatch]);
    await redis.client.config('SET', 'maxmemory', '0');
    await store.put(newer, watchLimits);
    expect(await store.ofPerson('U0ANN')).toEqual([newer]);
  });

  it('malformed watches in Redis are logged and left alone; unknown fields are preserved', async (test) => {
    const { redis, store, log } = await withWatches(test);
    await store.put(someWatch, watchLimits);
    const newer = { ...someWatch, seen: { ...someWatch.seen, hue: 'new' }, mood: 'new' };
    await redis.client.hset(`${namespace}:watch:all`, {
      w1: JSON.stringify(newer),
      w2: JSON.stringify({ ...someWatch, id: '' }),
      w3: '{',
    });
    await redis.client.sadd(`${namespace}:watch:person:U0ANN`, 'w2', 'w3', 'w4');
    expect(await store.ofPerson('U0ANN')).toEqual([newer]);
    expect(log.entries()).toContainEqual(expect.objectContaining({ level: 'warn', count: 2 }));
  });

  it('watches in Redis are found by 0.3.0, after a rollback and while it runs too', async (test) => {
    const { redis, store } = await withWatches(test);
    const digest = createHash('sha256').update(someWatch.reference).digest('hex');
    const olderFinds = () => redis.client.smembers(`${namespace}:watch:reference:${digest}`);
    const readAll = async () => {
      for await (const _ of store.createReader()());
    };
    await store.put(someWatch, watchLimits);
    expect(await olderFinds()).toEqual([]);
    await store.indexForOlder(); // the leader stops
    expect(await olderFinds()).toEqual(['w1']);
    await readAll();
    expect(await olderFinds()).toEqual([]);
    await redis.client.zadd(`${namespace}:watch:due`, 1, someWatch.reference); // 0.3.0 runs
    await readAll();
    expect(await olderFinds()).toEqual(['w1']);
  });

  it('watches in Redis are found again after a failover left a read-only server', async (test) => {
    const { redis, store, log, connection, whenReady } = await withWatches(test);
    const other = await startRedis(test);
    await connection.start(`${namespace}:written`);
    const found = async () => (await store.find(['w1'])).length;
    const connected = async () =>
      /id=\d+(?= .*name=txnbot)/.exec(String(await redis.client.client('LIST')))?.[0];
    await store.put(someWatch, watchLimits);
    const before = await connected();
    await follow(other, redis);
    await other.client.replicaof('NO', 'ONE');
    await follow(redis, other);
    // Nobody writes but the bot itself.
    await waitFor(() => expect(connection.isReady()).toBe(false));
    await redis.client.replicaof('NO', 'ONE'); // in place of an address that leads to another server now
    await whenReady();
    await waitFor(async () => expect(await found()).toBe(1));
    expect(await connected()).not.toBe(before);
    const msg =
      'Redis is away (check REDIS_URL, rediss:// for TLS, and that it runs and takes writes): until it is back, each process counts alone, and no watch begins';
    expect(log.entries()).toContainEqual(expect.objectContaining({ msg, code: 'READONLY' }));
  });
});

on('a list in Redis is dropped by the time of Redis', async (test) => {
  const { redis, connection } = await connected(test);
  const lists = createRedisLists(connection, namespace);
  const hourMs = 60 * 60_000;
  const offer: List = {
    id: 'b1',
    personId: 'U0ANN',
    isRequery: false,
    references: ['GARO-1'],
    count: 1,
    offeredAtMs: Date.now() - 365 * 24 * hourMs, // by another clock
    answers: {},
  };
  const leftHours = async (id: string) =>
    Math.ceil((await redis.client.pttl(`${namespace}:batch:${id}`)) / hourMs);
  await lists.add(offer);
  await lists.add({ ...offer, id: 'b2', begunAtMs: Date.now() });
  expect(await lists.all()).toHaveLength(2);
  expect([await leftHours('b1'), await leftHours('b2')]).toEqual([1, 26]);
  await lists.change('b2', { endedAtMs: Date.now() });
  expect(await leftHours('b2')).toBe(24);
});
