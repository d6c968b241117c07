import type { Secret } from '../config/secret.ts';
import { errorCode, isCertificateCode, StoreError, UserError } from '../errors.ts';
import {
  evictionProblem,
  RedisConnection,
  readServerSettings,
  type ServerSettings,
} from '../store/redis-connection.ts';
import { createTransferApi } from '../transfer-service/client.ts';
import { fieldNames, fields } from '../transfer-service/fields.ts';
import { type Check, explainNetwork, type Findings, listed, note, ok, problem } from './check.ts';

/** Whether the transfer service is reached, takes the token, and sends its bank list. */
export const bankList: Check = {
  name: 'bank list',
  async run({ config: { transferApi } }) {
    const startedAtMs = performance.now();
    const { banks, droppedCount, faults } = await createTransferApi(transferApi).banks();
    const tookMs = Math.round(performance.now() - startedAtMs);
    const way = transferApi.proxy ? ' through a proxy' : '';
    const seen = `The transfer service was reached${way}, and took the token. Banks: ${banks.length}, in ${tookMs} ms.`;
    const isTaken = droppedCount <= banks.length; // as the bot refuses a list
    const left = `${droppedCount} of ${banks.length + droppedCount} entries were left out: ${faults.join('; ')}.${isTaken ? '' : ' The bot takes no list of which most is.'}`;
    return [
      banks.length > 0 ? ok(seen) : problem(seen, 'Ask those who run it where its banks are.'),
      droppedCount === 0 ? undefined : (isTaken ? note : problem)(left, 'Tell those who run the service.'),
    ];
  },
};

/** One look-up, and how its record differs from the spec: names, no values. */
export const oneReference: Check = {
  name: 'look-up',
  isAsked: ({ reference }) => reference !== undefined,
  async run({ config, reference = '' }) {
    try {
      const { transaction, record, withheld } = await createTransferApi(config.transferApi).transaction(reference);
      const absent = fieldNames.filter((name) => transaction[name] === undefined);
      const beyond = Object.keys(record).filter((name) => !Object.hasOwn(fields, name));
      const todo = 'txnbot shows the record all the same. Look at one of its cards.';
      return [
        ok(`${reference} was found.`),
        listed('Fields of the interface that did not arrive, or not as text or times', absent, todo),
        listed('Fields that the interface does not have', beyond, todo),
        listed('Fields that txnbot shows to nobody', withheld),
      ];
    } catch (error) {
      if (error instanceof UserError) return [problem('That cannot be a reference.', 'Check what was given.')];
      throw error;
    }
  },
};

/** Whether what processes share can be kept, and stays. */
export const redis: Check = {
  name: 'Redis',
  isAsked: ({ config }) => config.redisUrl !== undefined,
  async run({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [];
    try {
      return redisFindings(await readSettings(redisUrl));
    } catch (error) {
      const code = errorCode(error);
      // A user of Redis may be kept from asking for its settings; txnbot does without.
      if (code === 'NOPERM')
        return [ok('Redis answers. Its user may not ask for its settings: maxmemory-policy must be noeviction.')];
      if (isCertificateCode(code)) return [explainNetwork(code, 'Redis', 'REDIS_URL')];
      const todo = 'See REDIS_URL: the host and the port, the user and the password; and whether it runs.';
      return [problem(`Redis cannot be used (${code}).`, todo)];
    }
  },
};

function redisFindings(settings: ServerSettings): Findings {
  const { version = 'unknown', isOld, evictionPolicy, isAppending } = settings;
  const evicts = evictionProblem(settings);
  const dropsNothing = evictionPolicy && !evicts ? ' It drops nothing when its memory is full.' : '';
  const keeps = isAppending ? ' It keeps what it has when it restarts (appendonly).' : '';
  return [
    ok(`Redis answers: version ${version}.${dropsNothing}${keeps}`),
    isOld ? note('txnbot is tested with Redis 7 and later.', 'Use a later one.') : undefined,
    evicts ? problem(evicts.what, evicts.remedy) : undefined,
    isAppending === false ? note('Redis loses watches when it restarts.', 'Set appendonly to yes.') : undefined,
  ];
}

const redisTimeoutMs = 4_000;

/** Connects once, asks for the settings, and writes nothing. @throws StoreError */
async function readSettings(address: Secret): Promise<ServerSettings> {
  const logger = { info() {}, warn() {}, error() {} };
  const connection = new RedisConnection({ address, timeoutMs: redisTimeoutMs, logger });
  try {
    await connection.settled(redisTimeoutMs);
    const { code } = connection;
    if (!connection.isReady()) throw new StoreError(code === 'closed' ? 'no answer in time' : code);
    return await readServerSettings(connection.ask);
  } finally {
    connection.close();
  }
}
