import { once } from 'node:events';
import { access, constants, open, stat, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { errorCode } from '../errors.ts';
import { FolderInUseError, lockFolder } from '../store/folder-lock.ts';
import { type Check, type Context, type Finding, note, ok, problem } from './check.ts';

const where = { environment: 'From the environment', file: 'From files' } as const;
const table = 'The table of variables in the README says how each is set.';

/** Every problem, and where each value comes from. */
export const configuration: Check = {
  name: 'configuration',
  needs: [],
  async run({ inspected: { problems, wrong, sources, unknown, empty, quoted } }) {
    const from = (source: 'environment' | 'file' | 'default') =>
      [...sources].flatMap(([name, its]) => (its === source && !wrong.has(name) ? name : []));
    const listed = (['environment', 'file'] as const).flatMap((source): Finding[] => {
      const names = from(source);
      return names.length > 0 ? [ok(`${where[source]}: ${names.join(', ')}.`)] : [];
    });
    const last = problems.at(-1);
    return [
      ...problems.slice(0, -1).map((wrongly): Finding => ({ outcome: 'problem', seen: `${wrongly}.` })),
      ...(last === undefined ? [] : [problem(`${last}.`, table)]), // the same advice holds for all of them
      ...listed,
      ok(`By default: the other ${from('default').length}.`),
      ...unknown.map((name) => note(`${name} is set, and txnbot has no such variable.`, 'Check its spelling.')),
      ...empty
        .filter((name) => !wrong.has(name))
        .map((name) => note(`${name} is set to nothing, and counts as not set.`, 'Give it a value, or take it out.')),
      ...quoted.map((name) =>
        note(
          `${name} stands in quotation marks, and they are a part of its value.`,
          "Leave them out: Docker's --env-file, for one, takes every character.",
        ),
      ),
    ];
  },
};

interface Port {
  variable: string;
  port: number;
  host: string | undefined;
  use: string;
  /** What to say of the txnbot that has it; `undefined` when none does. */
  holder(): Promise<string | undefined>;
}

const requestUrl =
  "HTTP mode: the app's settings want https://<host>/slack/events as request URL, for commands, interactivity and events. <host> is yours, and leads to PORT.";

/** Whether the bot can listen, or one does already. */
export const ports: Check = {
  name: 'ports',
  needs: ['PORT', 'HEALTH_PORT', 'HEALTH_HOST', 'SLACK_APP_TOKEN'],
  async run({ inspected: { config } }) {
    const { connection, healthPort, healthHost } = config;
    const health = {
      variable: 'HEALTH_PORT',
      port: healthPort,
      host: healthHost,
      use: 'health and metrics',
      async holder() {
        const version = await runningTxnbot(healthPort, healthHost);
        return version === undefined ? undefined : `txnbot ${version} runs here`;
      },
    };
    if (connection.appToken) return [await tryPort(health)];
    const slack = {
      variable: 'PORT',
      port: connection.port,
      host: undefined,
      use: "Slack's requests",
      holder: async () => ((await takesSlackRequests(connection.port)) ? 'a txnbot answers there' : undefined),
    };
    return [note(requestUrl), await tryPort(slack), await tryPort(health)];
  },
};

async function tryPort({ variable, port, host, use, holder }: Port): Promise<Finding> {
  const code = await bindingError(port, host);
  if (code === undefined)
    return ok(port === 0 ? `A free port is found for ${use}.` : `Port ${port} is free for ${use}.`);
  if (code === 'EADDRINUSE') {
    const what = await holder();
    if (what !== undefined) return ok(`Port ${port} is in use, and ${what}.`);
    return problem(`Port ${port} is in use, and not by a txnbot.`, `Set ${variable} to another one.`);
  }
  if (code === 'EACCES')
    return problem(`Port ${port} may not be used by this user.`, `Set ${variable} to one above 1023.`);
  return problem(
    `Nothing can listen at port ${port} (${code}).`,
    host === undefined ? `Set ${variable} to another one.` : 'Set HEALTH_HOST to an address of this machine.',
  );
}

/** `undefined` when it could be listened to. */
async function bindingError(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return errorCode(error);
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

const lost = 'watches and what was asked are forgotten when txnbot restarts';

/** Whether a process can have the folder. Leaves nothing there: it would belong to whoever runs this, and not to the bot. */
export const stateFolder: Check = {
  name: 'state folder',
  needs: ['STATE_DIR'],
  isAsked: ({ inspected: { config, wrong } }) => config.redisUrl === undefined && !wrong.has('REDIS_URL'),
  async run(context) {
    const folder = path.resolve(context.inspected.config.state.path);
    try {
      await stat(folder);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') return [unusable(errorCode(error), context)];
      return [await withoutFolder(folder, context)];
    }
    return [await tryFolder(folder, context)];
  },
};

/** Taken for a moment, which a txnbot that starts just then waits for. */
async function tryFolder(folder: string, context: Context): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const unlock = await lockFolder(folder);
    await tryFile(folder).finally(unlock);
    return ok('The folder of STATE_DIR can be locked, written and synced.');
  } catch (error) {
    if (!(error instanceof FolderInUseError)) return unusable(errorCode(error), context);
    return note(
      'A txnbot that runs has the folder of STATE_DIR.',
      'A second one needs a folder of its own, or all of them REDIS_URL.',
    );
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

async function withoutFolder(folder: string, context: Context): Promise<Finding> {
  try {
    await access(path.dirname(folder), constants.W_OK | constants.X_OK);
    return ok('The folder of STATE_DIR is not there yet, and can be made.');
  } catch (error) {
    return unusable(errorCode(error), context);
  }
}

/** The bot does not start without a folder that was named, and does without the default one. */
function unusable(code: string, { inspected }: Context): Finding {
  const todo =
    code === 'ENOENT'
      ? 'Make the folder that it stands in, or name another one.'
      : 'Name a folder that the user of txnbot may write, on a disk that is neither read-only nor full.';
  if (inspected.config.state.isNamed) return problem(`The folder of STATE_DIR cannot be used (${code}).`, todo);
  return note(`The default folder cannot be used (${code}): ${lost}.`, `Set STATE_DIR. ${todo}`);
}

/** Whether lines can be appended. Makes no file: it would belong to whoever runs this, and not to the bot. */
export const auditLog: Check = {
  name: 'audit log',
  needs: ['AUDIT_LOG'],
  async run({ inspected: { config } }) {
    const { log } = config.audit;
    if (log === 'stdout') return [ok('Goes to stdout, with the log.')];
    try {
      const { isFile } = await stat(log).then((found) => ({ isFile: found.isFile() }));
      if (!isFile) return [problem('AUDIT_LOG is no regular file.', 'Name a file: no folder, no pipe and no device.')];
      const file = await open(log, constants.O_APPEND | constants.O_WRONLY);
      await file.close();
      return [ok('Lines can be appended to the file of AUDIT_LOG.')];
    } catch (error) {
      return [await withoutFile(log, errorCode(error))];
    }
  },
};

async function withoutFile(log: string, code: string): Promise<Finding> {
  const todo = 'Name a file that the user of txnbot may write, on a disk that is not read-only.';
  if (code !== 'ENOENT') return problem(`The file of AUDIT_LOG cannot be appended to (${code}).`, todo);
  try {
    await access(path.dirname(log), constants.W_OK | constants.X_OK);
    return ok('The file of AUDIT_LOG is not there yet, and can be made.');
  } catch (error) {
    const why = errorCode(error);
    const make = 'Make the folder that it stands in, or name another file.';
    return problem(`The file of AUDIT_LOG is not there, and cannot be made (${why}).`, why === 'ENOENT' ? make : todo);
  }
}

/** Slack's signatures are good for so long. */
const signatureMs = 5 * 60_000;
const noticeableMs = 30_000;

/** This machine's clock against Slack's. */
export const clock: Check = {
  name: 'clock',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL', 'SLACK_APP_TOKEN'],
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

const timeoutMs = 5_000;

/** The version of the txnbot that answers at the health port; `undefined` when none does. */
async function runningTxnbot(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  const at = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    const [health, metrics] = await Promise.all([ask(`${at}/healthz`), ask(`${at}/metrics`)]);
    const answer: unknown = JSON.parse(health);
    const isHealth = typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'ok';
    if (!isHealth || !('version' in answer) || !metrics.includes('txnbot_')) return undefined;
    return String(answer.version);
  } catch {
    return undefined;
  }
}

/**
 * Whether what answers at the port takes Slack's requests as txnbot does. It is asked what Slack asks, unsigned, to check
 * a certificate: a txnbot counts and logs no refusal then.
 */
async function takesSlackRequests(port: number): Promise<boolean> {
  const at = `http://127.0.0.1:${port}`;
  const body = new URLSearchParams({ ssl_check: '1' });
  const statusOf = async (url: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(url, { ...init(), method: 'POST', headers, body: body.toString() });
    await response.body?.cancel();
    return response.status;
  };
  try {
    const [atPath, elsewhere] = await Promise.all([statusOf(`${at}/slack/events`), statusOf(`${at}/`)]);
    return atPath === 200 && elsewhere === 404;
  } catch {
    return false;
  }
}

async function ask(url: string): Promise<string> {
  const response = await fetch(url, init());
  return response.text();
}

function init() {
  return { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
}
