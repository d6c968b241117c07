import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Signed slash commands from a process of its own, told by JSON on stdin what to send and printing one JSON line.
 * Every request is new: its trigger_id differs, so nothing is taken for a replay.
 */
export interface LoadPlan {
  url: string;
  signingSecret: string;
  /** Of the server, whose time on the processor is counted. */
  pid: number;
  /** Asked after `/bank`, in turn. */
  texts: readonly string[];
  responseUrl: string;
  atATime: number;
  /** How long to go on, or, with `count`, in how long to send so many. */
  durationMs: number;
  count?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server, user and system, in milliseconds for each answered request. */
  cpuMs: number;
}

const people = 200; // nobody may ask as often as all of them together
const plan: LoadPlan = JSON.parse(await text(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: plan.count ?? plan.atATime });
let sequence = 0;

function send(): Promise<number> {
  const id = sequence;
  sequence += 1;
  const body = new URLSearchParams({
    token: 'x',
    team_id: 'T0BENCH',
    team_domain: 'bench',
    channel_id: 'C0BENCH',
    channel_name: 'bench',
    user_id: `U0BENCH${id % people}`,
    user_name: 'bench',
    command: '/bank',
    text: plan.texts[id % plan.texts.length] ?? '',
    api_app_id: 'A0BENCH',
    is_enterprise_install: 'false',
    response_url: plan.responseUrl,
    trigger_id: `${process.pid}.${id}`,
  }).toString();
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', plan.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': `v0=${signature}`,
  };
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    request(plan.url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve(performance.now() - startedAtMs) : reject(new Error('not a 200')),
      );
    })
      .on('error', reject)
      .end(body);
  });
}

const times: number[] = [];
/** What is not answered, as a server that is overrun breaks connections, is not counted. */
const timed = () =>
  send().then(
    (ms) => times.push(ms),
    () => {},
  );
let countingFromMs = performance.now();
let cpuFromMs = cpuOf(plan.pid);

const { count } = plan;
if (count === undefined) {
  let isOver = false;
  const worker = async () => {
    while (!isOver) await timed();
  };
  const workers = Array.from({ length: plan.atATime }, worker);
  await untilSteady();
  times.length = 0;
  countingFromMs = performance.now();
  cpuFromMs = cpuOf(plan.pid);
  await sleep(plan.durationMs);
  isOver = true;
  await Promise.all(workers);
} else {
  const all: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push(timed());
    if (index % 10 === 9) await sleep(plan.durationMs / (count / 10));
  }
  await Promise.all(all);
}

const seconds = (performance.now() - countingFromMs) / 1000;
const cpuMs = (cpuOf(plan.pid) - cpuFromMs) / times.length;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const result: LoadResult = {
  requestsPerSecond: times.length / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  cpuMs,
};
process.stdout.write(JSON.stringify(result));
process.exit(0);

/** Until half a second brings hardly more answers than the one before it, as the compiler is done then. */
async function untilSteady(): Promise<void> {
  const [windowMs, windowsMax, gain] = [500, 12, 1.05];
  let before = 0;
  for (let window = 0; window < windowsMax; window += 1) {
    const from = times.length;
    await sleep(windowMs);
    const answered = times.length - from;
    if (before > 0 && answered < before * gain) return;
    before = Math.max(before, answered);
  }
}

/** The time that a process has had on the processors. Linux counts it in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
