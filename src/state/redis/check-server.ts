import type { RedisConnection } from './connection.ts';
import { oldestVersion, readServerSettings } from './server-settings.ts';

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
