import { once } from 'node:events';
import { workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createHealthServer, serverPort } from '../../src/ops/health.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { finalOf } from '../support/final-of.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunWithSamplesOptions, runWithSamples } from '../support/run-with-samples.ts';
import { send as sendPost, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

const slowMs = 2_400;

async function start(test: TestContext, options: RunWithSamplesOptions = {}) {
  const app = await runWithSamples(test, { slowMs, ...options });
  const health = createHealthServer({ isReady: () => true, metrics: app.metrics }).listen(0, '127.0.0.1');
  test.onTestFinished(() => void health.close());
  await once(health, 'listening');
  const scrape = async () => {
    const response = await fetch(`http://127.0.0.1:${serverPort(health)}/metrics`);
    expect(response.status).toBe(200);
    return { text: await response.text(), contentType: response.headers.get('content-type') };
  };
  return {
    ...app,
    scrape,
    samples: async () => samplesIn((await scrape()).text),
    send: (command: string, text: string) => app.slack.sendCommand({ command, text }),
    /** Asks what takes long, until the line that says to wait, and its answer too if it is to be `answered`. */
    async sendSlow(isAnswered = true) {
      holdClock();
      const requests = app.service.requests.length;
      const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
      await waitFor(() => expect(app.service.requests).toHaveLength(requests + 1));
      vi.advanceTimersByTime(2_000);
      const delivery = await asked;
      if (isAnswered) vi.advanceTimersByTime(slowMs);
      return delivery;
    },
  };
}

/** The exposition format, read strictly: comments, and `name{label="value",…} number`. */
function samplesIn(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (?:HELP|TYPE) [a-z][a-z0-9_]* /.test(line));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] =
        /^([a-z][a-z0-9_]*(?:\{(?:\w+="[^"\\\n]*",?)+\})?) ([\d.e+-]+|\+Inf|Na[nN])$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, Number(value)];
    }),
  );
}

describe('the metrics of an answer that is late', () => {
  it('count questions by outcome, with the times of ack and answer', async (test) => {
    const { answers, samples, send, sendSlow } = await start(test);
    await send('/txn', 'GARO-8f3k2j1');
    await sendSlow();
    await send('/tsq', 'letters');
    await send('/txn', 'GARO-5e0r0r1');
    await send('/bank', 'zenith');
    await send('/unheard', 'of');
    await waitFor(() => expect(answers()).toHaveLength(7));
    const found = await samples();
    expect(found.get('txnbot_commands_total{command="txn",outcome="answered"}')).toBe(2);
    expect(found.get('txnbot_commands_total{command="txn",outcome="unreachable"}')).toBe(1);
    expect(found.get('txnbot_commands_total{command="tsq",outcome="user_error"}')).toBe(1);
    expect(found.get('txnbot_commands_total{command="none",outcome="user_error"}')).toBe(1);
    expect(found.get('txnbot_ack_seconds_count')).toBe(6);
    expect(found.get('txnbot_ack_seconds_bucket{le="1.5"}')).toBe(5);
    expect(found.get('txnbot_answer_seconds_count{command="txn"}')).toBe(3);
    expect(found.get('txnbot_answer_seconds_bucket{le="2",command="txn"}')).toBe(2);
    expect(found.get('txnbot_bank_list_size')).toBeGreaterThan(50);
    expect(found.get('txnbot_bank_list_age_seconds')).toBeLessThan(60);
  });

  it("count what Slack does not take, by Slack's word for it", async (test) => {
    const { slack, bot, requestUrl, samples, sendSlow } = await start(test);
    const user = { id: workspace.personId, team_id: workspace.teamId };
    const shortcut = { type: 'shortcut', callback_id: 'find_bank_code', user, trigger_id: '1.2.unheard-of' };
    const payload = new URLSearchParams({ payload: JSON.stringify(shortcut) });
    await sendPost(signedPost(requestUrl, slack.signingSecret, payload));
    const used = await sendSlow(false);
    for (let post = 0; post < 5; post += 1)
      await fetch(used.responseUrl ?? '', { method: 'POST', body: JSON.stringify({ text: 'x' }) });
    vi.advanceTimersByTime(slowMs);
    await bot.inFlight.settled();
    const found = await samples();
    expect(found.get('txnbot_undelivered_answers_total')).toBe(2);
    expect(found.get('txnbot_slack_failures_total{call="views.open",failure="invalid_trigger_id"}')).toBe(2); // and once more, to say so
    expect(found.get('txnbot_slack_failures_total{call="response_url",failure="http_404"}')).toBeGreaterThan(0);
    expect(found.get('txnbot_slack_call_seconds_count{call="auth.test"}')).toBeGreaterThan(0);
  });
});

describe.concurrent('the metrics', () => {
  it('are in the text format, and hold those of the process', async (test) => {
    const { metrics, scrape, samples } = await start(test);
    expect([...(await samples()).keys()].filter((name) => !name.startsWith('txnbot_'))).toEqual([]);
    metrics.watchProcess();
    expect((await scrape()).contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    const found = await samples();
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(found.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(found.get('txnbot_slack_connected')).toBe(1);
    expect(found.get('txnbot_transfer_breaker_state{state="closed"}')).toBe(1);
    expect(found.has('txnbot_bank_list_age_seconds')).toBe(false);
  });

  it('tell a time-out from a service that is not there', async (test) => {
    const { samples, send } = await start(test, { env: { TRANSFER_API_TIMEOUT_MS: '300' } });
    await send('/txn', 'GARO-9h4n9u1');
    expect(
      (await samples()).get('txnbot_transfer_request_seconds_count{operation="transaction",status="timeout"}'),
    ).toBe(1);
  });

  it('know whether the socket is open, and how often it was opened anew', async (test) => {
    const { slack, samples } = await start(test, { mode: 'socket' });
    expect((await samples()).get('txnbot_slack_reconnects_total')).toBe(0);
    slack.setFailure('apps.connections.open', { status: 500 });
    void slack.disconnectSockets('warning');
    await waitFor(async () => expect((await samples()).get('txnbot_slack_connected')).toBe(0));
    slack.setFailure('apps.connections.open', undefined);
    await waitFor(async () => expect((await samples()).get('txnbot_slack_connected')).toBe(1));
    expect((await samples()).get('txnbot_slack_reconnects_total')).toBe(1);
  });

  it('hold no reference, person, channel or bank', async (test) => {
    const { answers, scrape, send } = await start(test);
    for (const [command, text] of [
      ['/txn', 'GARO-8f3k2j1'],
      ['/txn', 'GARO-canary'],
      ['/tsq', '12345698690885579'],
      ['/bank', 'zenith'],
      ['/bank', '000015'],
    ] as const)
      await send(command, text);
    await waitFor(() => expect(answers()).toHaveLength(5));
    // The values are numbers, and may be any.
    const text = (await scrape()).text.replace(/ \S+$/gm, '');
    const { personId, channelId, teamId } = workspace;
    expect(text).toMatch(/txnbot_commands_total\{/);
    for (const canary of ['GARO', 'canary', '12345698', 'zenith', '000015', personId, channelId, teamId, '/commands/'])
      expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  });
});

describe('the metrics of an outage', () => {
  it('count every request to the transfer service, tries and a service that is left alone', async (test) => {
    holdClock();
    const { service, answers, samples, send } = await start(test);
    service.setOutage('unavailable');
    for (let asked = 0; asked < 5; asked += 1) void send('/txn', `GARO-${asked}`);
    const answered = (count: number) =>
      waitFor(() => {
        vi.advanceTimersByTime(50);
        expect(finalOf(answers())).toHaveLength(count);
      });
    await answered(5);
    vi.advanceTimersByTime(5_000);
    for (const count of [6, 7]) {
      void send('/txn', `GARO-${count}`);
      await answered(count);
    }
    const found = await samples();
    expect(found.get('txnbot_transfer_request_seconds_count{operation="transaction",status="5xx"}')).toBe(18);
    expect(found.get('txnbot_transfer_retries_total{operation="transaction"}')).toBe(12);
    expect(found.get('txnbot_transfer_look_up_seconds_count{operation="transaction",outcome="unreachable"}')).toBe(6);
    expect(found.get('txnbot_transfer_look_up_seconds_count{operation="transaction",outcome="not_asked"}')).toBe(1);
    expect(found.get('txnbot_transfer_breaker_state{state="open"}')).toBe(1);
    expect(found.get('txnbot_transfer_breaker_state{state="closed"}')).toBe(0);
  });
});

it('the metrics of what processes share say whether Redis can be used, and nothing without it', async () => {
  const events = createEvents();
  const metrics = createMetrics(events);
  expect(await metrics.text()).not.toMatch(/^txnbot_redis_connected/m);
  let isReady = true;
  metrics.watchRedis(() => isReady);
  expect(samplesIn(await metrics.text()).get('txnbot_redis_connected')).toBe(1);
  isReady = false;
  events.emit('fallback', 'limits');
  events.emit('fallback', 'limits');
  const found = samplesIn(await metrics.text());
  expect(found.get('txnbot_redis_connected')).toBe(0);
  expect(found.get('txnbot_state_fallbacks_total{use="limits"}')).toBe(2);
});
