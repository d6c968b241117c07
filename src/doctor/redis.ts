import { once } from 'node:events';
import { pause, withResolvers } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import { errorCode, isCertificateCode } from '../errors.ts';
import { connect, failFast, readServerSettings, redisOptions, type ServerSettings } from '../store/redis-connection.ts';
import { type Check, explainNetwork, type Finding, isSet, note, ok, problem } from './check.ts';

/** Whether what processes share can be kept, and stays. */
export const redis: Check = {
  name: 'Redis',
  needs: ['REDIS_URL'],
  isAsked: isSet('REDIS_URL'),
  async run({ inspected: { config } }) {
    if (config.redisUrl === undefined) return [];
    const seen = await probeRedis(config.redisUrl);
    if ('failure' in seen) return [explain(seen.failure)];
    if (seen.settings === undefined) return [ok('Redis answers. Its user may not ask for its settings.')];
    const { version, isOld, evictionPolicy, isAppending } = seen.settings;
    const dropsNothing =
      evictionPolicy === 'noeviction' ? ' It drops nothing when its memory is full (noeviction).' : '';
    const keeps = isAppending ? ' It keeps what it has when it restarts (appendonly).' : '';
    const mayDrop = evictionPolicy !== undefined && evictionPolicy !== 'noeviction';
    return [
      ok(`Redis answers${version === undefined ? '' : `: version ${version}`}.${dropsNothing}${keeps}`),
      isOld ? note('txnbot is tested with Redis 7 and later.', 'Use a later one.') : undefined,
      mayDrop
        ? note('Redis may drop watches when its memory is full.', 'Set maxmemory-policy to noeviction.')
        : undefined,
      isAppending === false ? note('Redis loses watches when it restarts.', 'Set appendonly to yes.') : undefined,
    ];
  },
};

const refusals = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR)$/;

function explain(code: string): Finding {
  if (code === 'silent') return problem('Redis did not answer in time.', 'See whether it runs, and the way to it.');
  if (isCertificateCode(code)) return explainNetwork(code, 'Redis', 'REDIS_URL');
  if (refusals.test(code))
    return problem(`Redis refuses txnbot (${code}).`, 'See the user and the password in REDIS_URL.');
  return problem(`Redis cannot be reached (${code}).`, 'See the host and the port in REDIS_URL, and whether it runs.');
}

const timeoutMs = 4_000;

/** What a try to use Redis has seen; `settings` is `undefined` where it answers and does not tell them. */
type RedisSeen = { failure: string } | { settings: ServerSettings | undefined };

/** Connects once, asks for the settings, and writes nothing. */
async function probeRedis(address: Secret): Promise<RedisSeen> {
  const failed = withResolvers<string>();
  const note = (_use: string, code: string | undefined) => {
    if (code !== undefined) failed.resolve(code);
  };
  const client = { ...redisOptions(address.reveal()), ...failFast };
  const connection = connect({ use: 'check', client, timeoutMs, outage: { note, refused: () => {} } });
  const { redis } = connection;
  const ready = once(redis, 'ready').then(
    () => undefined,
    () => failed.promise,
  );
  try {
    const failure = await Promise.race([ready, failed.promise, pause(timeoutMs).then(() => 'silent')]);
    return failure === undefined ? { settings: await readServerSettings(connection) } : { failure };
  } catch (error) {
    // A user of Redis may be kept from asking for its settings; txnbot does without.
    const code = errorCode(error);
    return code === 'NOPERM' ? { settings: undefined } : { failure: code };
  } finally {
    redis.disconnect();
  }
}
