import { once } from 'node:events';
import { pause } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import { errorCode, isCertificateCode, UserError } from '../errors.ts';
import {
  evictionProblem,
  RedisConnection,
  readServerSettings,
  type ServerSettings,
} from '../store/redis-connection.ts';
import { jsonTypeOf } from '../transfer-service/bodies.ts';
import { createTransferApi, type TransferApi } from '../transfer-service/client.ts';
import { fieldNames, fieldOf, fields } from '../transfer-service/fields.ts';
import {
  type Check,
  type Context,
  explainNetwork,
  type Finding,
  type Findings,
  isSet,
  note,
  ok,
  problem,
  proxyVariables,
} from './check.ts';

/** What these checks cannot do without. */
const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_TIMEOUT_MS',
  ...proxyVariables,
] as const;

const slowMs = 3_000;

/** Whether the transfer service is reached, takes the token, and sends its bank list. */
export const bankList: Check = {
  name: 'bank list',
  needs: transferVariables,
  run: (context) =>
    askTransferService(
      context,
      (api) => api.banks(),
      ({ banks, droppedCount, faults }, tookMs) => {
        const { baseUrl, proxy } = context.inspected.config.transferApi;
        const by = baseUrl.startsWith('https:') ? 'with TLS' : 'on loopback, without TLS';
        const way = proxy ? `${by} and through a proxy` : by;
        const count = `${banks.length} ${banks.length === 1 ? 'bank' : 'banks'}`;
        const seen = `The transfer service was reached ${way}, and took the token. ${count} came in ${tookMs} ms.`;
        const left = `${droppedCount} of ${banks.length + droppedCount} entries were left out: ${faults.join('; ')}.`;
        const isMostLeftOut = droppedCount > banks.length; // as the bot refuses a list
        const most = problem(`${left} The bot takes no list of which most is.`, 'Tell those who run the service.');
        return [
          banks.length > 0 ? ok(seen) : problem(seen, 'Ask those who run it where its banks are.'),
          isMostLeftOut ? most : droppedCount > 0 ? note(left, 'Tell those who run the service.') : undefined,
          tookMs > slowMs ? note('That is slow: people wait as long for their first bank.') : undefined,
        ];
      },
    ),
};

/** One look-up, and how its record differs from the spec: names and types, no values. */
export const oneReference: Check = {
  name: 'look-up',
  needs: transferVariables,
  isAsked: ({ reference }) => reference !== undefined,
  run: (context) =>
    askTransferService(
      context,
      (api) => api.transaction(context.reference ?? ''),
      ({ record, withheld }) => [ok(`${context.reference} was found.`), ...differences(record, withheld)],
    ).catch((error: unknown) => {
      if (error instanceof UserError) return [problem('That cannot be a reference.', 'Check what was given.')];
      throw error;
    }),
};

function differences(record: Record<string, unknown>, withheld: readonly string[]): Findings {
  const ofOtherType = fieldNames.flatMap((name) => {
    const type = jsonTypeOf(record[name]);
    const { json: expected = ['string'] } = fieldOf(name);
    const isAsSaid = expected.length === 0 || type === 'nothing' || expected.some((each) => each === type);
    return isAsSaid ? [] : `${name} is ${type}, not ${expected.join(' or ')}`;
  });
  const beyond = Object.keys(record).filter((name) => !Object.hasOwn(fields, name));
  const absent = fieldNames.filter((name) => !Object.hasOwn(record, name));
  const told = 'txnbot shows the record all the same. Look at one of its cards.';
  const listed = (what: string, names: readonly string[], todo?: string) =>
    names.length > 0 ? note(`${what}: ${names.join(', ')}.`, todo) : undefined;
  return [
    ofOtherType.length > 0
      ? note(`Of another type than the interface says: ${ofOtherType.join('; ')}.`, told)
      : undefined,
    listed('Fields that the interface does not have', beyond, told),
    listed('Fields that txnbot shows to nobody', withheld),
    listed('Fields of the interface that did not arrive', absent, told),
  ];
}

/**
 * Asks the transfer service as the bot does, and says what its answer shows.
 * @throws TransferApiError
 */
async function askTransferService<Answer extends object>(
  { inspected: { config } }: Context,
  ask: (api: TransferApi) => Promise<Answer>,
  findingsOf: (answer: Answer, tookMs: number) => Findings,
): Promise<Findings> {
  const startedAtMs = performance.now();
  const answer = await ask(createTransferApi(config.transferApi));
  return findingsOf(answer, Math.round(performance.now() - startedAtMs));
}

/** Whether what processes share can be kept, and stays. */
export const redis: Check = {
  name: 'Redis',
  needs: ['REDIS_URL'],
  isAsked: isSet('REDIS_URL'),
  async run({ inspected: { config } }) {
    if (config.redisUrl === undefined) return [];
    const seen = await probeRedis(config.redisUrl);
    if ('failure' in seen) return [explainRedis(seen.failure)];
    if (seen.settings === undefined)
      return [ok('Redis answers. Its user may not ask for its settings: maxmemory-policy must be noeviction.')];
    const { version, isOld, evictionPolicy, isAppending } = seen.settings;
    const keeps = isAppending ? ' It keeps what it has when it restarts (appendonly).' : '';
    const evicts = evictionProblem(seen.settings);
    const dropsNothing = evictionPolicy && !evicts ? ' It drops nothing when its memory is full.' : '';
    return [
      ok(`Redis answers${version === undefined ? '' : `: version ${version}`}.${dropsNothing}${keeps}`),
      isOld ? note('txnbot is tested with Redis 7 and later.', 'Use a later one.') : undefined,
      evicts ? problem(evicts.what, evicts.remedy) : undefined,
      isAppending === false ? note('Redis loses watches when it restarts.', 'Set appendonly to yes.') : undefined,
    ];
  },
};

const refusals = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR)$/;

function explainRedis(code: string): Finding {
  if (code === 'silent') return problem('Redis did not answer in time.', 'See whether it runs, and the way to it.');
  if (isCertificateCode(code)) return explainNetwork(code, 'Redis', 'REDIS_URL');
  if (refusals.test(code))
    return problem(`Redis refuses txnbot (${code}).`, 'See the user and the password in REDIS_URL.');
  return problem(`Redis cannot be reached (${code}).`, 'See the host and the port in REDIS_URL, and whether it runs.');
}

const redisTimeoutMs = 4_000;

/** What a try to use Redis has seen; `settings` is `undefined` where it answers and does not tell them. */
type RedisSeen = { failure: string } | { settings: ServerSettings | undefined };

/** Connects once, asks for the settings, and writes nothing. */
async function probeRedis(address: Secret): Promise<RedisSeen> {
  const unlogged = { info() {}, warn() {}, error() {} };
  const connection = new RedisConnection({ address, timeoutMs: redisTimeoutMs, logger: unlogged });
  const { redis } = connection;
  try {
    const lost = once(redis, 'reconnecting');
    const isLate = await Promise.race([once(redis, 'ready'), lost, pause(redisTimeoutMs).then(() => 'late')]).then(
      (end) => end === 'late',
      () => false,
    );
    if (redis.status !== 'ready') return { failure: isLate ? 'silent' : connection.code };
    return { settings: await readServerSettings(connection.ask) };
  } catch (error) {
    // A user of Redis may be kept from asking for its settings; txnbot does without.
    const code = errorCode(error);
    return code === 'NOPERM' ? { settings: undefined } : { failure: code };
  } finally {
    connection.close();
  }
}
