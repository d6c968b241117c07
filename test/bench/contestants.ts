import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from 'slack-sandbox';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Surroundings } from './surroundings.ts';

export type { LoadResult };

export const contestants = ['node:http', 'bare Bolt', 'txnbot'] as const;
export type Contestant = (typeof contestants)[number];

interface Running {
  /** From the start of the process until its port takes a connection. */
  startMs: number;
  memoryMb(): number;
  load(asked: Pick<LoadPlan, 'texts' | 'atATime' | 'durationMs' | 'count'>): Promise<LoadResult>;
  stop(): Promise<void>;
}

const fromHere = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const entries: Record<Contestant, string[]> = {
  'node:http': [fromHere('servers/raw-http.mjs')],
  'bare Bolt': [fromHere('servers/bare-bolt.mjs')],
  txnbot: ['--max-semi-space-size=8', fromHere('../../dist/main.js')],
};
const signingSecret = 'a-signing-secret-of-the-bench';

/**
 * Starts each in a process of its own. A process at the other end of a pipe reads what it writes, as in a deployment: a
 * shell makes the pipe, as Node would make a socket, and becomes the contestant.
 */
export async function startAll(surroundings: Surroundings): Promise<Record<Contestant, Running>> {
  const [http, bolt, txnbot] = await Promise.all([
    start('node:http', surroundings),
    start('bare Bolt', surroundings),
    start('txnbot', surroundings),
  ]);
  return { 'node:http': http, 'bare Bolt': bolt, txnbot };
}

async function start(contestant: Contestant, surroundings: Surroundings, isPiped = true): Promise<Running> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const node = [process.execPath, ...entries[contestant]];
  const piped = ['bash', '-c', 'exec "$@" > >(exec cat > /dev/null)', 'bash', ...node];
  const [command = '', ...args] = isPiped ? piped : node;
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
  const startedAtMs = performance.now();
  const child = spawn(command, args, {
    cwd: folder, // where no `.env` of a developer's is
    stdio: ['ignore', 'ignore', 'inherit'],
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
    },
  });
  await untilOpen(port, child);
  const startMs = performance.now() - startedAtMs;
  const { pid = 0 } = child;
  return {
    startMs,
    memoryMb() {
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    load: (asked) =>
      runLoad({
        url: `http://127.0.0.1:${port}/slack/events`,
        signingSecret,
        pid,
        responseUrl: surroundings.responseUrl,
        ...asked,
      }),
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The load comes from a process of its own, so that it does not wait for the servers of the bench. */
async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', fromHere('load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan)); // thousands of questions are too long for an argument
  return JSON.parse(await text(child.stdout));
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

/** Milliseconds until the port is open, once a round. */
export async function measureStarts(surroundings: Surroundings, rounds: number): Promise<Record<Contestant, number[]>> {
  const samples: Record<Contestant, number[]> = { 'node:http': [], 'bare Bolt': [], txnbot: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const name of contestants) {
      const server = await start(name, surroundings, false);
      samples[name].push(server.startMs);
      await server.stop();
    }
  return samples;
}

interface Memory {
  idleMb: number;
  /** After 20,000 commands. */
  afterMb: number;
  /** After so long without a question; NaN when nobody waited for it. */
  quietMb: number;
}

/** @param quietMs how long to wait at the end */
export async function measureMemory(
  name: Contestant,
  surroundings: Surroundings,
  texts: readonly string[],
  quietMs: number | undefined,
): Promise<Memory> {
  const server = await start(name, surroundings);
  await sleep(2000);
  const idleMb = server.memoryMb();
  await server.load({ texts, atATime: 50, durationMs: 5000, count: 20_000 });
  await sleep(3000);
  const afterMb = server.memoryMb();
  if (quietMs !== undefined) await sleep(quietMs);
  const quietMb = quietMs === undefined ? Number.NaN : server.memoryMb();
  await server.stop();
  return { idleMb, afterMb, quietMb };
}
