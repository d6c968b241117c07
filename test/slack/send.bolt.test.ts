import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let service: SampleTransferService;
let app: RunningApp;
let messageId: string;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  messageId = app.answers()[0]?.id ?? '';
  holdClock();
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

const limit = (where: string, retryAfter: string | undefined, times?: number) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  app.slack.setFailure(where, { status: 429, headers }, times);
};
const pressNote = () => app.slack.pressButton({ messageId, actionId: 'txn:note' });
const tries = (where: string) => app.slack.requests.filter((request) => request === where).length;
/** The bot has been limited so often, and has begun to wait. */
async function limited(where: string, times: number) {
  const counted = `txnbot_slack_failures_total{call="${where}",failure="http_429"} ${times}`;
  await waitFor(async () => expect(await app.metrics.text()).toContain(counted));
  await new Promise(setImmediate);
}
const answered = () => app.answers().slice(1);
const ends = () =>
  app.log
    .entries()
    .slice(1)
    .map(({ outcome, code }) => [outcome, code]);

describe('an answer that Slack does not take for now', () => {
  it.each([
    ['response_url', pressNote, /^Note for/],
    [
      'chat.postMessage',
      () => app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` }),
      /^✓ Successful/,
    ],
  ])('by %s waits as long as Slack asks, counts as under way, and arrives', async (where, ask, text) => {
    limit(where, '1700', 1);
    void ask();
    await limited(where, 1);
    const settled = vi.fn();
    const end = app.bot.inFlight.settled().then(settled);
    vi.advanceTimersByTime(1_699_000);
    await new Promise(setImmediate);
    expect([tries(where), settled.mock.calls.length]).toEqual([1, 0]);
    vi.advanceTimersByTime(1_000);
    await end;
    expect(answered().map((message) => message.text)).toEqual([expect.stringMatching(text)]);
    expect(ends()).toEqual([['answered', undefined]]);
  });

  it.each([undefined, '0', 'soon'])('waits a second at least, as often as it takes: Retry-After %s', async (asked) => {
    limit('response_url', asked, 5);
    void pressNote();
    for (let times = 1; times <= 5; times += 1) {
      await limited('response_url', times);
      vi.advanceTimersByTime(1_000);
    }
    await app.bot.inFlight.settled();
    expect(answered()).toHaveLength(1);
    expect(tries('response_url')).toBe(6);
  });

  it('is not kept beyond the thirty minutes of a response_url', async () => {
    limit('response_url', '1000');
    void pressNote();
    await limited('response_url', 1);
    vi.advanceTimersByTime(1_000_000);
    await app.bot.inFlight.settled();
    expect(tries('response_url')).toBe(2);
    expect(ends()).toEqual([['undelivered', 'ratelimited']]);
  });

  it('is given up with all others when the process ends, and so is what is said in its place', async () => {
    limit('response_url', '60');
    void pressNote();
    await limited('response_url', 1);
    await app.bot.inFlight.giveUp();
    expect(ends()).toEqual([['undelivered', 'ratelimited']]);
    await pressNote();
    await app.bot.inFlight.settled();
    expect(ends().at(-1)).toEqual(['undelivered', 'ratelimited']);
    expect(tries('response_url')).toBe(2);
  });
});
