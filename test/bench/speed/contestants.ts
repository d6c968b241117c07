import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../sandbox/free-port.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Surroundings } from './surroundings.ts';

export const contestants = ['node:http', 'bare Bolt', 'txnbot'] as const;
export type Contestant = (typeof contestants)[number];

export interface Running {
  url: string;
  signingSecret: string;
  /** From the start of the process until its port takes a connection. */
  startMs: number;
  memoryMb(): number;
  stop(): Promise<void>;
}

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entries: Record<Contestant, string[]> = {
  'node:http': [fromHere('servers/raw-http.mjs')],
  'bare Bolt': [fromHere('servers/bare-bolt.mjs')],
  txnbot: ['--enable-source-maps', fromHere('../../../dist/main.js')],
};
const signingSecret = 'a-signing-secret-of-the-bench';

/** Each in a process of its own, with what it writes thrown away. */
export async function start(contestant: Contestant, surroundings: Surroundings): Promise<Running> {
  const [port, healthPort] = [await freePort(), await freePort()];
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, entries[contestant], {
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
    },
  });
  await untilOpen(port, child);
  const startMs = performance.now() - startedAtMs;
  return {
    url: `http://127.0.0.1:${port}/slack/events`,
    signingSecret,
    startMs,
    memoryMb: () => residentMb(child.pid),
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The load comes from a process of its own, so that it does not wait for the servers of the bench. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', fromHere('load.ts'), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

function residentMb(pid: number | undefined): number {
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
