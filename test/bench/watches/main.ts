import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSlackStandIn } from 'slack-sandbox';
import { transactionBody } from '../../fixtures/transaction.ts';
import { inspectable, inspectorUrlOf, usedHeap } from '../../fuzz/bot-heap.ts';
import { botSettings } from '../../run-sandbox/bot-settings.ts';
import { type RunningBot, startBot } from '../../run-sandbox/start-bot.ts';
import { startHeldServer } from '../../support/held-server.ts';
import { median } from '../speed/table.ts';

/**
 * `npm run bench:watches`: what a thousand watches cost. Memory and processor at rest, beside the same bot without any;
 * and how long `/txn` takes, and how much of the processor, while all thousand are due at once and again every half minute.
 * What the bot writes goes through a pipe to this process.
 */
const count = 1_000;
const serviceMs = 20;
const restMs = 60_000;
const rounds = 3;
const commands = 600;

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
const slack = await createSlackStandIn();
const service = await startHeldServer(({ url = '' }, response) => {
  const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
  const body = transactionBody({ reference, status: 'pending', completedAt: null });
  setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), serviceMs);
});
service.open();
const folders: string[] = [];
console.log(`${cpus().length} cores, Node ${process.version}, ${count} watches, a service of ${serviceMs} ms\n`);

const rest = { without: await atRest(0), with: await atRest(count) };
const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
console.log(
  `heap at rest, MB              ${mb(rest.without.heap)} without, ${mb(rest.with.heap)} with: ${mb(rest.with.heap - rest.without.heap)} more`,
);
console.log(`processor at rest, % of a core ${rest.without.cpu.toFixed(2)} without, ${rest.with.cpu.toFixed(2)} with`);

const p50: number[] = [];
const p99: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const without = await whileDue(0);
  const due = await whileDue(count);
  p50.push(due.p50Ms / without.p50Ms);
  p99.push(due.p99Ms / without.p99Ms);
  const both = (of: (times: Times) => number) => `${of(without).toFixed(1)} without, ${of(due).toFixed(1)} with`;
  console.log(`ack of /txn, ms                p50 ${both(({ p50Ms }) => p50Ms)}; p99 ${both(({ p99Ms }) => p99Ms)}`);
  console.log(
    `processor a command, ms        ${both(({ cpuMs }) => cpuMs)}, ${due.asked} questions of watches included; most at once ${due.most}`,
  );
}
console.log(`middle of the ratios           p50 ${median(p50).toFixed(2)}×, p99 ${median(p99).toFixed(2)}×`);
await slack.close();
await service.close();
for (const folder of folders) rmSync(folder, { recursive: true });
process.exit(0);

async function start(watches: number, env: Record<string, string> = {}): Promise<RunningBot> {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
  folders.push(folder);
  const begunAtMs = Date.now() - 2 * 3_600_000;
  const kept = Array.from({ length: watches }, (_, index) => ({
    id: randomUUID(),
    reference: `GARO-${10_000 + index}`,
    personId: `U0P${Math.floor(index / 25)}`,
    teamId: 'T0SANDBOX',
    channelId: 'C0SUPPORT',
    begunAtMs,
    seen: { status: 'pending', reversedFlag: '0' },
  }));
  writeFileSync(path.join(folder, 'watches.json'), JSON.stringify({ version: 1, watches: kept }));
  const settings = botSettings(slack, { baseUrl: service.url, token: 'open-sesame' });
  const bot = await startBot(
    { ...settings, ...env, STATE_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' },
    'bundle',
  );
  slack.deliverTo(bot.requestUrl);
  return bot;
}

async function cpuSeconds({ healthUrl }: RunningBot): Promise<number> {
  const text = await (await fetch(`${healthUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)$/m.exec(text)?.[1]);
}

/** After all have been asked about once. */
async function atRest(watches: number): Promise<{ heap: number; cpu: number }> {
  const before = service.requests.length;
  const bot = await start(watches, { NODE_OPTIONS: inspectable });
  while (service.requests.length - before < watches) await sleep(200);
  await sleep(2_000);
  const heap = await usedHeap(inspectorUrlOf(bot));
  const from = await cpuSeconds(bot);
  await sleep(restMs);
  const cpu = ((await cpuSeconds(bot)) - from) / (restMs / 1000);
  bot.process.kill('SIGKILL');
  await bot.ended;
  return { heap, cpu: cpu * 100 };
}

interface Times {
  p50Ms: number;
  p99Ms: number;
  /** Of the process, for each command. */
  cpuMs: number;
  /** How many questions of watches there were meanwhile. */
  asked: number;
  /** How many questions of any kind the service had at once. */
  most: number;
}

/** One command after the other, from when the first watches are due. */
async function whileDue(watches: number): Promise<Times> {
  const bot = await start(watches, { WATCH_SCHEDULE: '30s' });
  const ask = async (turn: number) => {
    const input = { command: '/txn', text: `GARO-${50_000 + turn}`, userId: `U0ASK${turn % 20}` };
    const { ackMs } = await slack.sendCommand(input);
    await sleep(10);
    return ackMs;
  };
  for (let turn = 0; turn < 50; turn += 1) await ask(turn); // until V8 is warm
  service.requests.length = 0;
  const from = await cpuSeconds(bot);
  const times: number[] = [];
  for (let turn = 0; turn < commands; turn += 1) times.push(await ask(50 + turn));
  const cpuMs = (((await cpuSeconds(bot)) - from) * 1000) / commands;
  const asked = service.requests.filter(({ url = '' }) => /GARO-1\d{4}$/.test(url)).length;
  bot.process.kill('SIGKILL');
  await bot.ended;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), cpuMs, asked, most: service.most };
}
