import { access, constants, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { elapsedMs } from '../async.ts';
import type { Config, InspectedConfig } from '../config/settings.ts';
import { errorCode, isCertificateCode, onCode, StoreError } from '../errors.ts';
import { listenOn } from '../ops/guarded-server.ts';
import { createSlackTransport } from '../slack/client.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { createRedisConnection, readServerSettings } from '../store/redis-connection.ts';
import { createTransferApi } from '../transfer-service/client.ts';
import { fieldNames, isOtherForm, recordFields } from '../transfer-service/fields.ts';
import { type Check, explainNetwork, type Finding, note, noteNames, ok, problem } from './check.ts';

/** Reports every configuration problem, and which variables are set. */
export function reportConfig({ problems, given, gone, config }: InspectedConfig): Finding[] {
  return [
    ...problems.map((what) => problem(`${what}.`)),
    config
      ? ok(storedOfPeople(config))
      : note('Nothing else was tried.', '`src/config/README.md` says how each is set.'),
    ok(`Set: ${given.join(', ') || 'nothing'}. The others have their defaults.`),
    ...gone.map((what) => note(`${what}.`)),
    ...(given.some((name) => name.startsWith('ALLOWED_'))
      ? []
      : [note('Who may ask: every member of the workspace.')]),
  ];
}

/**
 * States how long data about people is stored. All of it expires, so none has to be erased when a
 * person leaves.
 */
function storedOfPeople({ redisUrl, watches, rememberMs }: Config): string {
  const hours = (ms: number) => `${ms / 3_600_000} h`;
  const where = redisUrl === undefined ? 'STATE_DIR' : 'Redis';
  const storedMs = watches.lastsMs + 24 * 3_600_000;
  return `Of people, ${where} keeps watches and lists for ${hours(storedMs)} at most; what they looked up is remembered for ${hours(rememberMs)}.`;
}

const requestUrl =
  "HTTP mode: the app's settings need the request URL https://<host>/slack/events for commands, interactivity and events. It leads to PORT.";

export const checkPorts: Check = {
  name: 'ports',
  async run({ config: { connection, healthPort, healthHost } }) {
    const health = await tryPort('HEALTH_PORT', healthPort, 'health and metrics', healthHost);
    if (connection.appToken) return [health];
    return [note(requestUrl), await tryPort('PORT', connection.port, "Slack's requests"), health];
  },
};

async function tryPort(
  variable: string,
  port: number,
  use: string,
  host?: string,
): Promise<Finding> {
  const server = createServer();
  const code = await listenOn(server, port, host).then(() => undefined, errorCode);

  server.close();
  if (code === undefined) return ok(`Port ${port} is free for ${use}.`);
  if (code === 'EADDRINUSE')
    return note(
      `Port ${port} is in use.`,
      `If not by a txnbot that runs, set ${variable} to another one.`,
    );

  const todo = host === undefined ? '' : ', and HEALTH_HOST to an address of this machine';
  return problem(
    `Nothing can listen at port ${port} (${code}).`,
    `Set ${variable} to one above 1023${todo}.`,
  );
}

/**
 * Tests whether a file or folder can be used or, if it is missing, created. Creates nothing: the
 * user who runs the doctor would own the file or folder, not the user of the bot.
 * @param label names the file or folder in the finding
 * @param expected what the operator should name if `location` cannot be used
 * @param use throws if the file or folder cannot be used
 * @param isNeeded whether the bot cannot start without the file or folder
 */
async function tryPath(
  label: string,
  location: string,
  expected: 'folder' | 'regular file',
  use: () => Promise<void>,
  isNeeded = true,
): Promise<Finding> {
  const mayCreate = () => access(path.dirname(location), constants.W_OK | constants.X_OK);

  try {
    await use().catch(onCode(['ENOENT'], mayCreate));
    return ok(`The ${label} can be used.`);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'IN_USE')
      return note(
        `A txnbot that runs has the ${label}.`,
        'A second one needs a folder of its own, or all of them REDIS_URL.',
      );

    const loss = isNeeded ? '' : ': a restart would lose watches';
    const todo = `Name a ${expected} that the user of txnbot may write, in a folder that is there.`;
    const finding = isNeeded ? problem : note;

    return finding(`The ${label} cannot be used (${code})${loss}.`, todo);
  }
}

/** Checks that the folder of `STATE_DIR` can be read, written and locked. */
export const checkStateFolder: Check = {
  name: 'state folder',
  async run({ config: { redisUrl, state } }) {
    if (redisUrl !== undefined) return [];

    const folder = path.resolve(state.path);
    const use = async () => {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      // Locked for a moment only; a txnbot that starts meanwhile retries.
      const lock = await lockFolder(folder);
      await lock.release();
    };

    return [await tryPath('folder of STATE_DIR', folder, 'folder', use, state.isNamed)];
  },
};

/** Checks that lines can be appended to the file of `AUDIT_LOG`, and flushed to disk. */
export const checkAuditLog: Check = {
  name: 'audit log',
  async run({ config: { audit } }) {
    const { log } = audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];

    const openAndFlush = async () => {
      const file = await open(log, constants.O_APPEND | constants.O_WRONLY | constants.O_NONBLOCK);
      await file.sync().finally(() => file.close());
    };

    return [await tryPath('file of AUDIT_LOG', log, 'regular file', openAndFlush)];
  },
};

/** The age up to which the bot accepts the signatures of Slack's requests. */
const signatureMs = 5 * 60_000;
const noticeableMs = 30_000;

export const checkClock: Check = {
  name: 'clock',
  async run({ config }) {
    const { connection } = config;
    const { slackApiUrl, fetch } = createSlackTransport(config);
    const answer = await fetch(`${slackApiUrl}api.test`, {}).catch(() => undefined);
    const aheadMs = Date.now() - Date.parse(answer?.headers.get('date') ?? '');
    if (Number.isNaN(aheadMs))
      return [note('Not tried: Slack did not say what time it is.', 'See bot token.')];

    const offMs = Math.abs(aheadMs);
    if (offMs < noticeableMs) return [ok("This machine's clock agrees with Slack's.")];

    const direction = aheadMs > 0 ? 'ahead of' : 'behind';
    const seen = `This machine's clock is ${Math.round(offMs / 1_000)} seconds ${direction} Slack's.`;
    const todo = "Let the clock be set by NTP: Slack's signatures are good for five minutes.";
    // On a socket, requests have no signature.
    const areRequestsRefused = offMs >= signatureMs && !connection.appToken;

    return [(areRequestsRefused ? problem : note)(seen, todo)];
  },
};

/**
 * Checks that the transfer service can be reached, accepts the token, and returns its bank list.
 */
export const checkBankList: Check = {
  name: 'bank list',
  async run({ config: { transferApi } }) {
    const startedAtMs = performance.now();
    const { banks, droppedCount, faults } = await createTransferApi(transferApi).banks();
    const tookMs = Math.round(elapsedMs(startedAtMs));
    const way = transferApi.proxy ? ' through a proxy' : '';
    const seen = `The transfer service was reached${way}, and took the token. Banks: ${banks.length}, in ${tookMs} ms.`;
    const leftOut = `${droppedCount} of ${banks.length + droppedCount} entries were left out: ${faults.join('; ')}.`;
    const isListUsed = droppedCount <= banks.length; // the bot refuses a list by the same rule

    return [
      banks.length > 0 ? ok(seen) : problem(seen, 'Ask those who run it where its banks are.'),
      droppedCount === 0
        ? undefined
        : (isListUsed ? note : problem)(leftOut, 'Tell those who run the service.'),
    ];
  },
};

/**
 * Looks up one reference, and lists the names, no values, of fields in which its record differs
 * from the API spec.
 */
export const checkLookUp: Check = {
  name: 'look-up',
  async run({ config, reference }) {
    if (reference === undefined) return [];

    const { transaction, record, withheld } = await createTransferApi(
      config.transferApi,
    ).transaction(reference);
    const readFields: Record<string, unknown> = { ...record, ...transaction };
    const missing = fieldNames.filter((name) => {
      const isAbsent = readFields[name] === undefined && name !== 'currency';
      return isAbsent || isOtherForm(name, record[name]);
    });
    const unknown = Object.keys(record).filter((name) => !Object.hasOwn(recordFields, name));
    const todo = 'txnbot shows the record all the same. Look at one of its cards.';

    return [
      ok(`${reference} was found.`),
      noteNames('Fields of the interface that did not arrive, or in another form', missing, todo),
      noteNames('Fields that the interface does not have', unknown, todo),
      noteNames('Fields that txnbot shows to nobody', withheld),
    ];
  },
};

const redisTimeoutMs = 4_000;

/**
 * Checks that Redis answers, and that its settings do not make it lose data. Connects once, and
 * writes nothing.
 */
export const checkRedis: Check = {
  name: 'Redis',
  async run({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [];

    const logger = { info() {}, warn() {}, error() {} };
    const connection = createRedisConnection({
      address: redisUrl,
      timeoutMs: redisTimeoutMs,
      logger,
    });

    try {
      await connection.settled(redisTimeoutMs);

      const code = connection.code();
      const hasNoAnswer = code === 'closed' || code === 'silent'; // no code of Redis or the system
      if (!connection.isReady()) throw new StoreError(hasNoAnswer ? 'no answer' : code);

      const {
        version = 'unknown',
        evictionPolicy = 'unknown',
        problems,
      } = await readServerSettings(connection.ask);

      return [
        ok(`Redis answers: version ${version}, maxmemory-policy ${evictionPolicy}.`),
        ...problems.map(({ what, remedy, isFatal }) => (isFatal ? problem : note)(what, remedy)),
      ];
    } catch (error) {
      const code = errorCode(error);
      // The user in REDIS_URL may not be allowed to read the settings; txnbot works without them.
      if (code === 'NOPERM')
        return [
          ok(
            'Redis answers. Its user may not ask for its settings: maxmemory-policy must be noeviction.',
          ),
        ];
      if (isCertificateCode(code)) return [explainNetwork(code, 'Redis', 'REDIS_URL')];

      const todo = 'Check the host, port, user and password in REDIS_URL, and whether it runs.';
      return [problem(`Redis cannot be used (${code}).`, todo)];
    } finally {
      connection.close();
    }
  },
};
