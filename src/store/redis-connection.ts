import { isIP } from 'node:net';
import { Redis, type RedisOptions } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { pause } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import { errorCode, onError, StoreError } from '../errors.ts';

/** The most keys to ask Redis for at once. */
const keysMax = 500;

interface ConnectionOptions {
  address: Secret;
  /** Timeout for a reply; short, since a person is waiting. */
  timeoutMs: number;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Interval between test writes, which show whether Redis accepts writes. */
const probeEveryMs = 5_000;
/**
 * How long `start` waits for Redis; after that, the process works without Redis until Redis
 * answers.
 */
const connectMs = 1_000;
const logAgainAfterMs = 60_000;

/**
 * This process's connection to Redis. While Redis is unreachable, commands fail at once; none is
 * queued.
 */
export type RedisConnection = ReturnType<typeof createRedisConnection>;

export function createRedisConnection({ address, timeoutMs, logger }: ConnectionOptions) {
  /** Error codes of refused commands, each logged once per `logAgainAfterMs`. */
  const logged = new LRUCache<string, true>({ max: 10, ttl: logAgainAfterMs });
  /** Error codes logged in this outage; empty while Redis is there. */
  const reasons = new Set<string>();
  let downCode = 'closed';
  let probing: NodeJS.Timeout | undefined;
  let canWrite = true;

  const redis = new Redis({
    ...redisOptions(address.reveal()),
    socketTimeout: timeoutMs, // closes the connection, so that pending commands fail
    // After a failover the connection may still be to the old primary, which is now read-only.
    reconnectOnError: (error) => {
      if (redisErrorCode(error) !== 'READONLY') return false;
      setWritable('READONLY');
      return true;
    },
  });
  redis.on('error', (error) => noteAway(redisErrorCode(error)));
  // Redis's client does not emit this event if we close the connection.
  redis.on('reconnecting', () => noteAway(downCode));
  redis.on('ready', () => {
    downCode = 'closed'; // the reason if the connection ends without an error
    noteBack();
  });

  const isConnected = () => redis.status === 'ready';
  const isReady = () => canWrite && isConnected();

  async function settled(waitMs: number): Promise<void> {
    const endsAtMs = performance.now() + waitMs;
    while (!isReady() && performance.now() < endsAtMs) await pause(10);
  }

  async function ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (!isConnected()) throw new StoreError('away');

    try {
      return await command(redis);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ReplyError') throw new StoreError(downCode);

      const code = redisErrorCode(error);
      noteRefused(code);
      throw new StoreError(code);
    }
  }

  /** @throws Error with a message for the operator when the server evicts keys */
  async function checkServer(): Promise<void> {
    const unknown: ServerSettings = { problems: [] };
    const settings = await readServerSettings(ask).catch(onError(StoreError, () => unknown));
    const { evictionPolicy, problems } = settings;

    if (evictionPolicy === undefined)
      logger.warn('Redis does not report its maxmemory-policy: it must be noeviction');

    for (const { what, remedy, isFatal } of problems) {
      if (isFatal) throw new Error(`${what} ${remedy}`);
      logger.warn(`${what} ${remedy}`);
    }
  }

  /** @param code why Redis refuses writes; `undefined` when it accepts them */
  function setWritable(code?: string): void {
    canWrite = code === undefined;
    if (code === undefined) noteBack();
    else noteAway(code);
  }

  /** Logs once when Redis is ready again. */
  function noteBack(): void {
    if (reasons.size === 0 || !isReady()) return;

    reasons.clear();
    logger.info('Redis is back');
  }

  /**
   * Logs when Redis becomes unreachable, and once more if it then refuses the password, which may
   * have changed meanwhile.
   */
  function noteAway(code: string): void {
    downCode = code;
    const isRefused = /^(?:WRONGPASS|NOAUTH)$/.test(code);
    if (reasons.has(code) || (reasons.size > 0 && !isRefused)) return;

    reasons.add(code);
    const setting = isRefused ? 'the credentials in REDIS_URL' : 'REDIS_URL, rediss:// for TLS';
    logger.warn(
      { code },
      `Redis is away (check ${setting}, and that it runs and takes writes): until it is back, each process counts alone, and no watch begins`,
    );
  }

  function noteRefused(code: string): void {
    if (logged.has(code)) return;
    logged.set(code, true);
    logger.warn({ code }, 'Redis refuses a command: check its memory and user');
  }

  return {
    /** The raw client, for libraries and scans; all other code calls `ask`. */
    redis,
    /** Error code that says why the connection is down. */
    code: () => downCode,
    /** Whether Redis is connected, and accepted the last test write. */
    isReady,
    /** Resolves when Redis is ready, or after `waitMs`. */
    settled,
    /**
     * Waits up to `connectMs` for Redis, checks the server's settings, and from then on writes `key`
     * periodically: a process that only reads would not notice a failover.
     * @throws Error with a message for the operator when the server evicts keys; only logged if
     *   Redis is ready later
     */
    async start(key: string): Promise<void> {
      const probe = () =>
        ask((client) => client.set(key, 1, 'PX', 2 * probeEveryMs))
          .then(() => setWritable())
          .catch((error: unknown) => setWritable(errorCode(error)));

      redis.on('ready', probe);
      probing = setInterval(probe, probeEveryMs);
      await settled(connectMs);

      if (isConnected()) return checkServer();

      redis.once('ready', () => checkServer().catch((error: Error) => logger.error(error.message)));
    },
    close(): void {
      clearInterval(probing);
      redis.disconnect();
    },
    /**
     * Runs a command, and resolves with the command's result.
     * @throws StoreError at once while Redis is unreachable, and when Redis refuses the command or
     *   does not reply
     */
    ask,
    /**
     * Reads the values of keys, a batch at a time, so that parsing them blocks nobody.
     * @param parse gets `null` where there is no value
     * @throws StoreError as `ask` does
     */
    async readEach<T>(keys: readonly string[], parse: (text: string | null) => T): Promise<T[]> {
      const values: T[] = [];
      for (let at = 0; at < keys.length; at += keysMax) {
        const texts = await ask((client) => client.mget(...keys.slice(at, at + keysMax)));
        values.push(...texts.map(parse));
      }

      return values;
    },
  };
}

/**
 * Longest wait between reconnects; the first ones are quick, as a restart of Redis takes a second.
 */
const longestWaitMs = 2_000;

/** Builds the client's options from an address that the configuration has validated. */
export function redisOptions(address: string): Omit<RedisOptions, 'replyMapping'> {
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1)),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: isIP(host) ? {} : { servername: host } }),
    connectionName: 'txnbot',
    connectTimeout: 5_000,
    disconnectTimeout: 1, // close without waiting for the server
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), longestWaitMs),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
}

/**
 * Returns an error's code, safe to log. Error messages are not: those of Redis and Node quote
 * addresses and keys.
 */
function redisErrorCode(error: unknown): string {
  const { message } = error instanceof Error ? error : { message: '' };
  if (message.startsWith('Socket timeout')) return 'silent';
  // Redis begins its errors with a code: `OOM command not allowed when …`.
  return /^[A-Z]+(?=[ :]|$)/.exec(message)?.[0] ?? errorCode(error);
}

/**
 * A problem with the server, such as a setting that may lose watches; with a fatal one, the process
 * does not start.
 */
interface ServerProblem {
  what: string;
  remedy: string;
  isFatal?: true;
}

/** Version and settings that a server reports, and the problems with them. */
interface ServerSettings {
  version?: string | undefined;
  /** How the server drops keys when its memory is full; `noeviction`: it drops none. */
  evictionPolicy?: string | undefined;
  problems: readonly ServerProblem[];
}

/** @throws StoreError when Redis is unreachable, or does not let the user in REDIS_URL run INFO */
export async function readServerSettings(ask: RedisConnection['ask']): Promise<ServerSettings> {
  const info = await ask((redis) => redis.info());
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('valkey_version') ?? field('redis_version');
  const evictionPolicy = field('maxmemory') === '0' ? 'noeviction' : field('maxmemory_policy');
  const problems: ServerProblem[] = [];

  if (evictionPolicy !== undefined && evictionPolicy !== 'noeviction') {
    const what = `Redis drops watches when its memory is full (maxmemory-policy ${evictionPolicy}).`;
    problems.push({ what, remedy: 'Set maxmemory-policy to noeviction.', isFatal: true });
  }

  if (version !== undefined && Number.parseInt(version, 10) < 7)
    problems.push({ what: 'txnbot is tested with Redis 7 and later.', remedy: 'Use a later one.' });
  if (field('aof_enabled') === '0')
    problems.push({
      what: 'Redis loses watches when it restarts.',
      remedy: 'Set appendonly to yes.',
    });

  return { version, evictionPolicy, problems };
}
