import type { Stats } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Config, InspectedConfig } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { errorCode, isCertificateCode, StoreError, UserError } from '../errors.ts';
import { listenOn } from '../ops/health.ts';
import { createSlackFetch } from '../slack/client.ts';
import { networkOf } from '../slack/proxy.ts';
import {
  evictionProblem,
  RedisConnection,
  readServerSettings,
  type ServerSettings,
} from '../store/redis-connection.ts';
import { lockFolder } from '../store/state-folder.ts';
import { createTransferApi } from '../transfer-service/client.ts';
import { fieldNames, fields } from '../transfer-service/fields.ts';
import { type Check, explainNetwork, type Finding, type Findings, listed, note, ok, problem } from './check.ts';

const restrictions = ['ALLOWED_CHANNELS', 'ALLOWED_USERS', 'ALLOWED_USER_GROUPS'];

/** Every problem, and what is set. */
export function configuration({ problems, given, unsetCount, empty, gone, config }: InspectedConfig): Finding[] {
  return [
    ...problems.map((wrongly) => problem(wrongly.endsWith('?') ? wrongly : `${wrongly}.`)),
    problems.length > 0 ? note('The table of variables in the README says how each is set.') : undefined,
    ok(`Set: ${given.join(', ')}. By default: the other ${unsetCount}.`),
    ...gone.map((sentence) => note(`${sentence}.`)),
    config && ok(keptOfPeople(config)),
    restrictions.some((name) => given.includes(name)) ? undefined : note('Who may ask: every member of the workspace.'),
    listed('Set to nothing, which counts as not set', empty),
  ].filter((finding) => finding !== undefined);
}

/** Nothing has to be erased when somebody leaves. */
function keptOfPeople({ redisUrl, watches, rememberMs }: Config): string {
  const hours = (ms: number) => `${ms / 3_600_000} h`;
  const where = redisUrl === undefined ? 'STATE_DIR' : 'Redis';
  return `Of people, watches and lists are kept in ${where}, for ${hours(watches.lastsMs + 24 * 3_600_000)} at most, and what they looked up in memory, for ${hours(rememberMs)}.`;
}

const requestUrl =
  "HTTP mode: the app's settings want https://<host>/slack/events as request URL, for commands, interactivity and events. <host> is yours, and leads to PORT.";

export const ports: Check = {
  name: 'ports',
  async run({ config: { connection, healthPort, healthHost } }) {
    const health = await tryPort('HEALTH_PORT', healthPort, 'health and metrics', healthHost);
    if (connection.appToken) return [health];
    return [note(requestUrl), await tryPort('PORT', connection.port, "Slack's requests"), health];
  },
};

async function tryPort(variable: string, port: number, use: string, host?: string): Promise<Finding> {
  const server = createServer();
  const code = await listenOn(server, port, host).then(() => undefined, errorCode);
  server.close();
  if (code === undefined) return ok(`Port ${port} is free for ${use}.`);
  if (code === 'EADDRINUSE')
    return note(`Port ${port} is in use.`, `If not by a txnbot that runs, set ${variable} to another one.`);
  const todo = host === undefined ? '' : ', and HEALTH_HOST to an address of this machine';
  return problem(`Nothing can listen at port ${port} (${code}).`, `Set ${variable} to one above 1023${todo}.`);
}

/** @returns what is there; `undefined` where nothing is, and something can be made. @throws the system's error */
async function statOf(name: string): Promise<Stats | undefined> {
  try {
    return await stat(name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await access(path.dirname(name), constants.W_OK | constants.X_OK);
    return undefined;
  }
}

const pathAdvice = (what: 'folder' | 'file') =>
  `Name a ${what} that the user of txnbot may write, in a folder that is there, on a disk that is neither read-only nor full.`;

/** Whether a process can have the folder. Makes none: it would belong to whoever runs this, and not to the bot. */
export const stateFolder: Check = {
  name: 'state folder',
  isAsked: ({ config }) => config.redisUrl === undefined,
  async run({ config: { state } }) {
    const folder = path.resolve(state.path);
    try {
      if (!(await statOf(folder))) return [ok('The folder of STATE_DIR is not there yet, and can be made.')];
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      const unlock = await lockFolder(folder); // for a moment, which a txnbot that starts just then waits for
      await unlock();
      return [ok('The folder of STATE_DIR can be locked and written.')];
    } catch (error) {
      const todo = 'A second one needs a folder of its own, or all of them REDIS_URL.';
      if (errorCode(error) === 'IN_USE') return [note('A txnbot that runs has the folder of STATE_DIR.', todo)];
      const seen = `The folder of STATE_DIR cannot be used (${errorCode(error)})`;
      // The bot does not start without a folder that was named, and does without the default one.
      const advice = pathAdvice('folder');
      if (state.isNamed) return [problem(`${seen}.`, advice)];
      return [note(`${seen}: watches are forgotten when txnbot restarts.`, advice)];
    }
  },
};

/** Whether lines can be appended. Makes no file: it would belong to whoever runs this, and not to the bot. */
export const auditLog: Check = {
  name: 'audit log',
  async run({ config: { audit } }) {
    const { log } = audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];
    try {
      const found = await statOf(log);
      if (!found) return [ok('The file of AUDIT_LOG is not there yet, and can be made.')];
      if (!found.isFile())
        return [problem('AUDIT_LOG is no regular file.', 'Name a file: no folder, no pipe and no device.')];
      const file = await open(log, constants.O_APPEND | constants.O_WRONLY);
      await file.close();
      return [ok('Lines can be appended to the file of AUDIT_LOG.')];
    } catch (error) {
      return [problem(`The file of AUDIT_LOG cannot be appended to (${errorCode(error)}).`, pathAdvice('file'))];
    }
  },
};

/** Slack's signatures are good for so long. */
const signatureMs = 5 * 60_000;
const noticeableMs = 30_000;

export const clock: Check = {
  name: 'clock',
  async run({ config }) {
    const { slackApiUrl = 'https://slack.com/api/', slackProxy, connection } = config;
    const fetch = createSlackFetch(config.slackApiUrl, undefined, networkOf(slackProxy));
    const answer = await fetch(`${slackApiUrl}api.test`, {}).catch(() => undefined);
    // Slack answers in JSON, refusals too; another clock belongs to what stands in between.
    const isSlack = answer?.headers.get('content-type')?.startsWith('application/json') === true;
    const aheadMs = Date.now() - Date.parse((isSlack && answer.headers.get('date')) || '');
    if (Number.isNaN(aheadMs)) return [note('Not tried: Slack did not say what time it is.', 'See bot token.')];
    const offMs = Math.abs(aheadMs);
    const seen = `This machine's clock is ${Math.round(offMs / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack's.`;
    const todo = 'Let the clock be set by NTP.';
    if (offMs < noticeableMs) return [ok("This machine's clock agrees with Slack's.")];
    if (offMs < signatureMs || connection.appToken) return [note(seen, todo)];
    return [problem(`${seen} Slack's requests will be refused, as their signatures are good for five minutes.`, todo)];
  },
};

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
    if (!connection.isReady()) throw new StoreError(/^(?:closed|silent)$/.test(code) ? 'no answer in time' : code);
    return await readServerSettings(connection.ask);
  } finally {
    connection.close();
  }
}
