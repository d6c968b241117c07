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
export class RedisConnection {
  /** The raw client, for libraries and scans; all other code calls `ask`. */
  readonly redis: Redis;
  readonly #options: ConnectionOptions;
  /** Error codes of refused commands, each logged once per `logAgainAfterMs`. */
  readonly #logged = new LRUCache<string, true>({ max: 10, ttl: logAgainAfterMs });
  /** Error code that says why the connection is down. */
  code = 'closed';
  #probing: NodeJS.Timeout | undefined;
  /** Error codes logged in this outage; empty while Redis is there. */
  readonly #reasons = new Set<string>();
  #canWrite = true;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.redis = new Redis({
      ...redisOptions(options.address.reveal()),
      socketTimeout: options.timeoutMs, // closes the connection, so that pending commands fail
      // After a failover the connection may still be to the old primary, which is now read-only.
      reconnectOnError: (error) => {
        if (redisErrorCode(error) !== 'READONLY') return false;
        this.#setWritable('READONLY');
        return true;
      },
    });
    this.redis.on('error', (error) => this.#noteAway(redisErrorCode(error)));
    // Redis's client does not emit this event if we close the connection.
    this.redis.on('reconnecting', () => this.#noteAway(this.code));
    this.redis.on('ready', () => {
      this.code = 'closed'; // the reason if the connection ends without an error
      this.#noteBack();
    });
  }

  /** Whether Redis is connected, and accepted the last test write. */
  isReady(): boolean {
    return this.#canWrite && this.redis.status === 'ready';
  }

  /** Resolves when Redis is ready, or after `waitMs`. */
  async settled(waitMs: number): Promise<void> {
    const endsAtMs = performance.now() + waitMs;
    while (!this.isReady() && performance.now() < endsAtMs) await pause(10);
  }

  /**
   * Waits up to `connectMs` for Redis, checks the server's settings, and from then on writes `key`
   * periodically: a process that only reads would not notice a failover.
   * @throws Error with a message for the operator when the server evicts keys; only logged if
   *   Redis is ready later
   */
  async start(key: string): Promise<void> {
    const { logger } = this.#options;

    const probe = () =>
      this.ask((redis) => redis.set(key, 1, 'PX', 2 * probeEveryMs))
        .then(() => this.#setWritable())
        .catch((error: unknown) => this.#setWritable(errorCode(error)));

    this.redis.on('ready', probe);
    this.#probing = setInterval(probe, probeEveryMs);
    await this.settled(connectMs);

    if (this.redis.status === 'ready') return this.#checkServer();

    this.redis.once('ready', () =>
      this.#checkServer().catch((error: Error) => logger.error(error.message)),
    );
  }

  close(): void {
    clearInterval(this.#probing);
    this.redis.disconnect();
  }

  /**
   * Runs a command, and resolves with the command's result.
   * @throws StoreError at once while Redis is unreachable, and when Redis refuses the command or
   *   does not reply
   */
  ask = async <T>(command: (redis: Redis) => Promise<T>): Promise<T> => {
    if (this.redis.status !== 'ready') throw new StoreError('away');

    try {
      return await command(this.redis);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ReplyError') throw new StoreError(this.code);

      const code = redisErrorCode(error);
      this.#noteRefused(code);
      throw new StoreError(code);
    }
  };

  /**
   * Reads the values of keys, a batch at a time, so that parsing them blocks nobody.
   * @param parse gets `null` where there is no value
   * @throws StoreError as `ask` does
   */
  readEach = async <T>(
    keys: readonly string[],
    parse: (text: string | null) => T,
  ): Promise<T[]> => {
    const values: T[] = [];
    for (let at = 0; at < keys.length; at += keysMax) {
      const texts = await this.ask((redis) => redis.mget(...keys.slice(at, at + keysMax)));
      values.push(...texts.map(parse));
    }

    return values;
  };

  /** @throws Error with a message for the operator when the server evicts keys */
  async #checkServer(): Promise<void> {
    const { logger } = this.#options;
    const unknown: ServerSettings = { problems: [] };
    const settings = await readServerSettings(this.ask).catch(onError(StoreError, () => unknown));
    const { evictionPolicy, problems } = settings;

    if (evictionPolicy === undefined)
      logger.warn('Redis does not report its maxmemory-policy: it must be noeviction');

    for (const { what, remedy, isFatal } of problems) {
      if (isFatal) throw new Error(`${what} ${remedy}`);
      logger.warn(`${what} ${remedy}`);
    }
  }

  /** @param code why Redis refuses writes; `undefined` when it accepts them */
  #setWritable(code?: string): void {
    this.#canWrite = code === undefined;
    if (code === undefined) this.#noteBack();
    else this.#noteAway(code);
  }

  /** Logs once when Redis is ready again. */
  #noteBack(): void {
    if (this.#reasons.size === 0 || !this.isReady()) return;

    this.#reasons.clear();
    this.#options.logger.info('Redis is back');
  }

  /**
   * Logs when Redis becomes unreachable, and once more if it then refuses the password, which may
   * have changed meanwhile.
   */
  #noteAway(code: string): void {
    this.code = code;
    const isRefused = /^(?:WRONGPASS|NOAUTH)$/.test(code);
    if (this.#reasons.has(code) || (this.#reasons.size > 0 && !isRefused)) return;

    this.#reasons.add(code);
    const { logger } = this.#options;
    const setting = isRefused ? 'the credentials in REDIS_URL' : 'REDIS_URL, rediss:// for TLS';
    logger.warn(
      { code },
      `Redis is away (check ${setting}, and that it runs and takes writes): until it is back, each process counts alone, and no watch begins`,
    );
  }

  #noteRefused(code: string): void {
    if (this.#logged.has(code)) return;
    this.#logged.set(code, true);
    this.#options.logger.warn({ code }, 'Redis refuses a command: check its memory and user');
  }
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
