import type { SlackFailure } from 'slack-sandbox';
import { expect, it, type TestContext } from 'vitest';
import { watchSlack } from './support/changes.ts';
import { createDoors, type DoorName } from './support/doors.ts';
import { runWithSamples } from './support/run-with-samples.ts';

/**
 * What Slack can do to an answer, over real sockets, at the doors that answer in another way than a message. Which
 * failures are tried again is the table of `slack/replies`, and where an answer goes instead that of `slack/request`.
 */
interface Row {
  door: DoorName;
  /** What fails, and how. */
  to: string;
  failure: SlackFailure;
  requests: number;
  /** What is shown in the end, beginning with…; nothing, when it was lost. */
  shows?: RegExp;
  /** The outcomes in the log, and the last line's code. */
  log: string;
}

const expired = { error: 'expired_trigger_id' };
const rows: Record<string, Row> = {
  'modal: the trigger has expired': {
    ...{ door: 'action txn:fields', to: 'views.open', failure: expired },
    requests: 1,
    shows: /^Slack gave up waiting: press again\.$/,
    log: 'slack_error expired_trigger_id',
  },
  'modal: closed meanwhile': {
    ...{ door: 'action txn:fields', to: 'views.update', failure: { error: 'not_found' } },
    requests: 1,
    shows: /^Looking up/,
    log: 'undelivered not_found',
  },
  'shortcut: the trigger has expired': {
    ...{ door: 'shortcut find_bank_code', to: 'views.open', failure: expired },
    requests: 2,
    shows: /^Slack gave up waiting: press again\./,
    log: 'slack_error expired_trigger_id',
  },
  'Home: not published': {
    ...{ door: 'event app_home_opened', to: 'views.publish', failure: { error: 'not_enabled' } },
    requests: 2,
    log: 'slack_error, undelivered not_enabled',
  },
  'CSV: a scope is missing': {
    ...{ door: 'action txn:csv', to: 'conversations.open', failure: { error: 'missing_scope', needed: 'im:write' } },
    requests: 1,
    shows: /Slack refused what I need, which lacks the scope `im:write` \(`missing_scope`\)\./,
    log: 'slack_error missing_scope',
  },
  'response_url: over': {
    ...{ door: 'action txn:note', to: 'response_url', failure: { status: 404 } },
    requests: 1,
    shows: /^Note for the bank · `GARO/,
    log: 'answered',
  },
};

/** Brings one answer, with this fault on its way. */
async function bring([, { door, to, failure, requests, shows, log }]: [string, Row], test: TestContext) {
  const app = await runWithSamples(test);
  const { slack } = app;
  const knock = await createDoors(slack)[door]();
  await app.bot.inFlight.settled();
  const changes = watchSlack(slack);
  const before = { lines: app.log.lines.length, requests: slack.requests.length };
  const asked = () => slack.requests.slice(before.requests).filter((request) => request === to).length;
  slack.setFailure(to, failure);
  await knock();
  await app.bot.inFlight.settled();
  const { messages, views } = changes();
  const lines = app.log.entries().slice(before.lines);

  const inViews = views.map(({ blocks }) => /"text":"([^"]*)/.exec(JSON.stringify(blocks))?.[1]);
  expect([...messages.map(({ text }) => text), ...inViews]).toEqual(shows ? [expect.stringMatching(shows)] : []);
  const entries = lines.filter(({ from }) => from !== 'slack-libraries');
  const outcomes = entries.map(({ outcome }) => outcome).join(', ');
  expect([outcomes, entries.at(-1)?.code].filter((each) => each !== undefined).join(' ')).toBe(log);
  expect(asked()).toBe(requests);
  if (door.includes('txn')) expect(entries.at(-1)).toMatchObject({ command: 'txn', reference: expect.any(String) });
}

it.concurrent.for(Object.entries(rows))('an answer met by %s', bring);
