import type { RedisConnection } from './connection.ts';

interface CheckLogger {
  warn(details: object, message: string): void;
}

/** Says in the log what of the server's settings may lose what is kept there. It is silent where it may not ask. */
export async function checkServer({ ask }: RedisConnection, logger: CheckLogger): Promise<void> {
  const info = await ask((redis) => redis.info()).catch(() => '');
  const { valkey_version, redis_version, maxmemory_policy, aof_enabled } = fieldsOf(info);
  const version = valkey_version ?? redis_version;
  if (version !== undefined && Number.parseInt(version, 10) < 7)
    logger.warn({ version }, 'Redis is older than 7, with which txnbot is tested');
  if (maxmemory_policy !== undefined && maxmemory_policy !== 'noeviction')
    logger.warn(
      { maxmemory_policy },
      'Redis may drop watches when its memory is full: set maxmemory-policy noeviction',
    );
  if (aof_enabled === '0') logger.warn({}, 'Redis loses watches when it restarts: set appendonly yes');
}

function fieldsOf(info: string): Partial<Record<string, string>> {
  return Object.fromEntries([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]));
}
