import type { RedisConnection } from './connection.ts';

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

export const oldestVersion = 7;

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
