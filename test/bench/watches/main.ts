import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transactionBody } from '../../fixtures/transaction.ts';
import { inspectable, inspectorUrlOf, usedHeap } from '../../fuzz/bot-heap.ts';
import { botSettings } from '../../sandbox/bot-settings.ts';
import { createSlackStandIn } from '../../sandbox/slack/slack-stand-in.ts';
import { type RunningBot, startBot } from '../../sandbox/start-bot.ts';
import { startHeldServer } from '../../support/held-server.ts';

/**
 * `npm run bench:watches`: what a thousand watches cost. Memory and processor at rest, beside the same bot without any;
 * and how long `/txn` takes while all thousand are due at once.
 */
const count = 1_000;
const serviceMs = 20;
const restMs = 60_000;
const rounds = 3;

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

const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const without = await whileDue(0);
  const due = await whileDue(count);
  ratios.push(due.p50Ms / without.p50Ms);
  console.log(
    `/txn p50, ms                   ${without.p50Ms.toFixed(1)} without, ${due.p50Ms.toFixed(1)} while ${due.dueLeft} to ${count} are due; most at once ${due.most}`,
  );
}
console.log(`ratio of the medians           ${[...ratios].sort((a, b) => a - b)[1]?.toFixed(2)}×`);
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

/** One command after the other, from when the first watches are due. */
async function whileDue(watches: number): Promise<{ p50Ms: number; dueLeft: number; most: number }> {
  service.requests.length = 0;
  const bot = await start(watches);
  const isOfWatch = (url = '') => /GARO-1\d{4}$/.test(url);
  const times: number[] = [];
  for (let turn = 0; turn < 250; turn += 1) {
    if (turn === 50) times.length = 0; // until V8 is warm
    const startedAtMs = performance.now();
    await slack.sendCommand({ command: '/txn', text: `GARO-${50_000 + turn}`, userId: `U0ASK${turn % 20}` });
    times.push(performance.now() - startedAtMs);
    await sleep(10);
  }
  const asked = service.requests.filter(({ url }) => isOfWatch(url)).length;
  bot.process.kill('SIGKILL');
  await bot.ended;
  times.sort((a, b) => a - b);
  return { p50Ms: times[Math.floor(times.length / 2)] ?? 0, dueLeft: watches - asked, most: service.most };
}
