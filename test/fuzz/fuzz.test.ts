import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startBot } from '../run-sandbox/start-bot.ts';
import { startCheckingSlack } from './checking-slack.ts';
import { anyRequest, type Written } from './deliveries.ts';
import { numbered } from './texts.ts';
import { bankList, startUpstream, upstreamAnswer } from './upstream.ts';

/** Other inputs each time; `FUZZ_SEED=…` repeats those of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.ceil(Math.random() * 1_000_000));
const requestCount = 12_000;
const atOnce = 64;
/** Sent again and again to see whether the bot retains something of each, and with numbers that no other input has. */
const repeatedCount = 1_500;
const repeats = 5;
const repeatedFrom = 100 * requestCount;
/**
 * Bytes. A leak retains something of every request in every round; a cache that fills does not. One round may come out
 * low, when the collection before it was late.
 */
const retainedMax = 1_000;
const signingSecret = 'fuzzed-signing-secret';
const quietMs = 1_000;
/** V8 retains the shapes of dead objects for two collections, and what they lead to for one more. */
const collections = 5;

/** That the bot did not refuse everything, nor the transfer service. */
const wanted = [
  ...['200', '400', '413'],
  ...['answered', 'user_error', 'unexpected_body', 'refused', 'rejected', 'not_found', 'unauthorized'],
  ...['header', 'section', 'context', 'rich_text_quote', 'rich_text_preformatted', 'input', 'option', 'data_table'],
  ...['txn:refresh', 'txn:requery', 'txn:share', 'txn:refresh-all', 'txn:more-all', 'tsq:requery-all', 'txn:open'],
  ...['txn:csv', 'txn:conversation', 'txn:run', 'tsq:run', 'bank:run', 'bank:picker', 'bank:pick'],
];

it('whatever is typed, delivered or answered: no crash, no 5xx, nothing unescaped, no limit broken, no leak', async () => {
  console.log(`FUZZ_SEED=${seed}`);
  const requests = fc.sample(await anyRequest(), { seed, numRuns: requestCount });
  const answers = fc.sample(upstreamAnswer, { seed, numRuns: requestCount });
  const problems: { index: number | undefined; what: string }[] = [];
  const report = (index: number | undefined, what: string) => void problems.push({ index, what });
  const seen = new Set<string>();
  let busyAtMs = 0;
  const onRequest = () => {
    busyAtMs = performance.now();
  };
  const slack = await startCheckingSlack(report, seen, onRequest);
  const service = await startUpstream(answers, fc.sample(bankList, { seed, numRuns: 10 }), onRequest);
  const bot = await startBot(
    {
      ...{ SLACK_BOT_TOKEN: 'xoxb-fuzzed', SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: `${slack.url}/api` },
      ...{ TRANSFER_API_BASE_URL: service.url, TRANSFER_API_TOKEN: 'open-sesame', BANK_LIST_TTL_SECONDS: '1' },
      ...{ RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
      NODE_OPTIONS: '--inspect=127.0.0.1:0', // whose heap is measured
    },
    'bundle',
  );
  const inspectorUrl = bot.lines.join('\n').match(/ws:\/\/\S+/)?.[0] ?? '';
  onTestFinished(async () => {
    bot.process.kill('SIGKILL');
    await Promise.all([slack.close(), service.close()]);
  });
  bot.onLine((line) => {
    if (/"level":"fatal"|"outcome":"bug".*"error"/.test(line)) report(undefined, line);
  });

  async function send(index: number, { contentType, body }: Written): Promise<void> {
    // Its own connection: one that the bot closes because it was idle would look like a crash.
    const headers = { connection: 'close', 'content-type': contentType, ...signatureHeaders(body, signingSecret) };
    const response = await fetch(bot.requestUrl, { method: 'POST', headers, body });
    const ack = await response.text();
    onRequest();
    seen.add(String(response.status));
    if (response.status >= 500) report(index, `HTTP ${response.status}`);
    if (response.status === 200) slack.checkAck(index, ack);
  }

  /** Stops at the first problem. `round` makes each event one that was not heard before. */
  async function sendAll(all: readonly Written[], from = 0, round = ''): Promise<void> {
    const queue = all.entries();
    const sendNext = async () => {
      for (const [place, { contentType, body }] of queue) {
        if (problems.length > 0) return;
        const index = from + place;
        const text = numbered(body.replace('"event_id":"Ev', `$&${round}`), index, new URL(slack.url).host);
        await send(index, { contentType, body: text }).catch((error) => report(index, String(error)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendNext));
    for (let leftMs = quietMs; leftMs > 0; leftMs = busyAtMs + quietMs - performance.now()) await sleep(leftMs);
    const [{ what, index = -1 } = {}] = problems;
    const input = JSON.stringify([requests[index % repeatedFrom], answers[index % requestCount]]);
    if (what !== undefined) expect.fail([`FUZZ_SEED=${seed}`, what, input].join('\n'));
  }

  /** Bytes in use after garbage collection, as Node's inspector has them. */
  async function heapAtRest(): Promise<number> {
    const socket = new WebSocket(inspectorUrl);
    await once(socket, 'open');
    const call = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
      const answered = once(socket, 'message');
      socket.send(JSON.stringify({ id: 1, method }));
      return JSON.parse(String((await answered)[0]));
    };
    for (let collected = 0; collected < collections; collected += 1) await call('HeapProfiler.collectGarbage');
    const { result } = await call('Runtime.getHeapUsage');
    socket.close(); // a process with an open inspector waits with its exit
    await once(socket, 'close');
    return result?.usedSize ?? Number.NaN;
  }

  await sendAll(requests);
  const metrics = await (await fetch(`${bot.healthUrl}/metrics`)).text();
  for (const [, outcome = ''] of metrics.matchAll(/outcome="(\w+)"\} [1-9]/g)) seen.add(outcome);
  expect(
    wanted.filter((each) => !seen.has(each)),
    `FUZZ_SEED=${seed}: not seen`,
  ).toEqual([]);

  const heaps: number[] = [];
  for (let round = 1; round <= repeats; round += 1) {
    await sendAll(requests.slice(0, repeatedCount), repeatedFrom, String(round));
    heaps.push(await heapAtRest());
  }
  const retained = heaps.slice(1).map((heap, at) => Math.round((heap - (heaps[at] ?? 0)) / repeatedCount));
  console.log(`${requestCount} requests, and ${repeatedCount} again: ${retained} bytes retained of each`);
  const [, secondLeast] = retained.toSorted((a, b) => a - b);
  expect(secondLeast, `FUZZ_SEED=${seed}: bytes retained of each request`).toBeLessThan(retainedMax);
  expect(await bot.stop()).toBe(0);
}, 600_000);
