import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'slack-sandbox';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Surroundings } from './surroundings.ts';

export const contestants = ['node:http', 'bare Bolt', 'txnbot'] as const;
export type Contestant = (typeof contestants)[number];

/**
 * What becomes of what a contestant writes: a process at the other end of a pipe reads it, as in a deployment; nobody
 * does; or the bench keeps it, with a line for every collection of garbage.
 */
export type Output = 'piped' | 'thrown away' | 'kept';

export interface Running {
  pid: number;
  url: string;
  signingSecret: string;
  /** From the start of the process until its port takes a connection. */
  startMs: number;
  memoryMb(): number;
  /** What it has written, when that is kept. */
  written(): string;
  stop(): Promise<void>;
}

const fromHere = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const entries: Record<Contestant, string[]> = {
  'node:http': [fromHere('servers/raw-http.mjs')],
  'bare Bolt': [fromHere('servers/bare-bolt.mjs')],
  txnbot: ['--max-semi-space-size=8', fromHere('../../../dist/main.js')],
};
const signingSecret = 'a-signing-secret-of-the-bench';

/** Each in a process of its own. What it keeps goes into a temporary folder, unless `env` names another one. */
export async function start(
  contestant: Contestant,
  surroundings: Surroundings,
  { output = 'piped', env = {} }: { output?: Output; env?: Record<string, string> } = {},
): Promise<Running> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const startedAtMs = performance.now();
  const [command, args] = commandFor(contestant, output);
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
  const child = spawn(command, args, {
    cwd: folder, // where no `.env` of a developer's is
    stdio: ['ignore', output === 'kept' ? 'pipe' : 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: surroundings.slackApiUrl,
      TRANSFER_API_BASE_URL: surroundings.transferBaseUrl,
      TRANSFER_API_TOKEN: 'a-token-of-the-bench',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
      STATE_DIR: folder,
      ...env,
    },
  });
  let written = '';
  child.stdout?.on('data', (chunk) => {
    written += chunk;
  });
  await untilOpen(port, child);
  const startMs = performance.now() - startedAtMs;
  const { pid = 0 } = child;
  return {
    pid,
    url: `http://127.0.0.1:${port}/slack/events`,
    signingSecret,
    startMs,
    memoryMb: () => residentMb(pid),
    written: () => written,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** A shell makes the pipe, as Node would make a socket, and becomes the contestant. */
function commandFor(contestant: Contestant, output: Output): [string, string[]] {
  const node = [process.execPath, ...(output === 'kept' ? ['--trace-gc'] : []), ...entries[contestant]];
  if (output === 'piped') return ['bash', ['-c', 'exec "$@" > >(exec cat > /dev/null)', 'bash', ...node]];
  const [command = '', ...args] = node;
  return [command, args];
}

/** The load comes from a process of its own, so that it does not wait for the servers of the bench. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', fromHere('load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan)); // thousands of questions are too long for an argument
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(2);
  }
  throw new Error('A contestant ended before it listened; npm run build first?');
}
