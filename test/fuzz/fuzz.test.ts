import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { gossip, request, type Written } from './deliveries.ts';
import { startTarget, type Target } from './target.ts';
import { stamped } from './texts.ts';
import { bankList, upstreamAnswer } from './transfer-service.ts';

/** Other inputs each time; `FUZZ_SEED=…` repeats those of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.ceil(Math.random() * 1_000_000));
/** For the requests; as long again, if need be, until all that is wanted has been seen or there is no hope. */
const budgetMs = 20_000;
const hopelessMs = 10 * budgetMs;
const atOnce = 64;
/** So many events fill what the bot remembers of deliveries, two keys each. */
const gossipCount = 20_000;
/** What is sent again and again to see whether something of it is kept. */
const repeatedCount = 1_500;
const repeats = 5;
/** After so many the transfer service's answers come again. */
const answerCount = 14_000;
/** Numbers that no other input has, and that get the same answers. */
const repeatedFrom = 100 * answerCount;
const gossipFrom = 200 * answerCount;
/**
 * Bytes. A leak keeps something of every request, each time; a cache that fills does not, but for the history, which
 * keeps some 500 bytes of each look-up until it has ten thousand.
 */
const keptOfEachMax = 500;

/** That it came so far, and was not all refused at the door or by the transfer service. */
const outcomesWanted = {
  answered: 1_000,
  user_error: 100,
  unexpected_body: 50,
  refused: 20,
  rejected: 20,
  not_found: 5,
  unauthorized: 5,
  unreachable: 3,
};
const timesShownWanted = 10;
const statusesWanted = [200, 400, 413];
const shownWanted = [
  ...['header', 'section', 'context', 'rich_text_quote', 'rich_text_preformatted', 'input', 'option'],
  ...['data_table', 'txn:refresh-all', 'txn:more-all', 'tsq:requery-all'],
  ...['txn:refresh', 'txn:requery', 'txn:share', 'txn:note', 'txn:fields', 'txn:open', 'txn:csv'],
  ...['txn:conversation', 'txn:run'],
  ...['tsq:run', 'bank:run', 'bank:picker', 'bank:pick', 'bank:conversation'],
];

/** The same seed makes the same inputs, some hundred at a time. */
function series<T extends object | string>(arbitrary: fc.Arbitrary<T>, numRuns = 500): (index: number) => T {
  const made: T[][] = [];
  return (index) => {
    const place = Math.floor(index / numRuns);
    made[place] ??= fc.sample(arbitrary, { seed: seed * 1_000 + place, numRuns });
    const one = made[place][index % numRuns];
    if (one === undefined) throw new Error(`There is no input ${index}.`);
    return one;
  };
}

const requestAt = series(request);
const answers = series(upstreamAnswer);
const answerTo = (index: number) => answers(index % answerCount);
const lists = series(bankList, 10);
let listCount = 0;
let isRepeating = false;
let sent = 0;
let target: Target | undefined;
afterEach(() => target?.stop());

/** Sends what `next` gives, until it is undefined or something is wrong. */
async function sendAll(to: Target, next: () => [index: number, written: Written] | undefined): Promise<void> {
  const sendNext = async () => {
    for (let one = next(); one && to.problems.length === 0; one = next()) {
      const [index, { contentType, body }] = one;
      await to.send(index, { contentType, body: stamped(body, index, to.slackUrl) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
}

/** Other requests for so long. */
function sendFor(ms: number, to: Target): Promise<void> {
  const endsAtMs = performance.now() + ms;
  return sendAll(to, () => {
    if (performance.now() > endsAtMs) return undefined;
    sent += 1;
    return [sent, requestAt(sent)];
  });
}

/**
 * The same requests again and again, which get the same answers: what the heap grows by each time is kept for ever.
 * Bytes of each request.
 */
async function keptOfEach(of: Target): Promise<number[]> {
  isRepeating = true;
  const heaps: number[] = [];
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    let place = 0;
    await sendAll(of, () => {
      if (place === repeatedCount) return undefined;
      place += 1;
      const { contentType, body } = requestAt(place);
      // Asked by the same people, but no event that was heard before.
      return [repeatedFrom + place, { contentType, body: body.replace('"event_id":"Ev', `"event_id":"Ev${repeat}`) }];
    });
    heaps.push(await heapAtRest(of));
  }
  return heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / repeatedCount);
}

/** Bytes in use when nothing is under way. Tells what was wrong, with the input that it came from. */
async function heapAtRest(of: Target): Promise<number> {
  const heap = await of.heapAtRest();
  const [{ what = '', index = repeatedFrom } = {}] = of.problems;
  const about = index < repeatedFrom ? [JSON.stringify(requestAt(index)), JSON.stringify(answerTo(index))] : [];
  if (what !== '') expect.fail([`FUZZ_SEED=${seed}`, what, ...about].join('\n'));
  return heap;
}

/** What has not been seen as often as it should have been. */
async function missing(of: Target): Promise<string[]> {
  const metrics = await (await fetch(`${of.bot.healthUrl}/metrics`)).text();
  const ended = new Map<string, number>();
  for (const [, outcome = '', count] of metrics.matchAll(/^txnbot_commands_total\{.*outcome="(\w+)"\} (\d+)$/gm))
    ended.set(outcome, (ended.get(outcome) ?? 0) + Number(count));
  return [
    ...Object.entries(outcomesWanted).flatMap(([name, least]) => ((ended.get(name) ?? 0) < least ? name : [])),
    ...shownWanted.filter((name) => (of.shown.get(name) ?? 0) < timesShownWanted),
    ...statusesWanted.filter((status) => !of.statuses.has(status)).map(String),
  ];
}

it(
  'whatever is typed, delivered or answered: no crash, no 5xx, nothing unescaped, no limit broken, no leak',
  async () => {
    console.log(`FUZZ_SEED=${seed}`);
    const hopelessAtMs = performance.now() + hopelessMs;
    const to = await startTarget({
      answerTo,
      bankList() {
        if (!isRepeating) listCount += 1;
        return lists(listCount % 10);
      },
    });
    target = to;
    let gossips = 0;
    await sendAll(to, () => {
      gossips += 1;
      return gossips > gossipCount ? undefined : [gossipFrom + gossips, gossip];
    });
    do {
      await sendFor(budgetMs, to);
      await heapAtRest(to);
    } while ((await missing(to)).length > 0 && performance.now() < hopelessAtMs);
    expect(await missing(to), `FUZZ_SEED=${seed}: not seen often enough in ${sent} requests`).toEqual([]);
    const kept = await keptOfEach(to);
    console.log(
      `${sent} requests, and ${repeatedCount} once more: ${kept.map(Math.round).join(', ')} bytes kept of each`,
    );

    expect(Math.min(...kept), `FUZZ_SEED=${seed}: bytes kept of each request`).toBeLessThan(keptOfEachMax);
    expect([...to.statuses].sort()).toEqual(statusesWanted);
    expect(await to.stop()).toBe(0);
  },
  2 * hopelessMs + 60_000,
);
