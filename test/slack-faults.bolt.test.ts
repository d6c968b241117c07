import type { SlackStandIn } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { watchSlack } from './support/changes.ts';
import { createDoors, type DoorName } from './support/doors.ts';
import { holdClock } from './support/hold-clock.ts';
import { holdTimeouts } from './support/hold-timeouts.ts';
import { type RunningApp, runApp } from './support/run-app.ts';
import { waitFor } from './support/wait-for.ts';

/**
 * Everything that Slack can do to an answer, over real sockets: never two that contradict each other, and never none
 * without a line in the log. Printed as a table at the end.
 */
interface Row {
  fault: string;
  /** The door that is answered. */
  door: DoorName;
  spoil: (app: RunningApp) => unknown;
  /** Where the answer goes, and how many requests that took. */
  to: string;
  requests: number;
  /** What is shown in the end, beginning with…; nothing, when it was lost. */
  shows?: RegExp;
  /** As words alone: there is nothing more to it, or Slack did not take the blocks. */
  isPlain?: boolean;
  /** The outcomes in the log. */
  log: readonly string[];
  code?: string;
  /** Slack is given up when it has said nothing for five seconds. */
  isTimedOut?: boolean;
}

const click = { door: 'action txn:note', to: 'response_url' } as const;
const mention = { door: 'event app_mention', to: 'chat.postMessage' } as const;
const modal = { door: 'action txn:fields', to: 'views.update' } as const;
const failing =
  (where: string, ...failure: [Parameters<SlackStandIn['setFailure']>[1], number?]) =>
  ({ slack }: RunningApp) =>
    slack.setFailure(where, ...failure);
const lost = { log: ['undelivered'] } as const;
const arrived = { log: ['answered'] } as const;
const never = new Promise<never>(() => {});
const note = /^Note for the bank · `GARO/;

const rows: Row[] = [
  {
    fault: 'response_url: nobody there',
    ...click,
    spoil: ({ slack }) => slack.setListening(false),
    requests: 0,
    ...lost,
    code: 'ECONNREFUSED',
  },
  {
    fault: 'response_url: nobody there for a moment',
    ...click,
    async spoil({ slack, metrics }) {
      await slack.setListening(false);
      const failed = async () => expect(await metrics.text()).toContain('{call="response_url",failure="unreachable"}');
      void waitFor(failed).then(() => slack.setListening(true));
    },
    requests: 1,
    shows: note,
    ...arrived,
  },
  {
    fault: 'response_url: 500',
    ...click,
    spoil: failing('response_url', { status: 500 }),
    requests: 3,
    ...lost,
    code: 'http_500',
  },
  {
    fault: 'response_url: 500 once',
    ...click,
    spoil: failing('response_url', { status: 500 }, 1),
    requests: 2,
    shows: note,
    ...arrived,
  },
  {
    fault: 'response_url: 500 for the blocks',
    ...click,
    spoil: failing('response_url', { status: 500 }, 2),
    requests: 3,
    shows: note,
    isPlain: true,
    ...arrived,
  },
  {
    fault: 'response_url: 400 for the blocks',
    ...click,
    spoil: failing('response_url', { status: 400, body: 'invalid_blocks' }, 1),
    requests: 2,
    shows: note,
    isPlain: true,
    ...arrived,
  },
  {
    fault: 'response_url: 400',
    ...click,
    spoil: failing('response_url', { status: 400 }),
    requests: 2,
    ...lost,
    code: 'http_400',
  },
  {
    fault: 'response_url: 404, expired',
    ...click,
    spoil: failing('response_url', { status: 404, body: '{"ok":false,"error":"expired_url"}' }),
    requests: 1,
    ...lost,
    code: 'http_404',
  },
  {
    fault: 'response_url: does it, and does not say so',
    ...click,
    spoil: failing('response_url', { until: never }),
    requests: 1,
    shows: note,
    ...lost,
    code: 'TimeoutError',
    isTimedOut: true,
  },
  {
    fault: 'response_url: says nothing',
    ...click,
    spoil: failing('response_url', { isSilent: true }),
    requests: 1,
    ...lost,
    code: 'TimeoutError',
    isTimedOut: true,
  },
  {
    fault: 'response_url: 429, Retry-After: 1',
    ...click,
    spoil: failing('response_url', { status: 429, headers: { 'retry-after': '1' } }, 1),
    requests: 2,
    shows: note,
    ...arrived,
  },
  {
    fault: 'response_url: 429, Retry-After: 1800',
    ...click,
    spoil: failing('response_url', { status: 429, headers: { 'retry-after': '1800' } }),
    requests: 1,
    ...lost,
    code: 'ratelimited',
  },
  {
    fault: 'Web API: 429, Retry-After: 1',
    ...mention,
    spoil: failing('chat.postMessage', { status: 429, headers: { 'retry-after': '1' } }, 1),
    requests: 2,
    shows: /^✓ Successful/,
    ...arrived,
  },
  {
    fault: 'Web API: 429, Retry-After: 1800',
    ...mention,
    spoil: failing('chat.postMessage', { status: 429, headers: { 'retry-after': '1800' } }),
    requests: 1,
    ...lost,
    code: 'ratelimited',
  },
  ...['invalid_blocks', 'msg_blocks_too_long', 'invalid_blocks_format'].map((error) => ({
    fault: `Web API: ${error}`,
    ...mention,
    spoil: failing('chat.postMessage', { error }, 1),
    requests: 2,
    shows: /^✓ Successful/,
    isPlain: true,
    ...arrived,
  })),
  {
    fault: 'Web API: invalid_blocks, for words too',
    ...mention,
    spoil: failing('chat.postMessage', { error: 'invalid_blocks' }),
    requests: 2,
    ...lost,
    code: 'invalid_blocks',
  },
  ...['channel_not_found', 'not_in_channel', 'is_archived', 'restricted_action', 'fatal_error'].map((error) => ({
    fault: `Web API: ${error}`,
    ...mention,
    spoil: failing('chat.postMessage', { error }),
    requests: 1,
    ...lost,
    code: error,
  })),
  {
    fault: 'Web API: 500',
    ...mention,
    spoil: failing('chat.postMessage', { status: 500 }),
    requests: 3,
    ...lost,
    code: 'http_500',
  },
  {
    fault: 'Web API: 500 once',
    ...mention,
    spoil: failing('chat.postMessage', { status: 500 }, 1),
    requests: 2,
    shows: /^✓ Successful/,
    ...arrived,
  },
  {
    fault: 'Web API: does it, and does not say so',
    ...mention,
    spoil: failing('chat.postMessage', { until: never }),
    requests: 1,
    shows: /^✓ Successful/,
    ...lost,
    code: 'TimeoutError',
    isTimedOut: true,
  },
  {
    fault: 'modal: the trigger has expired',
    ...modal,
    to: 'views.open',
    spoil: failing('views.open', { error: 'expired_trigger_id' }),
    requests: 1,
    shows: /Slack refused what this bot needs \(`expired_trigger_id`\)\.$/,
    log: ['slack_error'],
    code: 'expired_trigger_id',
  },
  {
    fault: 'modal: closed meanwhile',
    ...modal,
    spoil: failing('views.update', { error: 'not_found' }),
    requests: 1,
    shows: /^Asking the transfer service/,
    isPlain: true,
    ...lost,
    code: 'not_found',
  },
  {
    fault: 'modal: invalid_arguments',
    ...modal,
    spoil: failing('views.update', { error: 'invalid_arguments' }, 1),
    requests: 2,
    shows: /^All Fields\\n`id`: `\d+`/,
    isPlain: true,
    ...arrived,
  },
  {
    fault: 'shortcut: the trigger has expired',
    door: 'shortcut find_bank_code',
    to: 'views.open',
    spoil: failing('views.open', { error: 'expired_trigger_id' }),
    requests: 2,
    log: ['slack_error', 'undelivered'],
    code: 'expired_trigger_id',
  },
  {
    fault: 'Home: not published',
    door: 'event app_home_opened',
    to: 'views.publish',
    spoil: failing('views.publish', { error: 'not_enabled' }),
    requests: 2,
    log: ['slack_error', 'undelivered'],
    code: 'not_enabled',
  },
  {
    fault: 'CSV: the file is not taken',
    door: 'action txn:csv',
    to: 'files.completeUploadExternal',
    spoil: failing('files.completeUploadExternal', { error: 'internal_error' }),
    requests: 1,
    shows: /was not looked up: Slack refused what this bot needs \(`internal_error`\)\./,
    log: ['slack_error'],
    code: 'internal_error',
  },
  {
    fault: 'CSV: a scope is missing',
    door: 'action txn:csv',
    to: 'conversations.open',
    spoil: failing('conversations.open', { error: 'missing_scope', needed: 'im:write' }),
    requests: 1,
    shows: /Slack refused what this bot needs, which lacks the scope `im:write` \(`missing_scope`\)\./,
    isPlain: true,
    log: ['slack_error'],
    code: 'missing_scope',
  },
  {
    fault: 'CSV: 500',
    door: 'action txn:csv',
    to: 'conversations.open',
    spoil: failing('conversations.open', { status: 500 }),
    requests: 1,
    shows: /Slack did not do what this bot needs \(`http_500`\)\./,
    log: ['slack_error'],
    code: 'http_500',
  },
  {
    fault: 'answer to one person: not in the channel',
    door: 'event app_mention',
    to: 'chat.postEphemeral',
    spoil: ({ slack }) => {
      slack.setChannel(workspace.channelId, { is_ext_shared: true });
      slack.setFailure('chat.postEphemeral', { error: 'user_not_in_channel' });
    },
    requests: 1,
    log: ['undelivered'],
    code: 'user_not_in_channel',
  },
];

const table: string[] = [];
afterAll(() => {
  console.log(
    ['| Slack | is shown | ms | requests | in the log |', '|---|---|---:|---:|---|', ...table.sort()].join('\n'),
  );
});

/** Brings one answer, with this fault on its way. */
async function bring({ fault, door, spoil, to, requests, shows, isPlain = false, log, code, isTimedOut }: Row) {
  const service = await createSampleTransferService();
  const app = await runApp({ transferApi: service });
  const { slack } = app;
  const { prepare, knock } = createDoors({ slack })[door];
  const place = { messageId: '', viewId: '', ...(await prepare()) };
  await app.bot.inFlight.settled();
  const changes = watchSlack(slack);
  const before = { lines: app.log.lines.length, requests: slack.requests.length };
  const asked = () => slack.requests.slice(before.requests).filter((request) => request === to).length;
  const timeouts = isTimedOut ? holdTimeouts() : undefined;
  await spoil(app);
  const startedAtMs = performance.now();
  await knock(place);
  if (timeouts) {
    await waitFor(() => expect(asked()).toBe(requests));
    timeouts.expire(5_000);
  }
  await app.bot.inFlight.settled();
  const durationMs = Math.round(performance.now() - startedAtMs);

  const { messages, views } = changes();
  const texts = [
    ...messages.map(({ text, blocks }) => ({ text, blocks })),
    ...views.map(({ blocks }) => ({ text: /"text":"([^"]*)/.exec(JSON.stringify(blocks))?.[1] ?? '', blocks })),
  ];
  const entries = app.log
    .entries()
    .slice(before.lines)
    .filter(({ from }) => from !== 'slack-libraries');
  const told = entries.map(
    ({ level, outcome, code: why }) => `${level}: ${outcome}${why === undefined ? '' : ` ${why}`}`,
  );
  const words = texts.map(({ text }) => text.split('\n')[0]?.slice(0, 60)).join(' + ');
  table.push(
    `| ${fault} | ${words || 'nothing'}${isPlain ? ' (words alone)' : ''} | ${durationMs} | ${asked()} | ${told.join(', ')} |`,
  );
  await app.stop();
  await service.close();

  expect(texts).toHaveLength(shows ? 1 : 0);
  if (shows) {
    expect(texts[0]?.text).toMatch(shows);
    const isSection = texts[0]?.blocks.length === 1 && JSON.stringify(texts[0].blocks[0]).includes('"section"');
    expect([fault, isSection]).toEqual([fault, isPlain]);
  }
  expect(entries.map(({ outcome }) => outcome)).toEqual(log);
  expect(asked()).toBe(requests);
  for (const entry of entries)
    expect(entry).toMatchObject({ reference: expect.any(String), durationMs: expect.any(Number) });
  if (code !== undefined) expect(entries.at(-1)).toMatchObject({ code });
  if (door.includes('txn') || door === 'event app_mention') expect(entries.at(-1)).toMatchObject({ command: 'txn' });
}

describe('an answer', () => {
  it.concurrent.each(rows.filter(({ isTimedOut }) => !isTimedOut))('met by: $fault', bring);
  // One after the other: what holds the clock of one would hold those of all.
  it.each(rows.filter(({ isTimedOut }) => isTimedOut))('met by: $fault', bring);
});

describe('a line that says to wait', () => {
  it('and is gone when the answer comes does not take the answer with it', async () => {
    const service = await createSampleTransferService({ slowMs: 2400 });
    const app = await runApp({ transferApi: service });
    holdClock();
    await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-3s1o0w1` });
    await waitFor(() => expect(service.requests).toHaveLength(1));
    vi.advanceTimersByTime(2_000);
    await waitFor(() => expect(app.answers()).toHaveLength(1));
    app.slack.setFailure('chat.update', { error: 'message_not_found' });
    vi.advanceTimersByTime(400);
    await app.bot.inFlight.settled();
    expect(app.answers().map(({ text }) => text.slice(0, 10))).toEqual(['Still wait', '✓ Successf']);
    await app.stop();
    await service.close();
  });

  it('is followed by a line in the log when the answer cannot be brought', async () => {
    const service = await createSampleTransferService({ slowMs: 2400 });
    const app = await runApp({ transferApi: service });
    app.slack.setFailure('response_url', { status: 404 });
    holdClock();
    const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-3s1o0w1' });
    await waitFor(() => expect(service.requests).toHaveLength(1));
    vi.advanceTimersByTime(2_000);
    await asked;
    vi.advanceTimersByTime(400);
    await app.bot.inFlight.settled();
    expect(app.answers().map(({ text }) => text.slice(0, 10))).toEqual(['Still wait']);
    const [line, ...more] = app.log.entries();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 'error', outcome: 'undelivered', command: 'txn', code: 'http_404' });
    expect(line?.durationMs).toBeGreaterThan(2300);
    await app.stop();
    await service.close();
  });
});
