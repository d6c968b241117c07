import type { Stats } from 'node:fs';
import { access, constants, open, stat, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { errorCode } from '../errors.ts';
import { listenOn } from '../ops/health.ts';
import { FolderInUseError, lockFolder } from '../store/state-folder.ts';
import { type Check, type Finding, isSet, note, ok, problem, slackVariables } from './check.ts';

const sentenceOf = (words: string) => (words.endsWith('?') ? words : `${words}.`);
const table = 'The table of variables in the README says how each is set.';

/** Every problem, and where each value comes from. */
export const configuration: Check = {
  name: 'configuration',
  needs: [],
  async run({ inspected: { problems, wrong, sources, unknown, empty, config } }) {
    const from = (source: 'environment' | '.env' | 'file' | 'default') =>
      [...sources].flatMap(([name, its]) => (its === source && !wrong.has(name) ? name : []));
    const listed = (where: string, names: readonly string[]) =>
      names.length > 0 ? ok(`${where}: ${names.join(', ')}.`) : undefined;
    const last = problems.at(-1);
    const restrictions = ['ALLOWED_CHANNELS', 'ALLOWED_USERS', 'ALLOWED_USER_GROUPS'];
    const isOpen = restrictions.every((name) => from('default').includes(name));
    return [
      ...problems.slice(0, -1).map((wrongly): Finding => ({ outcome: 'problem', seen: sentenceOf(wrongly) })),
      last === undefined ? undefined : problem(sentenceOf(last), table), // the same advice holds for all of them
      listed('From the environment', from('environment')),
      listed('From .env', from('.env')),
      listed('From files', from('file')),
      ok(`By default: the other ${from('default').length}.`),
      ...config.goneSettings.map((sentence) => note(`${sentence}.`)),
      ok(keptOfPeople(config)),
      ...unknown.map((name) => note(`${name} is set, and txnbot has no such variable.`, 'Check its spelling.')),
      isOpen ? note('Who may ask: every member of the workspace.') : undefined,
      ...empty
        .filter((name) => !wrong.has(name))
        .map((name) => note(`${name} is set to nothing, and counts as not set.`, 'Give it a value, or take it out.')),
    ];
  },
};

/** Nothing has to be erased when somebody leaves. */
function keptOfPeople({ redisUrl, watches, rememberMs }: Config): string {
  const hours = (ms: number) => `${ms / 3_600_000} h`;
  const where = redisUrl === undefined ? 'STATE_DIR' : 'Redis';
  return `Of people, watches and lists are kept in ${where}, for ${hours(watches.lastsMs + 24 * 3_600_000)} at most, and what they looked up in memory, for ${hours(rememberMs)}.`;
}

const requestUrl =
  "HTTP mode: the app's settings want https://<host>/slack/events as request URL, for commands, interactivity and events. <host> is yours, and leads to PORT.";

/** Whether the bot can listen. */
export const ports: Check = {
  name: 'ports',
  needs: ['PORT', 'HEALTH_PORT', 'HEALTH_HOST', 'SLACK_APP_TOKEN'],
  async run({ inspected: { config } }) {
    const { connection, healthPort, healthHost } = config;
    const health = await tryPort('HEALTH_PORT', healthPort, 'health and metrics', healthHost);
    if (connection.appToken) return [health];
    return [note(requestUrl), await tryPort('PORT', connection.port, "Slack's requests"), health];
  },
};

async function tryPort(variable: string, port: number, use: string, host?: string): Promise<Finding> {
  const code = await bindingError(port, host);
  if (code === undefined)
    return ok(port === 0 ? `A free port is found for ${use}.` : `Port ${port} is free for ${use}.`);
  if (code === 'EADDRINUSE')
    return note(`Port ${port} is in use.`, `If not by a txnbot that runs, set ${variable} to another one.`);
  if (code === 'EACCES')
    return problem(`Port ${port} may not be used by this user.`, `Set ${variable} to one above 1023.`);
  const todo =
    host === undefined ? `Set ${variable} to another one.` : 'Set HEALTH_HOST to an address of this machine.';
  return problem(`Nothing can listen at port ${port} (${code}).`, todo);
}

/** `undefined` when it could be listened to. */
async function bindingError(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  const code = await listenOn(server, port, host).then(() => undefined, errorCode);
  server.close();
  return code;
}

/** Whether a process can have the folder. Leaves nothing there: it would belong to whoever runs this, and not to the bot. */
export const stateFolder: Check = {
  name: 'state folder',
  needs: ['STATE_DIR'],
  isAsked: (context) => !isSet('REDIS_URL')(context),
  async run({ inspected: { config } }) {
    const folder = path.resolve(config.state.path);
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
      if (error instanceof FolderInUseError)
        return [
          note(
            'A txnbot that runs has the folder of STATE_DIR.',
            'A second one needs a folder of its own, or all of them REDIS_URL.',
          ),
        ];
      return [unusable(errorCode(error), config.state.isNamed)];
    }
  },
};

/** `undefined` when nothing is there. */
async function statOf(name: string): Promise<Stats | undefined> {
  try {
    return await stat(name);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
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

const lost = 'watches are forgotten when txnbot restarts';

/** The bot does not start without a folder that was named, and does without the default one. */
function unusable(code: string, isNamed: boolean): Finding {
  const todo = pathAdvice('folder', code);
  if (isNamed) return problem(`The folder of STATE_DIR cannot be used (${code}).`, todo);
  return note(`The default folder cannot be used (${code}): ${lost}.`, `Set STATE_DIR. ${todo}`);
}

function pathAdvice(what: 'folder' | 'file', code: string): string {
  if (code === 'ENOENT') return 'Make the folder that it stands in, or name another one.';
  return `Name a ${what} that the user of txnbot may write, on a disk that is neither read-only nor full.`;
}

/** Whether lines can be appended. Makes no file: it would belong to whoever runs this, and not to the bot. */
export const auditLog: Check = {
  name: 'audit log',
  needs: ['AUDIT_LOG'],
  async run({ inspected: { config } }) {
    const { log } = config.audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];
    let what = 'cannot be appended to';
    try {
      const found = await statOf(log);
      if (!found) {
        what = 'is not there, and cannot be made';
        await access(path.dirname(log), constants.W_OK | constants.X_OK);
        return [ok('The file of AUDIT_LOG is not there yet, and can be made.')];
      }
      if (!found.isFile())
        return [problem('AUDIT_LOG is no regular file.', 'Name a file: no folder, no pipe and no device.')];
      const file = await open(log, constants.O_APPEND | constants.O_WRONLY);
      await file.close();
      return [ok('Lines can be appended to the file of AUDIT_LOG.')];
    } catch (error) {
      const code = errorCode(error);
      return [problem(`The file of AUDIT_LOG ${what} (${code}).`, pathAdvice('file', code))];
    }
  },
};

/** Slack's signatures are good for so long. */
const signatureMs = 5 * 60_000;
const noticeableMs = 30_000;

/** This machine's clock against Slack's. */
export const clock: Check = {
  name: 'clock',
  needs: [...slackVariables, 'SLACK_APP_TOKEN'],
  async run({ slack, inspected: { config } }) {
    await slack.identity().catch(() => {}); // a refusal says the time as well
    const clockAheadMs = slack.clockAheadMs();
    if (clockAheadMs === undefined) return [note('Not tried: Slack did not say what time it is.', 'See bot token.')];
    const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
    const seen = `This machine's clock is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} Slack's.`;
    const todo = 'Let the clock be set by NTP.';
    if (seconds * 1_000 < noticeableMs) return [ok(seconds === 0 ? "This machine's clock agrees with Slack's." : seen)];
    if (seconds * 1_000 < signatureMs || config.connection.appToken) return [note(seen, todo)];
    return [problem(`${seen} Slack's requests will be refused, as their signatures are good for five minutes.`, todo)];
  },
};
