import { execFileSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from 'slack-sandbox';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { startChangingService } from '../support/changing-service.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { beginWatch, judge, last } from './judge.ts';

/**
 * `npm run faults`, or `npm run faults -- --only full`: two processes with a Redis and 40 watches, a
 * fault while the statuses change, and whether everybody was told everything, how late, and how
 * often twice.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const hourMs = 60 * 60_000;
const watchCount = 40;
const perPerson = 20;
const overMs = 150_000;

execFileSync('npm', ['run', '-s', 'build'], { stdio: 'ignore' });

interface Setting {
  bots: RunningBot[];
  leader: () => RunningBot | undefined;
  redis: TestRedis;
  /** Between the processes and their Redis, and between the first process and Slack. */
  toRedis: Proxy;
  toSlack: Proxy;
  newRedis: () => Promise<TestRedis>;
  change: (status: string) => void;
  begin: (from: number) => Promise<void>;
  restart: (bot: RunningBot) => Promise<void>;
}

interface Fault {
  name: string;
  /** By process, in milliseconds. */
  offsets?: readonly number[];
  jumpMs?: number;
  /** Whether what was watched before is lost, as documented. */
  isLoss?: boolean;
  run: (setting: Setting) => Promise<void>;
}

const kill = async (bot: RunningBot | undefined) => {
  bot?.process.kill('SIGKILL');
  await bot?.ended;
};

const faults: readonly Fault[] = [
  ...[hourMs, -hourMs, 15_000, -15_000].map((offsetMs) => ({
    name: `clocks ${offsetMs / 1_000} s apart, that process killed`,
    offsets: [offsetMs, 0],
    run: async ({ bots, change }: Setting) => {
      await kill(bots[0]);
      change('processing');
    },
  })),
  ...[-hourMs, hourMs].map((jumpMs) => ({
    name: `clock of the leader set by ${jumpMs / 1_000} s`,
    jumpMs,
    run: async ({ leader, change }: Setting) => {
      leader()?.process.kill('SIGUSR2');
      await sleep(1_000);
      change('processing');
    },
  })),
  {
    name: 'restarted with the clock put right',
    offsets: [hourMs, hourMs],
    run: async ({ bots, restart, change }) => {
      for (const bot of [...bots]) await kill(bot).then(() => restart(bot));
      change('processing');
    },
  },
  {
    name: 'Redis paused for 15 s',
    run: async ({ redis, change }) => {
      redis.pause();
      change('processing');
      await sleep(15_000);
      redis.resume();
    },
  },
  {
    name: 'Redis failed over, the last writes lost',
    run: async ({ redis, newRedis, toRedis, change }) => {
      const other = await newRedis();
      await other.client.replicaof('127.0.0.1', Number(new URL(redis.url).port));
      while (!(await other.client.info('replication')).includes('master_link_status:up'))
        await sleep(100);
      await sleep(1_000);
      await other.client.replicaof('NO', 'ONE');
      change('processing');
      await sleep(8_000); // what is noted meanwhile is lost
      toRedis.target = Number(new URL(other.url).port);
      toRedis.cut();
    },
  },
  {
    name: 'Redis restarted empty',
    isLoss: true,
    run: async ({ redis, begin }) => {
      await redis.stop();
      await sleep(3_000);
      await redis.start();
      await sleep(3_000);
      await begin(watchCount);
    },
  },
  {
    name: 'Redis full for 20 s',
    run: async ({ redis, change }) => {
      await redis.client.config('SET', 'maxmemory', '1');
      change('processing');
      await sleep(20_000);
      await redis.client.config('SET', 'maxmemory', '0');
    },
  },
  {
    name: 'latency of 500 ms to Redis',
    run: async ({ toRedis, change }) => {
      toRedis.delayMs = 250;
      change('processing');
      await sleep(20_000);
    },
  },
  {
    name: 'leader stopped for a minute, and let go',
    run: async ({ leader, change }) => {
      const stopped = leader();
      change('processing');
      await sleep(3_000); // just before it tells
      stopped?.process.kill('SIGSTOP');
      await sleep(60_000);
      stopped?.process.kill('SIGCONT');
      await sleep(3_000);
    },
  },
  {
    name: 'leader cut off from Slack',
    run: async ({ toSlack, change }) => {
      toSlack.isSilent = true;
      change('processing');
      await sleep(100_000);
    },
  },
];

for (const fault of faults.filter(({ name }) => name.includes(values.only)))
  console.log(JSON.stringify(await tryOut(fault)));
process.exit(0);

async function tryOut({ name, offsets = [0, 0], jumpMs = 0, isLoss = false, run }: Fault) {
  const closing: (() => unknown)[] = [];
  const test = { onTestFinished: (close: () => unknown) => void closing.push(close) };
  const { slack, start } = await createStandIns(test);
  const service = await startChangingService();
  const redis = await startRedis(test, { isKept: false });
  const toRedis = await startProxy(Number(new URL(redis.url).port));
  const toSlack = await startProxy(Number(new URL(slack.apiUrl).port));
  let leader: RunningBot | undefined;
  const leads: string[] = [];
  const fromMs = performance.now();
  const startOne = async (place: number, offsetMs: number) => {
    const bot = await start('socket', {
      TRANSFER_API_BASE_URL: service.url,
      WATCH_SCHEDULE: '1s',
      BLOCKS: 'classic',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('clock.mjs', import.meta.url))}`,
      CLOCK_OFFSET_MS: String(offsetMs),
      CLOCK_JUMP_MS: String(jumpMs),
      ...(place === 0 && {
        SLACK_API_URL: slack.apiUrl.replace(/:\d+/, `:${toSlack.port}`),
      }),
    });
    const follow = (line: string) => {
      if (line.includes('this process follows up')) leader = bot;
      if (line.includes('follows up'))
        leads.push(
          `${Math.round((performance.now() - fromMs) / 1000)}s ${place} ${line.includes('this process') ? 'leads' : 'resigns'}`,
        );
    };
    bot.lines.forEach(follow);
    bot.onLine(follow);
    return bot;
  };
  const bots: RunningBot[] = [];
  for (const [place, offsetMs] of offsets.entries()) bots.push(await startOne(place, offsetMs));

  const confirmed: string[] = [];
  const begin = async (from: number) => {
    for (let place = from; place < from + watchCount; place += 1)
      confirmed.push(await beginWatch(slack, place, perPerson));
  };
  const change = (status: string) => service.set(confirmed, { status });
  await begin(0);
  await sleep(3_000);
  const before = service.requests.length;
  await sleep(5_000);
  const asksPerSecond = (service.requests.length - before) / 5;
  await run({
    bots,
    leader: () => leader,
    redis,
    toRedis,
    toSlack,
    newRedis: () => startRedis(test),
    change,
    begin,
    restart: async (bot) => {
      bots[bots.indexOf(bot)] = await startOne(bots.indexOf(bot), 0);
    },
  });
  const watched = isLoss ? confirmed.slice(watchCount) : confirmed;
  const verdict = () =>
    judge(
      slack.messages.filter(({ author, via }) => author === 'bot' && via === 'chat.postMessage'),
      watched,
    );
  await sleep(8_000);
  const changedAtMs = performance.now();
  service.set(watched, { status: last });
  while (verdict().untold.length > 0 && performance.now() - changedAtMs < overMs) await sleep(250);
  const lastMs = Math.round(performance.now() - changedAtMs);
  await sleep(8_000);
  const { told, untold, broken, doubled } = verdict();
  for (const close of closing.toReversed()) await close();
  await service.close();
  for (const proxy of [toRedis, toSlack]) proxy.close();
  return { name, asksPerSecond, told, untold: untold.length, broken, doubled, lastMs, leads };
}

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Passes on what it is sent, later or not at all. */
async function startProxy(firstTarget: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const proxy = {
    port,
    target: firstTarget,
    /** Each way. */
    delayMs: 0,
    isSilent: false,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      proxy.cut();
    },
  };
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    from.on('data', (data) => {
      if (proxy.isSilent) return;
      if (proxy.delayMs === 0) to.write(data);
      else setTimeout(() => to.writable && to.write(data), proxy.delayMs);
    });
  };
  const server = createServer((incoming) => {
    const outgoing = connect(proxy.target, '127.0.0.1');
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return proxy;
}
