import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { errorCode } from '../errors.ts';

/** How a server is asked. @throws StoreError */
type Ask = (command: (redis: Redis) => Promise<string>) => Promise<string>;

/** What a server reports of itself; `undefined` where it does not. */
export type ServerSettings = Awaited<ReturnType<typeof readServerSettings>>;

const oldestVersion = 7;

/** @throws StoreError when the server cannot be asked, or may not be */
export async function readServerSettings(ask: Ask) {
  const info = await ask((redis) => redis.info());
  const lines = [...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]);
  const fields: Partial<Record<string, string>> = Object.fromEntries(lines);
  const { valkey_version, redis_version, maxmemory, maxmemory_policy: policy, aof_enabled } = fields;
  const version = valkey_version ?? redis_version;
  return {
    version,
    /** Older than the oldest that txnbot is tested with. */
    isOld: version !== undefined && Number.parseInt(version, 10) < oldestVersion,
    /** The policy by which it drops keys when its memory is full; `noeviction` where it never does. */
    evictionPolicy: maxmemory === '0' ? 'noeviction' : policy,
    /** Whether it has what is stored after a restart. */
    isAppending: aof_enabled === undefined ? undefined : aof_enabled !== '0',
  };
}

/** Why a server that evicts keys cannot store watches, and what to set; `undefined` when it does not, or does not say. */
export function evictionProblem({ evictionPolicy }: ServerSettings): { what: string; remedy: string } | undefined {
  if (evictionPolicy === undefined || evictionPolicy === 'noeviction') return undefined;
  return {
    what: `Redis drops watches when its memory is full (maxmemory-policy ${evictionPolicy}).`,
    remedy: 'Set maxmemory-policy to noeviction.',
  };
}

/**
 * Logs which settings of the server may lose what is stored there.
 * @throws Error with a sentence when the server evicts keys
 */
export async function checkServer(ask: Ask, logger: Pick<Logger, 'warn'>): Promise<void> {
  const settings = await readServerSettings(ask).catch((error: unknown) => {
    if (errorCode(error) !== 'away') logger.warn({ code: errorCode(error) }, unknownPolicy);
    return undefined;
  });
  if (settings === undefined) return;
  const { version, isOld, evictionPolicy, isAppending } = settings;
  const problem = evictionProblem(settings);
  if (problem) throw new Error(`${problem.what} ${problem.remedy}`);
  if (evictionPolicy === undefined) logger.warn({}, unknownPolicy);
  if (isOld) logger.warn({ version }, `Redis is older than ${oldestVersion}, with which txnbot is tested`);
  if (isAppending === false) logger.warn({}, 'Redis loses watches when it restarts: set appendonly yes');
}

const unknownPolicy = 'Redis does not say whether it evicts keys: its maxmemory-policy must be noeviction';
