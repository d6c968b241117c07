import { type SlackFailure, workspace } from 'slack-sandbox';
import { expect, it, type TestContext } from 'vitest';
import { watchSlack } from './support/changes.ts';
import { createDoors, type DoorName } from './support/doors.ts';
import type { RunningApp } from './support/run-app.ts';
import { runWithSamples } from './support/run-with-samples.ts';

/**
 * What Slack can do to an answer, over real sockets, on each way that it goes: never two that contradict each other, and
 * never none without a line in the log. Which failures are tried again is the table of `slack/replies`.
 */
interface Row {
  door: DoorName;
  spoil: (app: RunningApp) => unknown;
  /** Where the answer goes, and how many requests that took. */
  to: string;
  requests: number;
  /** What is shown in the end, beginning with…; nothing, when it was lost. */
  shows?: RegExp;
  /** As words alone: there is nothing more to it, or Slack did not take the blocks. */
  isPlain?: boolean;
  /** The outcomes in the log, and the last line's code. */
  log: string;
}

const failing =
  (where: string, failure: SlackFailure, times?: number) =>
  ({ slack }: RunningApp) =>
    slack.setFailure(where, failure, times);
const click = (failure: SlackFailure, times?: number) =>
  ({ door: 'action txn:note', to: 'response_url', spoil: failing('response_url', failure, times) }) as const;
const mention = (failure: SlackFailure, times?: number) =>
  ({ door: 'event app_mention', to: 'chat.postMessage', spoil: failing('chat.postMessage', failure, times) }) as const;
const fails = (door: DoorName, to: string, failure: SlackFailure, times?: number) =>
  ({ door, to, spoil: failing(to, failure, times) }) as const;
const note = /^Note for the bank · `GARO/;
const card = /^✓ Successful/;

const rows: Record<string, Row> = {
  'Web API: invalid_blocks, for words too': {
    ...mention({ error: 'invalid_blocks' }),
    requests: 2,
    log: 'undelivered invalid_blocks',
  },
  'modal: the trigger has expired': {
    ...fails('action txn:fields', 'views.open', { error: 'expired_trigger_id' }),
    requests: 1,
    shows: /^Slack gave up waiting: press again\.$/,
    isPlain: true,
    log: 'slack_error expired_trigger_id',
  },
  'modal: closed meanwhile': {
    ...fails('action txn:fields', 'views.update', { error: 'not_found' }),
    requests: 1,
    shows: /^Asking the transfer service/,
    isPlain: true,
    log: 'undelivered not_found',
  },
  'shortcut: the trigger has expired': {
    ...fails('shortcut find_bank_code', 'views.open', { error: 'expired_trigger_id' }),
    requests: 2,
    shows: /^Slack gave up waiting: press again\./,
    log: 'slack_error expired_trigger_id',
  },
  'Home: not published': {
    ...fails('event app_home_opened', 'views.publish', { error: 'not_enabled' }),
    requests: 2,
    log: 'slack_error, undelivered not_enabled',
  },
  'CSV: the file is not taken': {
    ...fails('action txn:csv', 'files.completeUploadExternal', { error: 'internal_error' }),
    requests: 1,
    shows: /was not looked up: Slack refused what I need \(`internal_error`\)\./,
    log: 'slack_error internal_error',
  },
  'CSV: a scope is missing': {
    ...fails('action txn:csv', 'conversations.open', { error: 'missing_scope', needed: 'im:write' }),
    requests: 1,
    shows: /Slack refused what I need, which lacks the scope `im:write` \(`missing_scope`\)\./,
    log: 'slack_error missing_scope',
  },
  'answer to one person: not in the channel': {
    door: 'event app_mention',
    to: 'chat.postEphemeral',
    spoil: ({ slack }) => {
      slack.setChannel(workspace.channelId, { is_ext_shared: true });
      slack.setFailure('chat.postEphemeral', { error: 'user_not_in_channel' });
    },
    requests: 1,
    shows: card,
    log: 'answered',
  },
  'response_url: over': { ...click({ status: 404 }), requests: 1, shows: note, log: 'answered' },
  'response_url: no post there': {
    ...fails('action txn:share', 'response_url', { status: 403 }, 1),
    requests: 2,
    shows: /^✓ Successful[\s\S]*Slack lets nothing be posted where you asked \(`http_403`\)/,
    log: 'answered',
  },
  'channel: archived': {
    ...{ door: 'event app_mention', to: 'chat.postMessage' },
    spoil({ slack }) {
      slack.setFailure('chat.postMessage', { error: 'is_archived' }, 1);
      slack.setFailure('chat.postEphemeral', { error: 'is_archived' });
    },
    requests: 2,
    shows: card,
    log: 'answered',
  },
};

/** Brings one answer, with this fault on its way. */
async function bring([, { door, spoil, to, requests, shows, isPlain = false, log }]: [string, Row], test: TestContext) {
  const app = await runWithSamples(test);
  const { slack } = app;
  const knock = await createDoors(slack)[door]();
  await app.bot.inFlight.settled();
  const changes = watchSlack(slack);
  const before = { lines: app.log.lines.length, requests: slack.requests.length };
  const asked = () => slack.requests.slice(before.requests).filter((request) => request === to).length;
  await spoil(app);
  await knock();
  await app.bot.inFlight.settled();
  const { messages, views } = changes();
  const lines = app.log.entries().slice(before.lines);

  const shown = [
    ...messages.map(({ text, blocks }) => ({ text, blocks })),
    ...views.map(({ blocks }) => ({ text: /"text":"([^"]*)/.exec(JSON.stringify(blocks))?.[1] ?? '', blocks })),
  ];
  expect(shown.map(({ text }) => text)).toEqual(shows ? [expect.stringMatching(shows)] : []);
  for (const { blocks } of shown)
    expect(blocks.length === 1 && JSON.stringify(blocks[0]).includes('"section"')).toBe(isPlain);
  const entries = lines.filter(({ from }) => from !== 'slack-libraries');
  const outcomes = entries.map(({ outcome }) => outcome).join(', ');
  expect([outcomes, entries.at(-1)?.code].filter((each) => each !== undefined).join(' ')).toBe(log);
  expect(asked()).toBe(requests);
  for (const entry of entries)
    expect(entry).toMatchObject({ reference: expect.any(String), durationMs: expect.any(Number) });
  if (door.includes('txn') || door === 'event app_mention') expect(entries.at(-1)).toMatchObject({ command: 'txn' });
}

it.concurrent.for(Object.entries(rows))('an answer met by %s', bring);
