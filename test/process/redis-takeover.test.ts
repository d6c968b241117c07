import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, type TestContext } from 'vitest';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { ownTimes } from '../support/own-times.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { scriptArgs } from '../support/script-args.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';
/** Long enough that a busy machine finds some under way, too. */
const takesMs = 1_000;
const takeOverMs = 30_000;
const dueProcess = scriptArgs('due-process.ts');

interface Waking {
  process: ChildProcess;
  begun: string[];
  ended: string[];
  others: string[];
}

/** A process that wakes for what is due, and asks about each reference for a while. */
async function startWaking({ url }: TestRedis, { onTestFinished }: TestContext): Promise<Waking> {
  const args = [...dueProcess, url, namespace, String(takesMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waking: Waking = { process: child, begun: [], ended: [], others: [] };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, reference = ''] = line.split(' ');
    if (what === 'begins') waking.begun.push(reference);
    else if (what === 'ends') waking.ended.push(reference);
    else waking.others.push(line);
  });
  await waitFor(() => expect(waking.others).toEqual(['ready']));
  return waking;
}

async function startThree(test: TestContext, references: readonly string[], dueWithinMs: number) {
  const redis = await startRedis(test, { isKept: true });
  const all = await Promise.all([1, 2, 3].map(() => startWaking(redis, test)));
  const { connections, log } = connectionsTo(redis.url, test);
  const times = ownTimes();
  const options = { connections, namespace, logger: log.logger, references: async () => [] };
  const timetable = createRedisTimetable({ ...options, nextAtMs: times.nextAtMs });
  await waitFor(() => expect(connections.isReady()).toBe(true));
  const fromMs = Date.now();
  await Promise.all(
    references.map((reference, place) =>
      times.set(timetable, reference, fromMs + (dueWithinMs * place) / references.length),
    ),
  );
  const ended = () => all.flatMap((waking) => waking.ended);
  /** A kill has to be made good for within the time that is promised. */
  const allEnded = () => {
    const missing = () => {
      const those = new Set(ended());
      return references.filter((reference) => !those.has(reference));
    };
    return test.expect.poll(missing, { timeout: takeOverMs, interval: 50 }).toEqual([]);
  };
  return { redis, all, ended, allEnded };
}

const references = Array.from({ length: 300 }, (_, place) => `GARO-${place}`);
const twice = (all: readonly string[]) => all.filter((reference, place) => all.indexOf(reference) !== place);

describe.skipIf(isRedisMissing).concurrent('what is due, over three processes', () => {
  it('is lost by no kill: another one takes it over', { timeout: 180_000 }, async (test) => {
    const { all, ended, allEnded } = await startThree(test, references, 4_000);
    const killed: Waking[] = [];
    for (const victim of all.slice(0, 2)) {
      await waitFor(() => expect(victim.begun.length).toBeGreaterThan(victim.ended.length + 3));
      victim.process.kill('SIGKILL');
      await once(victim.process, 'exit');
      killed.push(victim);
    }
    const underWay = killed.flatMap(({ begun, ended: own }) => begun.filter((reference) => !own.includes(reference)));
    expect(underWay.length).toBeGreaterThan(3);
    await allEnded();
    // It is asked about twice at most when it was under way, or its end did not reach Redis.
    const doubled = twice(ended());
    expect(doubled.filter((reference) => !killed.some(({ begun }) => begun.includes(reference)))).toEqual([]);
  });
});
