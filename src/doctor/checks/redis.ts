import { isCertificateCode } from '../../errors.ts';
import { type Check, type Finding, note, ok, problem } from '../check.ts';
import { explainCertificate } from '../explain.ts';
import { probeRedis } from '../redis-probe.ts';

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
