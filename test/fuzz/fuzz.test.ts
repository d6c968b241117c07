import { afterEach, expect, it } from 'vitest';
import { gossip, type Written } from './deliveries.ts';
import { answerCount, createInputs, type OddRequest, writtenOddly } from './requests.ts';
import { startTarget, type Target } from './target.ts';

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
/** Numbers that no other input has, and that get the same answers. */
const repeatedFrom = 100 * answerCount;
const gossipFrom = 200 * answerCount;
/**
 * Bytes. A leak keeps something of every request, each time; a cache that fills does not, but for the history, which
 * keeps some 150 bytes of each look-up until it has ten thousand.
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

const inputs = createInputs(seed);
let target: Target | undefined;
let listCount = 0;
let isRepeating = false;
let sent = 0;
afterEach(() => target?.stop());

const write = (request: OddRequest, index: number, { slackUrl }: Target): Written =>
  writtenOddly(request, { index, url: slackUrl });

type Sent = [index: number, written: Written];

async function sendAll(to: Target, next: () => Sent | undefined): Promise<void> {
  const sendNext = async () => {
    for (let one = next(); one && to.problems.length === 0; one = next()) await to.send(...one);
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
}

/** Other requests for so long. */
function sendFor(ms: number, to: Target): Promise<void> {
  const endsAtMs = performance.now() + ms;
  return sendAll(to, () => {
    if (performance.now() > endsAtMs) return undefined;
    const index = sent;
    sent += 1;
    return [index, write(inputs.requestAt(index), index, to)];
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
    let next = 0;
    await sendAll(of, () => {
      if (next === repeatedCount) return undefined;
      const place = next;
      next += 1;
      const { body, ...rest } = write(inputs.requestAt(place), repeatedFrom + place, of);
      // Asked by the same people, but no event that was heard before.
      return [repeatedFrom + place, { ...rest, body: body.replace('"event_id":"Ev', `"event_id":"Ev${repeat}`) }];
    });
    heaps.push(await heapAtRest(of));
  }
  return heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / repeatedCount);
}

/** What was wrong, with the input that it came from, where that can be told. */
function explain({ problems: [first] }: Target): string {
  const { what, index } = first ?? {};
  if (index === undefined || index >= repeatedFrom) return describe(what);
  return describe(what, inputs.requestAt(index), inputs.answerAt(index));
}

function describe(what: string | undefined, ...about: unknown[]): string {
  return [`FUZZ_SEED=${seed}`, what, ...about.map((input) => JSON.stringify(input))].join('\n');
}

/** Bytes in use when nothing is under way. */
async function heapAtRest(of: Target): Promise<number> {
  await of.quiet();
  if (of.problems.length > 0) expect.fail(explain(of));
  return of.usedHeap();
}

async function outcomes(of: Target): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${of.bot.healthUrl}/metrics`)).text();
  const counts: Record<string, number> = {};
  for (const [, outcome = '', count] of metrics.matchAll(/^txnbot_commands_total\{.*outcome="(\w+)"\} (\d+)$/gm))
    counts[outcome] = (counts[outcome] ?? 0) + Number(count);
  return counts;
}

/** What has not been seen as often as it should have been. */
async function missing(of: Target): Promise<string[]> {
  const ended = await outcomes(of);
  return [
    ...Object.entries(outcomesWanted).flatMap(([name, least]) => ((ended[name] ?? 0) < least ? name : [])),
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
      answerTo: inputs.answerAt,
      bankList() {
        if (!isRepeating) listCount += 1;
        return inputs.bankListAt(listCount);
      },
    });
    target = to;
    let gossips = 0;
    await sendAll(to, () => {
      gossips += 1;
      const index = gossipFrom + gossips;
      return gossips > gossipCount ? undefined : [index, write(gossip, index, to)];
    });
    do {
      await sendFor(budgetMs, to);
      await heapAtRest(to);
    } while ((await missing(to)).length > 0 && performance.now() < hopelessAtMs);
    expect(await missing(to), describe('not seen often enough', sent)).toEqual([]);
    const kept = await keptOfEach(to);
    console.log(
      `${sent} requests, and ${repeatedCount} once more: ${kept.map(Math.round).join(', ')} bytes kept of each`,
    );

    expect(Math.min(...kept), describe('bytes kept of each request')).toBeLessThan(keptOfEachMax);
    expect([...to.statuses.keys()].sort()).toEqual(statusesWanted);
    expect(await to.stop()).toBe(0);
  },
  2 * hopelessMs + 60_000,
);
