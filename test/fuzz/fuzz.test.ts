import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { request, type Written } from './deliveries.ts';
import { startTarget, type Target } from './target.ts';
import { stamped } from './texts.ts';
import { bankList, upstreamAnswer } from './transfer-service.ts';

/** Other inputs each time; `FUZZ_SEED=…` repeats those of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.ceil(Math.random() * 1_000_000));
const requestCount = 12_000;
const atOnce = 64;
/** What is sent again and again to see whether something of it is kept. */
const repeatedCount = 1_500;
const repeats = 5;
/** Numbers that no other input has, and that get the same answers. */
const repeatedFrom = 100 * requestCount;
/**
 * Bytes. A leak keeps something of every request, each time; a cache that fills does not, but for the history, which
 * keeps some 500 bytes of each look-up until it has ten thousand.
 */
const keptOfEachMax = 500;

/** That it came so far, and was not all refused at the door or by the transfer service. */
const outcomesWanted = [
  'answered',
  'user_error',
  'unexpected_body',
  'refused',
  'rejected',
  'not_found',
  'unauthorized',
];
const statusesWanted = [200, 400, 413];
const shownWanted = [
  ...['header', 'section', 'context', 'rich_text_quote', 'rich_text_preformatted', 'input', 'option', 'data_table'],
  ...['txn:refresh', 'txn:requery', 'txn:share', 'txn:refresh-all', 'txn:more-all', 'tsq:requery-all', 'txn:open'],
  ...['txn:csv', 'txn:conversation', 'txn:run', 'tsq:run', 'bank:run', 'bank:picker', 'bank:pick'],
];

/** The same seed makes the same inputs, some hundred at a time. */
function series<T>(arbitrary: fc.Arbitrary<T>, numRuns = 500): (index: number) => T {
  const made: T[][] = [];
  return (index) => {
    const place = Math.floor(index / numRuns);
    made[place] ??= fc.sample(arbitrary, { seed: seed * 1_000 + place, numRuns });
    return made[place][index % numRuns] ?? expect.fail(`There is no input ${index}.`);
  };
}

const requestAt = series(request);
const answers = series(upstreamAnswer);
const answerTo = (index: number) => answers(index % requestCount);
const lists = series(bankList, 10);
let target: Target | undefined;
afterEach(() => target?.stop());

/** Sends so many requests until something is wrong. @returns the bytes in use afterwards */
async function send(to: Target, count: number, from = 0, repeat = ''): Promise<number> {
  let sent = 0;
  const sendNext = async () => {
    while (sent < count && to.problems.length === 0) {
      sent += 1;
      const [place, index] = [sent, from + sent];
      const { contentType, body }: Written = requestAt(place);
      // Asked by the same people, but no event that was heard before.
      const again = body.replace('"event_id":"Ev', `"event_id":"Ev${repeat}`);
      await to.send(index, { contentType, body: stamped(again, index, to.slackUrl) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  const heap = await to.heapAtRest();
  const [{ what = '', index = repeatedFrom } = {}] = to.problems;
  const about = index < repeatedFrom ? [JSON.stringify(requestAt(index)), JSON.stringify(answerTo(index))] : [];
  if (what !== '') expect.fail([`FUZZ_SEED=${seed}`, what, ...about].join('\n'));
  return heap;
}

it('whatever is typed, delivered or answered: no crash, no 5xx, nothing unescaped, no limit broken, no leak', async () => {
  console.log(`FUZZ_SEED=${seed}`);
  let listCount = 0;
  const nextList = () => {
    listCount += 1;
    return lists(listCount % 10);
  };
  const to = await startTarget({ answerTo, bankList: nextList });
  target = to;
  await send(to, requestCount);
  const metrics = await (await fetch(`${to.bot.healthUrl}/metrics`)).text();
  const unseen = [
    ...outcomesWanted.filter((name) => !new RegExp(`outcome="${name}"\\} [1-9]\\d`).test(metrics)),
    ...shownWanted.filter((name) => (to.shown.get(name) ?? 0) < 10),
  ];
  expect(unseen, `FUZZ_SEED=${seed}: seen less than ten times`).toEqual([]);
  expect([...to.statuses].sort()).toEqual(statusesWanted);

  const heaps: number[] = [];
  for (let repeat = 1; repeat <= repeats; repeat += 1)
    heaps.push(await send(to, repeatedCount, repeatedFrom, String(repeat)));
  const kept = heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / repeatedCount);
  console.log(`${requestCount} requests, and ${repeatedCount} again: ${kept.map(Math.round)} bytes kept of each`);
  expect(Math.min(...kept), `FUZZ_SEED=${seed}: bytes kept of each request`).toBeLessThan(keptOfEachMax);
  expect(await to.stop()).toBe(0);
}, 600_000);
