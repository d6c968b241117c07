import { expect, it } from 'vitest';
import { createEvents } from '../../src/ops/events.ts';
import { createMetrics } from '../../src/ops/metrics.ts';

/** What `/metrics` says beside its comments; buckets are left out. */
function samplesIn(text: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !/^# (?:HELP|TYPE) [a-z][a-z0-9_]* /.test(line));
  return lines
    .filter((line) => !/_bucket\{| 0$/.test(line))
    .map((line) => line.replace('txnbot_', ''));
}

it('each event changes its own metrics, and nothing else does', async () => {
  const events = createEvents();
  const metrics = createMetrics(events);
  expect(samplesIn(await metrics.text())).toEqual(['transfer_breaker_state{state="closed"} 1']);
  events.emit('outcome', { command: 'txn', outcome: 'answered', durationMs: 1 });
  events.emit('outcome', { command: undefined, outcome: 'undelivered', durationMs: 1 });
  events.emit('ack', 500);
  events.emit('answer', { command: 'txn', durationMs: 2_000 });
  events.emit('lookUp', { operation: 'banks', failure: 'timeout', durationMs: 8_000 });
  events.emit('request', { operation: 'requery', status: '5xx', durationMs: 250 });
  events.emit('request', { operation: 'banks', status: '2xx', durationMs: 750 });
  events.emit('slackCall', { name: 'views.open', failure: 'timeout', durationMs: 5_000 });
  events.emit('reconnect');
  events.emit('refusal', 'unsigned');
  events.emit('droppedLines', 9);
  events.emit('fallback', 'limits');
  events.emit('notification', 'told');
  for (const what of ['begun', 'ended'] as const) events.emit('list', what, 300);
  events.emit('breaker', 'open', 5_000);
  events.emit('places', 25);
  expect(samplesIn(await metrics.text())).toEqual([
    'commands_total{command="txn",outcome="answered"} 1',
    'commands_total{command="none",outcome="undelivered"} 1',
    'answer_seconds_sum{command="txn"} 2',
    'answer_seconds_count{command="txn"} 1',
    'transfer_look_up_seconds_sum{operation="banks",outcome="timeout"} 8',
    'transfer_look_up_seconds_count{operation="banks",outcome="timeout"} 1',
    'transfer_request_seconds_sum{operation="requery",status="5xx"} 0.25',
    'transfer_request_seconds_count{operation="requery",status="5xx"} 1',
    'transfer_request_seconds_sum{operation="banks",status="2xx"} 0.75',
    'transfer_request_seconds_count{operation="banks",status="2xx"} 1',
    'transfer_breaker_state{state="open"} 1',
    'transfer_places 25',
    'slack_call_seconds_sum{call="views.open"} 5',
    'slack_call_seconds_count{call="views.open"} 1',
    'slack_failures_total{call="views.open",failure="timeout"} 1',
    'ack_seconds_sum 0.5',
    'ack_seconds_count 1',
    'slack_reconnects_total 1',
    'refused_requests_total{why="unsigned"} 1',
    'batches_total{outcome="begun"} 1',
    'batches_total{outcome="ended"} 1',
    'batch_references_total 300',
    'watch_tellings_total{outcome="told"} 1',
    'log_lines_dropped_total 9',
    'state_fallbacks_total{use="limits"} 1',
  ]);
});

it('a metric that is read at each scrape is absent while it is unknown', async () => {
  const metrics = createMetrics(createEvents());
  const scraped = async () =>
    (await metrics.text()).match(/^txnbot_(?:slack_connected|bank_|watches|redis).*$/gm);
  expect(await scraped()).toBeNull();
  let list: { size: number; loadedAtMs: number } | undefined;
  let watchCount = async () => 3;
  let isReady = true;
  metrics.watch({ bankList: () => list, isConnected: () => true, watchCount: () => watchCount() });
  metrics.watchRedis(() => isReady);
  list = { size: 125, loadedAtMs: Date.now() - 60_000 };
  expect(await scraped()).toEqual([
    'txnbot_slack_connected 1',
    'txnbot_bank_list_size 125',
    expect.stringMatching(/^txnbot_bank_list_age_seconds 60(?:\.\d+)?$/),
    'txnbot_watches 3',
    'txnbot_redis_connected 1',
  ]);
  list = undefined;
  watchCount = () => Promise.reject(new Error('no store'));
  isReady = false;
  expect(await scraped()).toEqual(['txnbot_slack_connected 1', 'txnbot_redis_connected 0']);
});
