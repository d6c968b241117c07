import { once } from 'node:events';
import { errorCode, isCertificateCode } from '../errors.ts';
import type { Secret } from '../secret.ts';
import { connect, failFast, redisOptions } from '../store/redis-connection.ts';
import { readServerSettings, type ServerSettings } from '../store/redis-server.ts';
import { type Check, type Finding, note, ok, problem } from './check.ts';
import { explainCertificate } from './explain.ts';

/** Whether what processes share can be kept, and stays. */
export const redis: Check = {
  name: 'Redis',
  needs: ['REDIS_URL'],
  isAsked: ({ inspected: { config, wrong } }) => config.redisUrl !== undefined || wrong.has('REDIS_URL'),
  async run({ inspected: { config }, ending }) {
    if (config.redisUrl === undefined) return [];
    const seen = await probeRedis(config.redisUrl, ending);
    if ('failure' in seen) return [explain(seen.failure)];
    if (seen.settings === undefined) return [ok('Redis answers. Its user may not ask for its settings.')];
    const { version, isOld, evictionPolicy, isAppending } = seen.settings;
    const good = [
      ...(evictionPolicy === 'noeviction' ? ['It drops nothing when its memory is full (noeviction).'] : []),
      ...(isAppending === true ? ['It keeps what it has when it restarts (appendonly).'] : []),
    ];
    return [
      ok([`Redis answers${version === undefined ? '' : `: version ${version}`}.`, ...good].join(' ')),
      ...(isOld ? [note('txnbot is tested with Redis 7 and later.', 'Use a later one.')] : []),
      ...(evictionPolicy === undefined || evictionPolicy === 'noeviction'
        ? []
        : [note('Redis may drop watches when its memory is full.', 'Set maxmemory-policy to noeviction.')]),
      ...(isAppending === false ? [note('Redis loses watches when it restarts.', 'Set appendonly to yes.')] : []),
    ];
  },
};

const refusals = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR)$/;

function explain(code: string): Finding {
  if (code === 'silent') return problem('Redis did not answer in time.', 'See whether it runs, and the way to it.');
  if (isCertificateCode(code)) return explainCertificate(code, 'Redis', 'REDIS_URL');
  if (refusals.test(code))
    return problem(`Redis refuses txnbot (${code}).`, 'See the user and the password in REDIS_URL.');
  return problem(`Redis cannot be reached (${code}).`, 'See the host and the port in REDIS_URL, and whether it runs.');
}

const patienceMs = 4_000;

/** What a try to use Redis has seen; `settings` is `undefined` where it answers and does not tell them. */
type RedisSeen = { failure: string } | { settings: ServerSettings | undefined };

/** Connects once, asks for the settings, and writes nothing. */
async function probeRedis(address: Secret, ending: AbortSignal): Promise<RedisSeen> {
  let failure = 'silent';
  const over = new AbortController();
  const end = () => over.abort();
  const noted = (_use: string, code: string | undefined) => {
    if (code === undefined) return;
    failure = code;
    end();
  };
  const client = { ...redisOptions(address.reveal()), ...failFast };
  const connection = connect({ use: 'check', client, patienceMs, outage: { note: noted, refused: () => {} } });
  const { redis } = connection;
  // Of its own, as `AbortSignal.any` may lose a time-out to the garbage collector (Node's issue 57736).
  const late = setTimeout(end, patienceMs);
  ending.addEventListener('abort', end);
  try {
    if (ending.aborted) return { failure };
    const isReady = await once(redis, 'ready', { signal: over.signal }).then(
      () => true,
      () => false,
    );
    if (!isReady) return { failure };
    return { settings: await readServerSettings(connection) };
  } catch (error) {
    // A user of Redis may be kept from asking for its settings; txnbot does without.
    const code = errorCode(error);
    return code === 'NOPERM' ? { settings: undefined } : { failure: code };
  } finally {
    clearTimeout(late);
    ending.removeEventListener('abort', end);
    redis.disconnect();
  }
}
