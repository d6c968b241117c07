import type { RedisConnection } from './redis-connection.ts';

/** What a server tells of itself; `undefined` where it does not. */
export interface ServerSettings {
  version: string | undefined;
  /** Older than the oldest that txnbot is tested with. */
  isOld: boolean;
  /** What it does when its memory is full: anything but `noeviction` drops what is kept. */
  evictionPolicy: string | undefined;
  /** Whether it has what is kept after a restart. */
  isAppending: boolean | undefined;
}

const oldestVersion = 7;

/** @throws KeepError when it cannot be asked, or may not be */
export async function readServerSettings({ ask }: Pick<RedisConnection, 'ask'>): Promise<ServerSettings> {
  const fields = fieldsOf(await ask((redis) => redis.info()));
  const { valkey_version, redis_version, maxmemory_policy, aof_enabled } = fields;
  const version = valkey_version ?? redis_version;
  return {
    version,
    isOld: version !== undefined && Number.parseInt(version, 10) < oldestVersion,
    evictionPolicy: maxmemory_policy,
    isAppending: aof_enabled === undefined ? undefined : aof_enabled !== '0',
  };
}

function fieldsOf(info: string): Partial<Record<string, string>> {
  return Object.fromEntries([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]));
}

interface CheckLogger {
  warn(details: object, message: string): void;
}

/** Says in the log what of the server's settings may lose what is kept there. It is silent where it may not ask. */
export async function checkServer(connection: RedisConnection, logger: CheckLogger): Promise<void> {
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
