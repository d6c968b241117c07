import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { Secret } from '../config/secret.ts';
import { StoreError } from '../errors.ts';

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

/** The connections of this process to Redis, one for each use, so that none waits behind another. */
export type RedisConnections = ReturnType<typeof createConnections>;

interface ConnectionsOptions {
  address: Secret;
  /** How long an answer may take on which a person waits. */
  timeoutMs: number;
  logger: Logger;
}

export function createConnections({ address, timeoutMs, logger }: ConnectionsOptions) {
  const options = redisOptions(address.reveal());
  const outage = createOutage(logger);
  const opened: Redis[] = [];
  const open = (use: string, more: typeof options) => {
    const connection = connect({ use, client: { ...options, ...more }, timeoutMs, outage });
    opened.push(connection.redis);
    return connection;
  };
  const isReady = () => opened.every(({ status }) => status === 'ready');
  return {
    /** One for questions on whose answer a person waits. */
    open: (use: string) => open(use, failFast),
    /** One for work in the background: its commands wait until Redis is back. */
    openBackground: (use: string) => open(use, { maxRetriesPerRequest: null }).redis,
    isReady,
    /** Resolves when all are ready, or after so long. */
    async settled(waitMs: number): Promise<void> {
      const endsAtMs = performance.now() + waitMs;
      while (!isReady() && performance.now() < endsAtMs) await sleep(10);
    },
    close(): void {
      for (const redis of opened) redis.disconnect();
    },
  };
}

/** How answers are drawn is the library's own business. */
type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

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
  let isSaid = false;
  return {
    /** Tells what became of a connection: a code when it cannot be used, `undefined` when it can. */
    note(use: string, code: string | undefined): void {
      if (code !== undefined) {
        away.add(use);
        if (isSaid) return;
        isSaid = true;
        logger.warn({ use, code }, 'Redis is away: until it is back, this process counts and remembers alone');
        return;
      }
      away.delete(use);
      if (away.size > 0 || !isSaid) return;
      isSaid = false;
      logger.info('Redis is there');
    },
    /** Tells that Redis refused a command. */
    refused(use: string, code: string): void {
      if (performance.now() - (saidAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
      saidAtMs.set(code, performance.now());
      logger.warn({ use, code }, 'Redis refuses a command');
    },
  };
}

/** What a server tells of itself; `undefined` where it does not. */
export type ServerSettings = Awaited<ReturnType<typeof readServerSettings>>;

const oldestVersion = 7;

/** @throws StoreError when it cannot be asked, or may not be */
export async function readServerSettings({ ask }: Pick<RedisConnection, 'ask'>) {
  const info = await ask((redis) => redis.info());
  const lines = [...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]);
  const fields: Partial<Record<string, string>> = Object.fromEntries(lines);
  const { valkey_version, redis_version, maxmemory_policy, aof_enabled } = fields;
  const version = valkey_version ?? redis_version;
  return {
    version,
    /** Older than the oldest that txnbot is tested with. */
    isOld: version !== undefined && Number.parseInt(version, 10) < oldestVersion,
    /** What it does when its memory is full: anything but `noeviction` drops what is kept. */
    evictionPolicy: maxmemory_policy,
    /** Whether it has what is kept after a restart. */
    isAppending: aof_enabled === undefined ? undefined : aof_enabled !== '0',
  };
}

/** Says in the log what of the server's settings may lose what is kept there. It is silent where it may not ask. */
export async function checkServer(connection: RedisConnection, logger: Pick<Logger, 'warn'>): Promise<void> {
  const settings = await readServerSettings(connection).catch(() => undefined);
  if (settings === undefined) return;
  const { version, isOld, evictionPolicy, isAppending } = settings;
  if (isOld) logger.warn({ version }, `Redis is older than ${oldestVersion}, with which txnbot is tested`);
  if (evictionPolicy !== undefined && evictionPolicy !== 'noeviction')
    logger.warn(
      { maxmemory_policy: evictionPolicy },
      'Redis may drop watches when its memory is full: set maxmemory-policy noeviction',
    );
  if (isAppending === false) logger.warn({}, 'Redis loses watches when it restarts: set appendonly yes');
}
