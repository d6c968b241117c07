import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'slack-sandbox';
import { startOptions } from '../support/files-at-start.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { service, slack } from './surroundings.ts';

const fromHere = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const entries = {
  'node:http': [fromHere('servers/raw-http.mjs')],
  'bare Bolt': [fromHere('servers/bare-bolt.mjs')],
  'plain bot': [fromHere('servers/plain-bot.mjs'), '10'],
  'with 40 listeners': [fromHere('servers/plain-bot.mjs'), '40'],
  txnbot: [...startOptions, fromHere('../../dist/main.js')],
};
export type Contestant = keyof typeof entries;
/** The `node` that runs them all; `BENCH_NODE` names another one than the bench's own. */
export const node = process.env.BENCH_NODE ?? process.execPath;
/** In the order of the table's columns. */
export const contestants: readonly Contestant[] = [
  'node:http',
  'bare Bolt',
  'plain bot',
  'with 40 listeners',
  'txnbot',
];

/** A contestant that runs. */
export type Started = Awaited<ReturnType<typeof start>>;

const signingSecret = 'a-signing-secret-of-the-bench';

/**
 * Starts one in a process of its own. A process at the other end of a pipe reads what it writes, as
 * in a deployment: a shell makes the pipe, as Node would make a socket, and becomes the contestant.
 * @param transferApi where the transfer service is
 */
export async function start(contestant: Contestant, transferApi = service.url) {
  const [port, healthPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
  const startedAtMs = performance.now();
  const piped = [
    '-c',
    'exec "$@" > >(exec cat > /dev/null)',
    'bash',
    node,
    '--expose-gc',
    '--import',
    fromHere('servers/live-heap.mjs'),
    ...entries[contestant],
  ];
  const child = spawn('bash', piped, {
    cwd: folder, // where no `.env` of a developer's is
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: `${slack.url}/api/`,
      TRANSFER_API_BASE_URL: transferApi,
      TRANSFER_API_TOKEN: 'a-token-of-the-bench',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
      STATE_DIR: folder,
      WATCH_MAX: '10000',
      WATCH_SCHEDULE: '12h', // the service is asked for what people ask alone
    },
  });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null)
      throw new Error('A contestant ended before it listened; npm run build first?');
    await sleep(2);
  }
  const { pid = 0 } = child;
  return {
    /** From the start of the process until its port takes a connection. */
    startMs: performance.now() - startedAtMs,
    memoryMb() {
      const [, kilobytes = '0'] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    /** What lives after a collection: the memory in use is mostly V8's choice of when to collect. */
    async liveHeapMb() {
      const file = path.join(folder, 'live-heap');
      child.kill('SIGUSR2');
      while (!existsSync(file)) await sleep(50);
      await sleep(50); // it is there before it is written
      return Number(readFileSync(file, 'utf8')) / 1024 / 1024;
    },
    /**
     * The load comes from a process of its own, so that it does not wait for the servers of the
     * bench.
     */
    async load(
      asked: Omit<LoadPlan, 'url' | 'signingSecret' | 'pid' | 'responseUrl'>,
    ): Promise<LoadResult> {
      const url = `http://127.0.0.1:${port}/slack/events`;
      const plan: LoadPlan = {
        url,
        signingSecret,
        pid,
        responseUrl: `${slack.url}/commands/x`,
        ...asked,
      };
      const loading = spawn(process.execPath, ['--import', 'tsx', fromHere('load.ts')], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      loading.stdin.end(JSON.stringify(plan)); // thousands of questions are too long for an argument
      return JSON.parse(await text(loading.stdout));
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
