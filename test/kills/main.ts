import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { startChangingService } from '../support/changing-service.ts';
import { startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { judge } from './judge.ts';

/**
 * `npm run kills -- --kills 30 --watches 200`, and `--processes 2` for two with a Redis of their own. Kills the bundle
 * with −9 at random moments, again and again, while people begin watches and while statuses change, and looks at the end
 * whether everybody was told everything. Ends with 1 when a watch was lost, or a change was told too often.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    watches: { type: 'string', default: '200' },
    processes: { type: 'string', default: '1' },
  },
});
const kills = Number(values.kills);
const processes = Number(values.processes);
/** How long a process lives at most after it has started. */
const livesMs = 20_000;
const perPerson = 25;
const words = ['pending', 'processing', 'queued', 'submitted'];
const last = 'successful';
const quietMs = 25_000;
const tryAgainMs = 200;

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
const closing: (() => Promise<void>)[] = [];
const run = { onTestFinished: (close: () => Promise<void>) => void closing.push(close) };
const { slack, start } = await createStandIns(run);
const service = await startChangingService();
const redis = processes > 1 ? await startRedis(run, { isKept: true }) : undefined;
const folders = Array.from({ length: processes }, () => mkdtempSync(path.join(tmpdir(), 'txnbot-kills-')));
/** Deliveries go to the process that started last. */
const startIn = (folder = '') =>
  start('http', {
    TRANSFER_API_BASE_URL: service.url,
    STATE_DIR: folder,
    ...(redis && { REDIS_URL: redis.url }),
    WATCH_SCHEDULE: '1s',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
    BLOCKS: 'classic', // the form that is read at the end
    LOG_LEVEL: 'warn',
  });
const bots: RunningBot[] = [];
for (const folder of folders) bots.push(await startIn(folder));

const wanted = Array.from({ length: Number(values.watches) }, (_, index) => ({
  userId: `U0P${Math.floor(index / perPerson)}`,
  reference: `GARO-${1000 + index}`,
}));
const confirmed: string[] = [];
const begun = beginAll();
let killed = 0;
while (killed < Math.floor(kills / 5)) await killOne();
await begun;
while (killed < kills) {
  for (const reference of confirmed.filter(() => Math.random() < 0.3))
    service.set([reference], { status: words[Math.floor(Math.random() * words.length)] });
  await killOne();
}
service.set(confirmed, { status: last });
await untilOver();

const told = slack.messages.filter(({ author, via }) => author === 'bot' && via === 'chat.postMessage');
// While one is dead, Slack says so to whoever asks; another one acks what it had only once its lease is over.
const breaches = slack.breaches.filter((breach) => !/failed|timed_out/.test(breach));
const verdict = judge(told, confirmed, last);
console.log({ processes, kills, watches: confirmed.length, ...verdict, breaches });
for (const close of closing.toReversed()) await close();
await service.close();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
const { untold, broken, doubled } = verdict;
process.exit(untold.length + broken.length + breaches.length > 0 || doubled > kills ? 1 : 0);

/** And starts it again. Every second one dies in the worst moment: a message has just reached Slack. */
async function killOne(): Promise<void> {
  const place = Math.floor(Math.random() * processes);
  await Promise.race([sleep(Math.random() * livesMs), ...(killed % 2 === 0 ? [nextMessage()] : [])]);
  bots[place]?.process.kill('SIGKILL');
  await bots[place]?.ended;
  bots[place] = await startIn(folders[place]);
  killed += 1;
  console.log(`${killed} killed, ${confirmed.length} watches confirmed`);
}

/** Each watch is asked for until the person reads that it is kept. */
async function beginAll(): Promise<void> {
  const left = [...wanted];
  const inTurn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      while (!(await begin(next))) await sleep(tryAgainMs);
      confirmed.push(next.reference);
    }
  };
  await Promise.all(Array.from({ length: 4 }, inTurn));
}

async function begin({ userId, reference }: { userId: string; reference: string }): Promise<boolean> {
  const answer = (start: RegExp) =>
    slack.messages.findLast(
      ({ author, visibleTo, text }) =>
        author === 'bot' && visibleTo === userId && start.test(text) && text.includes(reference),
    );
  await slack.sendCommand({ command: '/txn', text: reference, userId });
  const card = answer(/^◷/);
  if (!card) return false;
  await slack.pressButton({ messageId: card.id, actionId: 'txn:watch', userId }).catch(() => {});
  for (let waits = 0; waits < 10; waits += 1) {
    if (answer(/^Watching/)) return true;
    await sleep(tryAgainMs);
  }
  return false;
}

function nextMessage(): Promise<void> {
  const before = slack.messages.length;
  return new Promise((resolve) => {
    const stop = slack.subscribe(() => {
      if (!slack.messages.slice(before).some(({ via }) => via === 'chat.postMessage' || via === 'response_url')) return;
      stop();
      resolve();
    });
  });
}

/** Until each watch has ended with its last change, or nobody was told anything for longer than a letter waits. */
async function untilOver(): Promise<void> {
  let heardAtMs = performance.now();
  const stop = slack.subscribe(() => {
    heardAtMs = performance.now();
  });
  const haveWatches = async () => {
    const metrics = await Promise.all(bots.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/metrics`)).text()));
    return metrics.some((text) => !/^txnbot_watches 0$/m.test(text));
  };
  while (performance.now() - heardAtMs < quietMs && (await haveWatches())) await sleep(tryAgainMs);
  stop();
}
