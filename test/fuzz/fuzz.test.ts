import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { bankList } from './bank-list.ts';
import { usedHeap } from './bot-heap.ts';
import { delivery } from './deliveries.ts';
import { gossip } from './gossip.ts';
import { type OddRequest, oddRequest, writtenOddly } from './odd-requests.ts';
import { startTarget, type Target } from './target.ts';
import { type UpstreamAnswer, upstreamAnswer } from './upstream-answers.ts';

/** Another one makes other inputs: `FUZZ_SEED=2`. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const requestCount = 13_600;
const answerCount = 14_000;
const atOnce = 64;
/** As many as the bot remembers having heard, two for each event, less what the first half leaves there. */
const gossipCount = 6_500;
/** Of some 50 MB, over the second half: about 600 bytes a request. */
const heapGrowthMax = 4_000_000;
/** For the answers that go on after the ack. */
const settleMs = 300;

/** That it came so far, and was not all refused at the door or by the transfer service. */
const outcomesWanted = {
  answered: 6_000,
  user_error: 800,
  unexpected_body: 500,
  refused: 150,
  rejected: 150,
  not_found: 30,
  unauthorized: 30,
  unreachable: 20,
  rate_limited: 1,
};
const shownWanted = [
  ...['header', 'section', 'context', 'rich_text_quote', 'rich_text_preformatted', 'table', 'input', 'option'],
  ...['txn:refresh', 'txn:requery', 'txn:share', 'txn:note', 'txn:fields', 'txn:open', 'txn:csv', 'txn:run'],
  ...['tsq:run', 'bank:run', 'bank:picker', 'bank:pick', 'bank:conversation'],
];

/** Nine of ten are what people can do. */
const request: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 9, arbitrary: delivery },
  { weight: 1, arbitrary: oddRequest },
);
const requests = fc.sample(request, { seed, numRuns: requestCount });
const answers = fc.sample(upstreamAnswer, { seed, numRuns: answerCount });
const lists = fc.sample(bankList, { seed, numRuns: 10 });
const answered = new Set<number>();
let listCount = 0;
let target: Target;
let latest = 0;
afterEach(() => target.stop());

const start = () =>
  startTarget({
    answerTo(index) {
      answered.add(index % answerCount);
      return answerFor(index);
    },
    bankList() {
      listCount += 1;
      return lists[listCount % lists.length] ?? '';
    },
  });

function answerFor(index: number): UpstreamAnswer {
  return answers[index % answerCount] ?? { status: 404, headers: {}, body: '' };
}

async function sendAll(from: number, to: number, requestAt: (index: number) => OddRequest | undefined): Promise<void> {
  let next = from;
  const sendNext = async () => {
    while (next < to && target.problems.length === 0) {
      const index = next;
      next += 1;
      latest = index;
      const wanted = requestAt(index);
      if (wanted) await target.send(index, writtenOddly(wanted, { index, url: target.slackUrl }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
}

/** Each of the suspects alone, and the one that fails alone made as small as it can be. */
async function explain(): Promise<string> {
  const [first] = target.problems;
  const named = target.problems.flatMap(({ index }) => index ?? []);
  const underWay = Array.from({ length: 2 * atOnce }, (_, before) => Math.max(0, latest - before));
  const suspects = new Set([...named, ...underWay]);
  for (const index of suspects) {
    let what: string | undefined;
    const holds = async (wanted: OddRequest) => {
      if (target.bot.process.exitCode !== null) {
        await target.stop();
        target = await start();
      }
      const before = target.problems.length;
      await target.send(index, writtenOddly(wanted, { index, url: target.slackUrl }));
      await sleep(settleMs / 3);
      what = target.problems[before]?.what ?? what;
      return target.problems.length === before;
    };
    const path = String(index);
    const { counterexample } = await fc.check(fc.asyncProperty(request, holds), { seed, path, numRuns: 1 });
    if (counterexample) return describe(what, counterexample[0], answerFor(index));
  }
  return describe(first?.what, 'only together with others', suspects.size);
}

function describe(what: string | undefined, ...inputs: unknown[]): string {
  return [`FUZZ_SEED=${seed}`, what, ...inputs.map((input) => JSON.stringify(input))].join('\n');
}

async function heapInPeace(): Promise<number> {
  await sleep(settleMs);
  if (target.problems.length > 0) expect.fail(await explain());
  return usedHeap(target.bot);
}

async function outcomes(): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${target.bot.healthUrl}/metrics`)).text();
  const counts: Record<string, number> = {};
  for (const [, outcome = '', count] of metrics.matchAll(/^txnbot_commands_total\{.*outcome="(\w+)"\} (\d+)$/gm))
    counts[outcome] = (counts[outcome] ?? 0) + Number(count);
  return counts;
}

it('whatever is typed, delivered or answered: no crash, no 5xx, nothing unescaped, no limit broken, no leak', async () => {
  target = await start();
  const half = requestCount / 2;
  await sendAll(0, half, (index) => requests[index]);
  await sendAll(0, gossipCount, () => gossip);
  const before = await heapInPeace();
  await sendAll(half, requestCount, (index) => requests[index]);
  const growth = (await heapInPeace()) - before;
  const ended = await outcomes();

  expect(growth).toBeLessThan(heapGrowthMax);
  expect(requestCount + answered.size).toBeGreaterThan(20_000);
  for (const [outcome, least] of Object.entries(outcomesWanted))
    expect([outcome, ended[outcome]]).toEqual([outcome, expect.toSatisfy((count) => count >= least)]);
  for (const name of shownWanted)
    expect([name, target.shown.get(name)]).toEqual([name, expect.toSatisfy((count) => count >= 40)]);
  expect([...target.statuses.keys()].sort()).toEqual([200, 400, 413]);
  expect(await target.stop()).toBe(0);
}, 60_000);
