import type { Stats } from 'node:fs';
import { access, constants, open, stat, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Config, InspectedConfig } from '../config/config.ts';
import { errorCode } from '../errors.ts';
import { listenOn } from '../ops/health.ts';
import { FolderInUseError, lockFolder } from '../store/state-folder.ts';
import { type Check, type Finding, listed, note, ok, problem } from './check.ts';

const restrictions = ['ALLOWED_CHANNELS', 'ALLOWED_USERS', 'ALLOWED_USER_GROUPS'];

/** Every problem, and where each value comes from. */
export function configuration({ problems, sources, empty, gone, config }: InspectedConfig): Finding[] {
  const from = (source: 'environment' | '.env' | 'file' | 'default') =>
    [...sources].flatMap(([name, its]) => (its === source ? name : []));
  const origins = (['environment', '.env', 'file'] as const).flatMap((source) => {
    const names = from(source);
    return names.length > 0 ? ok(`From ${source}: ${names.join(', ')}.`) : [];
  });
  const isOpen = restrictions.every((name) => from('default').includes(name));
  return [
    ...problems.map((wrongly) => problem(wrongly.endsWith('?') ? wrongly : `${wrongly}.`)),
    ...(problems.length > 0 ? [note('The table of variables in the README says how each is set.')] : []),
    ...origins,
    ok(`By default: the other ${from('default').length}.`),
    ...gone.map((sentence) => note(`${sentence}.`)),
    ...(config ? [ok(keptOfPeople(config))] : []),
    isOpen ? note('Who may ask: every member of the workspace.') : undefined,
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

/** Whether a process can have the folder. Leaves nothing there: it would belong to whoever runs this, and not to the bot. */
export const stateFolder: Check = {
  name: 'state folder',
  isAsked: ({ config }) => config.redisUrl === undefined,
  async run({ config: { state } }) {
    const folder = path.resolve(state.path);
    try {
      if (!(await statOf(folder))) {
        await access(path.dirname(folder), constants.W_OK | constants.X_OK);
        return [ok('The folder of STATE_DIR is not there yet, and can be made.')];
      }
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      const unlock = await lockFolder(folder); // for a moment, which a txnbot that starts just then waits for
      await tryFile(folder).finally(unlock);
      return [ok('The folder of STATE_DIR can be locked, written and synced.')];
    } catch (error) {
      const todo = 'A second one needs a folder of its own, or all of them REDIS_URL.';
      if (error instanceof FolderInUseError) return [note('A txnbot that runs has the folder of STATE_DIR.', todo)];
      const seen = `The folder of STATE_DIR cannot be used (${errorCode(error)})`;
      // The bot does not start without a folder that was named, and does without the default one.
      return [
        state.isNamed
          ? problem(`${seen}.`, pathAdvice('folder'))
          : note(`${seen}: watches are forgotten when txnbot restarts.`, pathAdvice('folder')),
      ];
    }
  },
};

/** `undefined` when nothing is there. */
async function statOf(name: string): Promise<Stats | undefined> {
  return stat(name).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** A full disk is seen by writing alone. A txnbot that starts removes a file of this name, should it be left over. */
async function tryFile(folder: string): Promise<void> {
  const name = path.join(folder, `check.json.${process.pid}`);
  const file = await open(name, 'w', 0o600);
  try {
    await file.writeFile('{}');
    await file.sync();
  } finally {
    await file.close();
    await unlink(name);
  }
}

function pathAdvice(what: 'folder' | 'file'): string {
  return `Name a ${what} that the user of txnbot may write, in a folder that is there, on a disk that is neither read-only nor full.`;
}

/** Whether lines can be appended. Makes no file: it would belong to whoever runs this, and not to the bot. */
export const auditLog: Check = {
  name: 'audit log',
  async run({ config: { audit } }) {
    const { log } = audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];
    try {
      const found = await statOf(log);
      if (!found) {
        await access(path.dirname(log), constants.W_OK | constants.X_OK);
        return [ok('The file of AUDIT_LOG is not there yet, and can be made.')];
      }
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
  async run({ slack, config }) {
    await slack.identity().catch(() => {}); // a refusal says the time as well
    const aheadMs = slack.clockAheadMs();
    if (aheadMs === undefined) return [note('Not tried: Slack did not say what time it is.', 'See bot token.')];
    const offMs = Math.abs(aheadMs);
    const seen = `This machine's clock is ${Math.round(offMs / 1_000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack's.`;
    const todo = 'Let the clock be set by NTP.';
    if (offMs < noticeableMs) return [ok("This machine's clock agrees with Slack's.")];
    if (offMs < signatureMs || config.connection.appToken) return [note(seen, todo)];
    return [problem(`${seen} Slack's requests will be refused, as their signatures are good for five minutes.`, todo)];
  },
};
