import type { ServerResponse } from 'node:http';
import { createSlackStandIn } from 'slack-sandbox';
import { startPlainBot } from 'slack-sandbox/slack/start-plain-bot.ts';
import { expect, it } from 'vitest';
import { holdLoad } from '../soak/hold-load.ts';
import { createTally, type Tally } from '../soak/tally.ts';

/** 25 commands within half a second, to a bot that replies like this. */
async function loaded(reply: (response: ServerResponse) => void, answerWithinMs = 5_000): Promise<Tally> {
  const slack = await createSlackStandIn();
  const bot = await startPlainBot(reply);
  slack.deliverTo(bot.requestUrl);
  const tally = createTally();
  const { signal } = new AbortController();
  await holdLoad({ slack, tally, perSecond: 50, forMs: 500, answerWithinMs, signal });
  bot.close();
  await slack.close();
  expect(tally.sent).toBe(25);
  return tally;
}

const saying = (body: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

it.concurrent('counts no error of a bot that answers', async () => {
  const { errors, acks, answers, sendingMs } = await loaded(saying({ text: 'Found.' }));
  expect([...errors]).toEqual([]);
  expect(sendingMs).toBeGreaterThan(490);
  expect(acks.percentile(50)).toBeGreaterThan(0);
  expect(answers.percentile(50)).toBeGreaterThan(0);
});

it.concurrent.each([
  ['not acked with 200', (response: ServerResponse) => void response.writeHead(500).end()],
  ['not answered in time', (response: ServerResponse) => void response.end()],
  ['not answered in time', saying({ text: 'Still waiting.' })],
  ['not as Slack takes it', saying({ text: 'Found.', blocks: [{ type: 'no such block' }] })],
])('counts every command that was %s', async (kind, reply) => {
  expect([...(await loaded(reply, kind === 'not answered in time' ? 100 : undefined)).errors]).toEqual([[kind, 25]]);
});

it('counts times from when a command was due: standing still is slow for all who would have asked', async () => {
  let hasStood = false;
  const { acks } = await loaded((response) => {
    for (const startedAtMs = performance.now(); !hasStood && performance.now() < startedAtMs + 400; );
    hasStood = true;
    saying({ text: 'Found.' })(response);
  });
  expect(acks.percentile(50)).toBeGreaterThan(100);
});
