import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { Secret } from '../config/secret.ts';
import { errorCode, StoreError } from '../errors.ts';
import { checkServer } from './redis-settings.ts';

/** A connection of its own for one use. */
export type RedisConnection = ReturnType<typeof connect>;

interface ConnectOptions {
  use: string;
  client: ConnectionOptions;
  /** How long an answer may take. */
  timeoutMs: number;
  outage: Outage;
}

export function connect({ use, client, timeoutMs, outage }: ConnectOptions) {
  const redis = new Redis({ ...client, connectionName: `txnbot-${use}` });
  let code = 'closed';
  redis.on('error', (error) => {
    code = redisErrorCode(error);
    outage.note(use, code);
  });
  redis.on('reconnecting', () => outage.note(use, code)); // not when this process closes it
  redis.on('ready', () => {
    code = 'closed';
    outage.note(use, undefined);
  });
  /** Settles as `answer` does. When that takes too long, the connection ends, and with it whatever waits for it. */
  const inTime = async <T>(answer: Promise<T>): Promise<T> => {
    let isOver = false;
    // An answer may have come while this process was busy: let it be read before it counts as late.
    const late = setTimeout(() => setImmediate(() => isOver || drop()), timeoutMs);
    try {
      return await answer;
    } finally {
      isOver = true;
      clearTimeout(late);
    }
  };
  const drop = () => {
    if (redis.status !== 'ready') return; // it is gone already, and would not try again
    code = 'silent';
    redis.disconnect(true);
  };
  return {
    /** For libraries; `ask` is for everything else. */
    redis,
    inTime,
    /**
     * Resolves with what the command does.
     * @throws StoreError at once while Redis is away, and when it refuses
     */
    async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
      if (redis.status !== 'ready') throw new StoreError('away');
      try {
        return await inTime(command(redis));
      } catch (error) {
        if (error instanceof StoreError) throw error;
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw new StoreError(code);
        outage.refused(use, redisErrorCode(error));
        throw new StoreError(redisErrorCode(error));
      }
    },
  };
}

interface ConnectionsOptions {
  address: Secret;
  /** How long an answer may take on which a person waits. */
  timeoutMs: number;
  logger: Logger;
}

/** Gap between writes that show whether Redis takes any. */
const probeEveryMs = 5_000;

/** The connections of this process to Redis, one for each use, so that none waits behind another. */
export class RedisConnections {
  readonly #options: ConnectionsOptions;
  readonly #outage: Outage;
  readonly #opened: Redis[] = [];
  #probing: NodeJS.Timeout | undefined;
  #canWrite = true;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#outage = createOutage(options.logger);
  }

  /** One for questions on whose answer a person waits. */
  open(use: string): RedisConnection {
    return this.#connect(use, failFast);
  }

  /** One for work in the background: its commands wait until Redis is back. */
  openBackground(use: string): Redis {
    return this.#connect(use, { maxRetriesPerRequest: null }).redis;
  }

  /** Whether every connection can be used, and the last write was taken. */
  isReady(): boolean {
    return this.#canWrite && this.#opened.every(({ status }) => status === 'ready');
  }

  /** Resolves when all are ready, or after `waitMs`. */
  async settled(waitMs: number): Promise<void> {
    const endsAtMs = performance.now() + waitMs;
    while (!this.isReady() && performance.now() < endsAtMs) await sleep(10);
  }

  /**
   * Waits a moment for Redis, checks its settings, and from then on writes `key` again and again: a process that only
   * reads would not notice a failover.
   * @throws Error with a sentence when the server evicts keys
   */
  async start(key: string): Promise<void> {
    const { logger } = this.#options;
    const connection = this.open('server');
    const { redis } = connection;
    const probe = () =>
      connection
        .ask(() => redis.set(key, 1, 'PX', 2 * probeEveryMs))
        .then(() => this.#setWritable())
        .catch((error: unknown) => this.#setWritable(errorCode(error)));
    redis.on('ready', probe);
    this.#probing = setInterval(probe, probeEveryMs);
    await this.settled(connectMs);
    if (redis.status === 'ready') return checkServer(connection.ask, logger);
    redis.once('ready', () => checkServer(connection.ask, logger).catch((error: Error) => logger.error(error.message)));
  }

  close(): void {
    clearInterval(this.#probing);
    for (const redis of this.#opened) redis.disconnect();
  }

  #connect(use: string, more: ConnectionOptions): RedisConnection {
    const { address, timeoutMs } = this.#options;
    const reconnectOnError = (error: Error) => this.#reconnectIfReadOnly(error);
    const client = { ...redisOptions(address.reveal()), ...more, reconnectOnError };
    const connection = connect({ use, client, timeoutMs, outage: this.#outage });
    this.#opened.push(connection.redis);
    return connection;
  }

  /** After a failover a connection may still lead to the old primary, which lives on and only reads. */
  #reconnectIfReadOnly(error: Error): boolean {
    if (redisErrorCode(error) !== 'READONLY') return false;
    this.#setWritable('READONLY');
    for (const redis of this.#opened) if (redis.status === 'ready') redis.disconnect(true);
    return true; // also for a connection that BullMQ made from one of these
  }

  #setWritable(code?: string): void {
    this.#canWrite = code === undefined;
    this.#outage.note('writes', code);
  }
}

/** How answers are drawn is the library's own business. */
type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

/** Wait for a first connection; without Redis, the process answers alone. */
const connectMs = 1_000;
/** The first tries come at once, as a restart of Redis takes a second; the later ones do not press. */
const longestWaitMs = 2_000;

/** What the client is told, from an address that the configuration has checked. */
export function redisOptions(address: string): ConnectionOptions {
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1)),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: isIP(host) ? {} : { servername: host } } : {}),
    connectTimeout: 5_000,
    socketTimeout: 15_000, // BullMQ's own waits last for ten seconds
    disconnectTimeout: 1, // whoever closes does not wait for the other side
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), longestWaitMs),
  };
}

/** For questions on whose answer a person waits: a command is sent now, to a server that answers, or fails. */
export const failFast = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies ConnectionOptions;

/** A code that is safe to log, of Node, of Redis or of its client: their messages quote addresses and keys. */
function redisErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+(?=[ :]|$)/.exec(error.message)?.[0] ?? error.name; // `OOM command not allowed when …`
}

/** Whether Redis can be used, as the connections see it. */
type Outage = ReturnType<typeof createOutage>;

const sayAgainAfterMs = 60_000;

/**
 * Says in the log once when Redis goes away and once when it is back, whatever many connections and tries see of it; and
 * once a minute when it refuses commands.
 */
function createOutage(logger: Logger) {
  const away = new Set<string>();
  const saidAtMs = new Map<string, number>();
  return {
    /** Tells what became of a connection: a code when it cannot be used, `undefined` when it can. */
    note(use: string, code: string | undefined): void {
      const wasAway = away.size > 0;
      if (code === undefined) away.delete(use);
      else away.add(use);
      if (wasAway && away.size === 0) logger.info('Redis is there');
      if (!wasAway && away.size > 0)
        logger.warn({ use, code }, 'Redis is away: until it is back, this process counts and remembers alone');
    },
    /** Tells that Redis refused a command. */
    refused(use: string, code: string): void {
      if (performance.now() - (saidAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
      saidAtMs.set(code, performance.now());
      logger.warn({ use, code }, 'Redis refuses a command');
    },
  };
}
