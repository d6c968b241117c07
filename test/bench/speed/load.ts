import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

/**
 * Signed slash commands from a process of its own, told by one JSON argument what to send and printing one JSON line.
 * Every request is new: its trigger_id differs, so nothing is taken for a replay.
 */
export interface LoadPlan {
  url: string;
  signingSecret: string;
  command: string;
  /** `{n}` becomes the number of the request. */
  text: string;
  responseUrl: string;
  atATime: number;
  /** How long to go on, or, with `count`, in how long to send so many. */
  durationMs: number;
  warmUpMs?: number;
  count?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  answered: number;
  failed: number;
}

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '{}');
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
    user_id: `U0BENCH${id % 100}`, // nobody may ask as often as all of them together
    user_name: 'bench',
    command: plan.command,
    text: plan.text.replaceAll('{n}', String(id)),
    api_app_id: 'A0BENCH',
    is_enterprise_install: 'false',
    response_url: plan.responseUrl.replace('{n}', String(id)),
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
let failed = 0;
const timed = () =>
  send().then(
    (ms) => times.push(ms),
    () => (failed += 1),
  );
let countingFromMs = performance.now();

const { count } = plan;
if (count === undefined) {
  const endsAtMs = performance.now() + (plan.warmUpMs ?? 0) + plan.durationMs;
  const worker = async () => {
    while (performance.now() < endsAtMs) await timed();
  };
  setTimeout(() => {
    times.length = 0;
    countingFromMs = performance.now();
  }, plan.warmUpMs ?? 0);
  await Promise.all(Array.from({ length: plan.atATime }, worker));
} else {
  const all: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push(timed());
    if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, plan.durationMs / (count / 10)));
  }
  await Promise.all(all);
}

const seconds = (performance.now() - countingFromMs) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const result: LoadResult = {
  requestsPerSecond: times.length / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
  answered: times.length,
  failed,
};
process.stdout.write(JSON.stringify(result));
process.exit(0);
