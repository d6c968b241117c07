import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';

/**
 * Signed slash commands from a process of its own, told by JSON on stdin what to send and printing
 * one JSON line. Every request is new: its trigger_id differs, so nothing is taken for a replay.
 */
export interface LoadPlan {
  url: string;
  signingSecret: string;
  /** Of the server, whose time on the processor is counted. */
  pid: number;
  command: '/bank' | '/txn';
  /** Asked in turn; without any, each time another reference. */
  texts?: readonly string[];
  responseUrl: string;
  atATime: number;
  /** How long to measure once the server is warm. */
  durationMs: number;
  /** Ends with so many instead. */
  count?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server, user and system, in milliseconds for each answered request. */
  cpuMs: number;
}

const people = 400; // nobody may ask as often as all of them together
const warmMs = 500; // each server has been warmed up by a load that is not counted
/** So that no reference is asked for twice, by this load or another. */
const firstReference = Math.floor(Math.random() * 36 ** 6);
const plan: LoadPlan = JSON.parse(await text(process.stdin));
const { count = Number.POSITIVE_INFINITY } = plan;
const agent = new Agent({ keepAlive: true, maxSockets: plan.atATime });
let sent = 0;
let isOver = false;
let times: number[] = [];

const working = Promise.all(Array.from({ length: plan.atATime }, work));
if (plan.count === undefined) await sleep(warmMs);
times = [];
const fromMs = performance.now();
const cpuFromMs = cpuOf(plan.pid);
if (plan.count === undefined) await sleep(plan.durationMs);
isOver = plan.count === undefined;
await working;

const seconds = (performance.now() - fromMs) / 1000;
const cpuMs = (cpuOf(plan.pid) - cpuFromMs) / times.length;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
const result: LoadResult = {
  requestsPerSecond: times.length / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  cpuMs,
};
process.stdout.write(JSON.stringify(result));
agent.destroy();

/** Of the service's shape: `GARO-8f3k2j1`. */
function referenceOf(number: number): string {
  return `GARO-1${number.toString(36).padStart(6, '0')}`;
}

/** What is not answered, as a server that is overrun breaks connections, is not counted. */
async function work(): Promise<void> {
  while (!isOver && sent < count) {
    const startedAtMs = performance.now();
    const status = await send().catch(() => 0);
    if (status === 200) times.push(performance.now() - startedAtMs);
  }
}

function send(): Promise<number | undefined> {
  const id = sent;
  sent += 1;
  const body = new URLSearchParams({
    token: 'x',
    team_id: 'T0BENCH',
    team_domain: 'bench',
    channel_id: 'C0BENCH',
    channel_name: 'bench',
    user_id: `U0BENCH${id % people}`,
    user_name: 'bench',
    command: plan.command,
    text: plan.texts?.[id % plan.texts.length] ?? referenceOf(firstReference + id),
    api_app_id: 'A0BENCH',
    is_enterprise_install: 'false',
    response_url: plan.responseUrl,
    trigger_id: `${process.pid}.${id}`,
  }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    ...signatureHeaders(body, plan.signingSecret),
  };
  return new Promise((resolve, reject) => {
    request(plan.url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}

/** The time that all threads of a process have had on the processors, which Linux counts in ns. */
function cpuOf(pid: number): number {
  const ofThreads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return ofThreads.reduce((sum, ns) => sum + ns, 0) / 1e6;
}
