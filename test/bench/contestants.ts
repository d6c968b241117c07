import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'slack-sandbox';
import { institutions } from '../fixtures/institutions.ts';
import { startOptions } from '../support/files-at-start.ts';
import { answering, startServer } from '../support/http-server.ts';
import type { LoadPlan, LoadResult } from './load.ts';

const fromHere = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const entries = {
  'bare Bolt': [fromHere('bare-bolt.mjs')],
  txnbot: [...startOptions, fromHere('../../dist/main.js')],
};
/** In the order of the table's columns. */
export const contestants = ['bare Bolt', 'txnbot'] as const;

const signingSecret = 'a-signing-secret-of-the-bench';
/** A Slack and a transfer service that cost as little as they can, in the process of the bench. */
const slack = await startServer(
  answering(200, {
    ok: true,
    ...{ user_id: 'U0BOT', bot_id: 'B0BOT', team_id: 'T0BENCH' },
    user: { id: 'U0BENCH', team_id: 'T0BENCH', deleted: false, is_bot: false },
    channel: { is_ext_shared: false },
    bot: { app_id: 'A0BENCH' },
  }),
);
const service = await startServer(answering(200, { success: true, message: 'ok', data: institutions }));
export const closeBoth = () => Promise.all([slack.close(), service.close()]);

/**
 * Starts one in a process of its own. A process at the other end of a pipe reads what it writes, as in a deployment: a
 * shell makes the pipe, as Node would make a socket, and becomes the contestant.
 */
export async function start(contestant: (typeof contestants)[number]) {
  const [port, healthPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
  const startedAtMs = performance.now();
  const piped = ['-c', 'exec "$@" > >(exec cat > /dev/null)', 'bash', process.execPath, ...entries[contestant]];
  const child = spawn('bash', piped, {
    cwd: folder, // where no `.env` of a developer's is
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH ?? '', PORT: String(port), HEALTH_PORT: String(healthPort), STATE_DIR: folder },
      ...{ SLACK_BOT_TOKEN: 'xoxb-bench', SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: `${slack.url}/api/` },
      ...{ TRANSFER_API_BASE_URL: service.url, TRANSFER_API_TOKEN: 'a-token-of-the-bench' },
      ...{ RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' },
    },
  });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${contestant} ended before it listened.`);
    await sleep(2);
  }
  const { pid = 0 } = child;
  return {
    /** From the start of the process until its port takes a connection. */
    startMs: performance.now() - startedAtMs,
    memoryMb() {
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    async load(asked: Pick<LoadPlan, 'texts' | 'atATime' | 'count'>): Promise<LoadResult> {
      const url = `http://127.0.0.1:${port}/slack/events`;
      const plan: LoadPlan = { url, signingSecret, pid, responseUrl: `${slack.url}/commands/x`, ...asked };
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

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}
