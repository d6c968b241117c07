import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';

/** Signed slash commands, from a process of its own: the plan comes as JSON on stdin, and the result goes to stdout. */
export interface LoadPlan {
  url: string;
  signingSecret: string;
  /** Of the server, whose time on the processor is counted. */
  pid: number;
  /** Typed after `/bank`, in turn. */
  texts: readonly string[];
  responseUrl: string;
  atATime: number;
  /** Requests, of which the first fifth warms the server up and is not measured. */
  count: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server, user and system, in milliseconds for each answered request. */
  cpuMs: number;
}

const people = 200; // no person may ask as often as all of them together
const plan: LoadPlan = JSON.parse(await text(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: plan.atATime });
let sent = 0;
await send(plan.count / 5);
const [fromMs, cpuFromMs] = [performance.now(), cpuOf(plan.pid)];
const times = await send(plan.count);
const seconds = (performance.now() - fromMs) / 1000;
const cpuMs = (cpuOf(plan.pid) - cpuFromMs) / times.length;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
const result: LoadResult = { requestsPerSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), cpuMs };
process.stdout.write(JSON.stringify(result));
agent.destroy();

/** Sends until so many are sent. @returns the times of those that were answered: an overrun server breaks connections */
async function send(until: number): Promise<number[]> {
  const answered: number[] = [];
  const inTurn = async () => {
    while (sent < until) {
      const startedAtMs = performance.now();
      sent += 1;
      const status = await sendCommand(sent).catch(() => 0);
      if (status === 200) answered.push(performance.now() - startedAtMs);
    }
  };
  await Promise.all(Array.from({ length: plan.atATime }, inTurn));
  return answered;
}

/** Each has a trigger_id of its own, so that none is taken for a replay. */
function sendCommand(id: number): Promise<number | undefined> {
  const body = new URLSearchParams({
    ...{ token: 'x', team_id: 'T0BENCH', team_domain: 'bench', channel_id: 'C0BENCH', channel_name: 'bench' },
    ...{ user_id: `U0BENCH${id % people}`, user_name: 'bench', command: '/bank', api_app_id: 'A0BENCH' },
    text: plan.texts[id % plan.texts.length] ?? '',
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

/** CPU time of a process; Linux counts it in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
