import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { workspace } from 'slack-sandbox';
import { walk } from 'slack-sandbox/slack/block-kit/walk.ts';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';
import { expect, it } from 'vitest';
import { startServer } from '../support/http-server.ts';
import { leaksIn, runApp } from '../support/run-app.ts';
import { send } from '../support/signed-post.ts';
import { deed, spoilt } from './deeds.ts';
import { isMisread } from './texts.ts';
import { startUpstream } from './upstream.ts';

/** Other inputs each time; `FUZZ_SEED=…` repeats those of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.ceil(Math.random() * 1_000_000));
const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
  fc.sample(arbitrary, { seed, numRuns });
/**
 * Deeds in a round, rounds of others, rounds of the same, bytes that a deed may retain in those,
 * some by the stand-in.
 */
const [deedCount, rounds, repeats, retainedMax] = [1_500, 5, 5, 800];
const limit = pLimit(24);
/**
 * What Slack refuses and is no fault: a busy machine, a thread that is forgotten by then, a window
 * that is closed.
 */
const excused =
  /did not respond$|timed_out$|expired_trigger_id$|thread_ts .* is of no message|no open modal|modals are open/;
/** That the bot did not refuse everything, nor the transfer service. */
const wanted = [
  '200',
  '400',
  '413',
  'answered',
  'user_error',
  'unexpected_body',
  'refused',
  'rejected',
  'not_found',
  'rich_text_quote',
  'rich_text_preformatted',
  'input',
  'data_table',
  'txn:check',
  'txn:check-all',
  'txn:open',
  'txn:csv',
  'txn:run',
  'tsq:run',
  'bank:run',
  'bank:conversation',
  'batch:run',
  'home:again',
];

it('random use meets no crash, 5xx, silence, unescaped text, broken limit or leak', async () => {
  console.log(`FUZZ_SEED=${seed}`);
  const problems: string[] = [];
  const seen = new Set<string>();
  const service = await startUpstream(draw);
  const limits = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' };
  const env = { ...limits, BANK_LIST_TTL_SECONDS: '1', BATCH_USER_GROUPS: workspace.userGroupId };
  const app = await runApp({ transferApi: { baseUrl: service.url, token: 'open-sesame' }, env });
  const { slack, requestUrl, log } = app;
  const secrets = [slack.botToken, slack.signingSecret, 'open-sesame'];
  const bug = /"level":"fatal"|"outcome":"bug".*"error"/;
  const [deeds, spoils] = [draw(deed, (rounds + 1) * deedCount), draw(spoilt, deedCount)];
  /** Stands between Slack and the bot, and spoils what Slack delivers. */
  const spoiler = await startServer(async (request, response) => {
    const body = spoils[spoiler.requests.length % deedCount]?.(await text(request)) ?? '';
    const type = { 'content-type': request.headers['content-type'] ?? '' };
    // Its own connection: one that the bot closes because it was idle would look like a crash.
    const headers = {
      connection: 'close',
      ...type,
      ...signatureHeaders(body, slack.signingSecret),
    };
    // Whoever sends too much may be cut off before they read the 413.
    const cutOff = () => ({ status: body.length > 1_500_000 ? 413 : 599 });
    const { status } = await send({ url: requestUrl, body, headers }).catch(cutOff);
    seen.add(String(status));
    if (status >= 500) problems.push(`HTTP ${status} for ${body}`);
    response.writeHead(status).end();
  });

  const looked = new WeakSet<object>();
  const answers = () => slack.messages.filter(({ userId }) => userId === workspace.botUserId);
  slack.subscribe(() => {
    for (const shown of [...answers(), ...slack.views].filter((each) => !looked.has(each))) {
      looked.add(shown);
      walk(shown.payload, (part, path) => {
        for (const name of [part.type, part.action_id]) seen.add(String(name).replace(/:\d+$/, ''));
        if (isMisread(part, path))
          problems.push(`outside text is not escaped: ${JSON.stringify(part.text)}`);
      });
    }
  });

  /** Does all of it, 24 at once, and stops at the first problem. */
  async function actAll(drawn: typeof deeds, isSpoilt = false): Promise<void> {
    slack.deliverTo(isSpoilt ? spoiler.url : requestUrl);
    await Promise.all(drawn.map(([act, intent]) => limit(act, slack, intent)));
    await app.bot.inFlight.settled();
    // Slack’s own words, that the bot did not respond in time, are for `excused`.
    const answered = new Set(
      slack.messages.filter(({ via }) => via !== 'composer').map(({ channelId }) => channelId),
    );
    const silent = slack.messages.filter(
      ({ via, channelId }) => via === 'composer' && !answered.has(channelId),
    );
    const refused = slack.breaches.filter((breach) => !excused.test(breach));
    if (!isSpoilt)
      problems.push(...refused, ...silent.map((question) => `no answer to ${question.text}`));
    // All Fields in a text file are no table: what arrived stands there as it arrived.
    for (const { name, content } of slack.files.splice(0))
      if (name.endsWith('.csv') && name !== 'list.csv' && /(?:^|,)"?[=@]/m.test(content))
        problems.push(`a formula in ${content}`);
    problems.push(
      ...log.lines.filter((line) => bug.test(line) || leaksIn(line, secrets).length > 0),
    );
    slack.forget();
    for (const list of [service.requests, spoiler.requests, log.lines, app.audit]) list.length = 0;
    if (problems.length > 0) expect.fail([`FUZZ_SEED=${seed}`, ...problems.slice(0, 3)].join('\n'));
  }

  for (let from = 0; from < rounds * deedCount; from += deedCount)
    await actAll(deeds.slice(from, from + deedCount));
  await actAll(deeds.slice(-deedCount), true);
  for (const [, outcome = ''] of (await app.metrics.text()).matchAll(/outcome="(\w+)"\} [1-9]/g))
    seen.add(outcome);
  expect(wanted.filter((each) => !seen.has(each))).toEqual([]);

  const heaps: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    await actAll(deeds.slice(0, deedCount));
    // V8 retains the shapes of dead objects for two collections, and what they lead to for one
    // more.
    for (let collected = 0; collected < 5; collected += 1)
      (gc ?? expect.fail('Node runs without --expose-gc'))();
    heaps.push(process.memoryUsage().heapUsed);
  }
  const [first = 0, ...others] = heaps;
  const retained = Math.round(((others.at(-1) ?? 0) - first) / (others.length * deedCount));
  console.log(`${deeds.length} deeds, and ${deedCount} again: ${retained} bytes retained of each`);
  expect(retained).toBeLessThan(retainedMax);
  await Promise.all([app.stop(), service.close(), spoiler.close()]);
}, 600_000);
