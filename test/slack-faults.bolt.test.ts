import type { SlackFailure } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { watchSlack } from './support/changes.ts';
import { createDoors, type DoorName } from './support/doors.ts';
import { runWithSamples } from './support/run-with-samples.ts';

/**
 * What fails and how, how often Slack is asked, what is shown in the end, and the outcomes in the
 * log with a code.
 */
type Row = [
  what: string,
  door: DoorName,
  to: string,
  failure: SlackFailure,
  requests: number,
  RegExp[],
  log: string,
];

const expired = { error: 'expired_trigger_id' };
const again = [/^Slack gave up waiting: press again\./];
const disabled = { error: 'not_enabled' };
const closed = { error: 'not_found' };
const noScope = { error: 'missing_scope', needed: 'im:write' };
const needs = [/Slack refused what I need, which lacks the scope `im:write` \(`missing_scope`\)\./];
const note = [/^Note for the bank · `GARO/];

/**
 * What Slack can do to an answer, over real sockets, at the doors that answer in another way than a
 * message. Which failures are tried again is the table of `slack/posts`, and where an answer goes
 * instead that of `slack/request`.
 */
it.concurrent.for<Row>([
  [
    'an expired trigger',
    'action txn:fields',
    'views.open',
    expired,
    1,
    again,
    'slack_error expired_trigger_id',
  ],
  [
    'a trigger that was used before',
    'action txn:fields',
    'views.open',
    { error: 'exchanged_trigger_id' },
    1,
    again,
    'slack_error exchanged_trigger_id',
  ],
  [
    'a modal that is closed',
    'action txn:fields',
    'views.update',
    closed,
    1,
    [/^Looking up/],
    'undelivered not_found',
  ],
  [
    'an old shortcut',
    'shortcut find_bank_code',
    'views.open',
    expired,
    2,
    again,
    'slack_error expired_trigger_id',
  ],
  [
    'no Home',
    'event app_home_opened',
    'views.publish',
    disabled,
    2,
    [],
    'slack_error, undelivered not_enabled',
  ],
  [
    'a scope that is missing',
    'action txn:csv',
    'conversations.open',
    noScope,
    1,
    needs,
    'slack_error missing_scope',
  ],
  [
    'a response_url that is over',
    'action txn:note',
    'response_url',
    { status: 404 },
    1,
    note,
    'answered',
  ],
])(
  'an answer reaches the person although Slack meets it with %s',
  async ([, door, to, failure, requests, shows, log], test) => {
    const app = await runWithSamples(test);
    const { slack } = app;
    const knock = await createDoors(slack)[door]();
    await app.bot.inFlight.settled();
    const changes = watchSlack(slack);
    const before = { lines: app.log.lines.length, requests: slack.requests.length };
    slack.setFailure(to, failure);
    await knock();
    await app.bot.inFlight.settled();
    const { messages, views } = changes();
    const inViews = views.map(({ blocks }) => /"text":"([^"]*)/.exec(JSON.stringify(blocks))?.[1]);
    expect([...messages.map(({ text }) => text), ...inViews]).toEqual(
      shows.map((words) => expect.stringMatching(words)),
    );
    const entries = app.log
      .entries()
      .slice(before.lines)
      .filter(({ from }) => from !== 'slack-libraries');
    const outcomes = entries.map(({ outcome }) => outcome).join(', ');
    expect([outcomes, entries.at(-1)?.code].filter((each) => each !== undefined).join(' ')).toBe(
      log,
    );
    expect(slack.requests.slice(before.requests).filter((request) => request === to)).toHaveLength(
      requests,
    );
    if (door.includes('txn'))
      expect(entries.at(-1)).toMatchObject({ command: 'txn', reference: expect.any(String) });
  },
);
