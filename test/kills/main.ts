import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { startChangingService } from '../support/changing-service.ts';
import { startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { beginWatch, judge, last } from './judge.ts';

/**
 * `npm run kills -- --kills 30 --watches 200`, and `--processes 2` for two with a Redis of their
 * own. Kills the bundle with −9 at random moments, again and again, while people begin watches and
 * while statuses change, and looks at the end whether everybody was told everything. Ends with 1
 * when a watch was lost, or a change was told too often.
 */
const option = (by: string) => ({ type: 'string', default: by }) as const;
const { values } = parseArgs({
  options: { kills: option('30'), watches: option('200'), processes: option('1') },
});
const kills = Number(values.kills);
const processes = Number(values.processes);
/** How long a process lives at most after it has started. */
const livesMs = 20_000;
const perPerson = 25;
const words = ['pending', 'processing', 'queued', 'submitted'];
const overMs = 120_000;
const tryAgainMs = 200;

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
const closing: (() => unknown)[] = [];
const run = { onTestFinished: (close: () => unknown) => void closing.push(close) };
const { slack, start } = await createStandIns(run);
const service = await startChangingService();
const env = {
  TRANSFER_API_BASE_URL: service.url,
  WATCH_SCHEDULE: '1s',
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
  BLOCKS: 'classic', // the form that is read at the end
  ...(processes > 1 && { REDIS_URL: (await startRedis(run, { isKept: true })).url }),
};
const folders = Array.from({ length: processes }, () => temporaryFolder(run));
/** The process that leads, and how long it took after each kill of a leader until another one did. */
let leader: RunningBot | undefined;
let ledUntilMs: number | undefined;
const takeoversMs: number[] = [];
/** Deliveries go to the process that started last. */
const startIn = async (folder = '') => {
  const bot = await start('http', { ...env, STATE_DIR: folder });
  const follow = (line: string) => {
    if (!line.includes('this process follows up')) return;
    leader = bot;
    if (ledUntilMs !== undefined) takeoversMs.push(performance.now() - ledUntilMs);
    ledUntilMs = undefined;
  };
  bot.lines.forEach(follow);
  bot.onLine(follow);
  return bot;
};
const bots: RunningBot[] = [];
for (const folder of folders) bots.push(await startIn(folder));

const confirmed: string[] = [];
const begun = beginAll(Number(values.watches));
for (let killed = 0; killed < kills; killed += 1) {
  if (killed === Math.floor(kills / 5)) await begun;
  if (killed >= Math.floor(kills / 5))
    for (const reference of confirmed.filter(() => Math.random() < 0.3))
      service.set([reference], { status: words[Math.floor(Math.random() * words.length)] });
  // Every second one dies in the worst moment: a message has just reached Slack.
  await Promise.race([
    sleep(Math.random() * livesMs),
    ...(killed % 2 === 0 ? [nextMessage()] : []),
  ]);
  // Most die while they lead.
  const leading = leader ? bots.indexOf(leader) : -1;
  const place = leading >= 0 && killed % 3 > 0 ? leading : Math.floor(Math.random() * processes);
  if (place === leading) ledUntilMs = performance.now();
  bots[place]?.process.kill('SIGKILL');
  await bots[place]?.ended;
  bots[place] = await startIn(folders[place]);
  console.log(`${killed + 1} killed, ${confirmed.length} watches confirmed`);
}
await begun;
service.set(confirmed, { status: last });
await untilOver();

const told = slack.messages.filter(
  ({ author, via }) => author === 'bot' && via === 'chat.postMessage',
);
// While one is dead, Slack says so to whoever asks; another one acks what it had only once its
// lease is over.
const breaches = slack.breaches.filter((breach) => !/failed|timed_out/.test(breach));
const verdict = judge(told, confirmed);
takeoversMs.sort((a, b) => a - b);
const takeover = {
  count: takeoversMs.length,
  medianMs: takeoversMs[Math.floor(takeoversMs.length / 2)],
  worstMs: takeoversMs.at(-1),
};
console.log({ processes, kills, watches: confirmed.length, ...verdict, takeover, breaches });
for (const close of closing.toReversed()) await close();
await service.close();
const isLost = verdict.untold.length + verdict.broken.length + breaches.length > 0;
process.exit(isLost || verdict.doubled > kills ? 1 : 0);

async function beginAll(count: number): Promise<void> {
  let place = 0;
  const inTurn = async () => {
    while (place < count) {
      place += 1;
      confirmed.push(await beginWatch(slack, place, perPerson));
    }
  };
  await Promise.all(Array.from({ length: 4 }, inTurn));
}

async function nextMessage(): Promise<void> {
  const sent = () =>
    slack.messages.filter(({ via }) => via === 'chat.postMessage' || via === 'response_url').length;
  for (const before = sent(); sent() === before; ) await sleep(1);
}

/** Until each watch has ended with its last change, or takes longer than any letter waits. */
async function untilOver(): Promise<void> {
  const endsAtMs = performance.now() + overMs;
  const haveWatches = async () => {
    const metrics = await Promise.all(
      bots.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/metrics`)).text()),
    );
    return metrics.some((text) => !/^txnbot_watches 0$/m.test(text));
  };
  while (performance.now() < endsAtMs && (await haveWatches())) await sleep(tryAgainMs);
}
