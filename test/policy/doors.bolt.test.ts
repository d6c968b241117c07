import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Changes, watchSlack } from '../support/changes.ts';
import { createDoors, type DoorName, type DoorPlace, doorNames, isAboutBanks } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Everybody prepares with an app that lets them, and knocks at another one that does not: what they see there is
 * all that a refused person can see, and what was asked of the transfer service there is all that was asked.
 */
let slack: SlackStandIn;
let service: SampleTransferService;
let permissive: RunningApp;
const strict: Record<string, RunningApp> = {};
let overSocket: RunningApp;
const rules: Record<string, Record<string, string>> = {
  none: {},
  channels: { ALLOWED_CHANNELS: 'C0ELSEWHERE' },
  users: { ALLOWED_USERS: 'U0SOMEBODY' },
  unread: { ALLOWED_USER_GROUPS: workspace.userGroupId },
  banks: { ALLOWED_USERS: 'U0SOMEBODY', ALLOWED_CHANNELS: 'C0ELSEWHERE', BANK_ALLOWED: 'everyone' },
};
beforeAll(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService();
  const contact = { ACCESS_CONTACT: 'the payments desk' };
  for (const [name, env] of Object.entries(rules))
    strict[name] = await runApp({ slack, transferApi: service, env: { ...contact, ...env } });
  overSocket = await runApp({ mode: 'socket', slack, transferApi: service, env: contact });
  permissive = await runApp({ slack, transferApi: service });
});
afterAll(async () => {
  await Promise.all([permissive, overSocket, ...Object.values(strict)].map((app) => app.stop()));
  await slack.close();
  await service.close();
});

let people = 0;
function newcomer(): string {
  people += 1;
  return `U0PERSON${people}`;
}

async function prepare(name: DoorName, userId: string): Promise<{ knock: () => Promise<unknown> }> {
  slack.deliverTo(permissive.requestUrl);
  const door = createDoors({ slack, userId })[name];
  const place: DoorPlace = { messageId: '', viewId: '', ...(await door.prepare()) };
  await permissive.bot.inFlight.settled();
  return { knock: () => door.knock(place) };
}

function at(app: string): RunningApp {
  const running = strict[app];
  if (!running) throw new Error(`no app ${app}`);
  return running;
}

/** Every word that was shown, and who reads it. */
function shownIn({ messages, views }: Changes): { readers: Set<string>; words: string } {
  const readers = [
    ...messages.map(({ visibleTo, channelId }) => visibleTo ?? channelId),
    ...views.map(({ userId }) => userId),
  ];
  return { readers: new Set(readers), words: JSON.stringify([...messages, ...views].map(({ payload }) => payload)) };
}

interface Refusal {
  why: string;
  app?: keyof typeof rules;
  make?: (userId: string) => void;
  undo?: () => void;
  rule: string;
  sentence: string;
  /** What kept Slack from saying more, in the log. */
  code?: string;
  level?: 'warn';
}
const outsider = { rule: 'not_a_member', sentence: 'only members of my workspace' };
const guest = { rule: 'guest', sentence: "I don't answer guests" };
const unavailable = { rule: 'slack_unavailable', sentence: 'Slack does not say right now who may ask' };
const info = (fields: object) => (userId: string) => slack.setPerson(userId, { info: { ...fields } });
const failing = (method: string, failure: Parameters<SlackStandIn['setFailure']>[1]) => ({
  make: () => slack.setFailure(method, failure),
  undo: () => slack.setFailure(method, undefined),
});

const refusals: Refusal[] = [
  {
    why: 'of another organisation',
    make: (userId) => slack.setPerson(userId, { teamId: 'T0PARTNER', info: { team_id: 'T0PARTNER' } }),
    ...outsider,
  },
  { why: 'a guest', make: info({ is_restricted: true }), ...guest },
  { why: 'asking while Slack is broken', ...failing('users.info', { status: 500 }), ...unavailable, code: 'http_500' },
  { why: 'in another channel', app: 'channels', rule: 'channel', sentence: 'only in the channels I am meant for' },
  { why: 'not on the list', app: 'users', rule: 'person', sentence: "You don't have access to this bot" },
  {
    why: 'whose group cannot be read',
    app: 'unread',
    ...failing('usergroups.users.list', { error: 'missing_scope', needed: 'usergroups:read' }),
    rule: 'slack_unavailable',
    sentence: 'lacks the scope `usergroups:read`. Tell whoever runs me',
    code: 'missing_scope',
    level: 'warn',
  },
];

interface Knock extends Refusal {
  door: DoorName;
  mode: 'http' | 'socket';
}
const knocks: Knock[] = [];
const tryAt = (doors: readonly DoorName[], which: readonly Refusal[], mode: Knock['mode'] = 'http') =>
  knocks.push(...which.flatMap((refusal) => doors.map((door) => ({ ...refusal, door, mode }))));
const named = (...names: string[]) => refusals.filter(({ why }) => names.includes(why));

// The rules themselves are tried in `policy.test.ts`, and what Slack says of people in `slack/people.bolt.test.ts`. Here
// each door is tried with one of them, each kind of payload with those that hang on what it says of the person and the
// place;
const everywhere = named('a guest', 'of another organisation', 'in another channel');
tryAt(doorNames, named('a guest'));
/** One of each kind of payload. */
const oneOfEach: readonly DoorName[] = [
  ...(['command /txn', 'action txn:refresh', 'action home:ask', 'event app_mention', 'event message'] as const),
  ...(['shortcut look_up_references', 'options bank:pick', 'view txn:share-all', 'event app_home_opened'] as const),
];
tryAt(oneOfEach, everywhere.slice(1));
// each kind of refusal at one door of those that are answered at once, and at one of those that are answered later;
tryAt(
  ['command /txn', 'action txn:refresh'],
  refusals.filter((refusal) => !everywhere.includes(refusal)),
);
// and each kind of envelope over a socket.
tryAt(
  [
    'command /txn',
    'event app_mention',
    'shortcut find_bank_code',
    'options bank:pick',
    'view bank:post',
    'action txn:share',
  ],
  named('a guest'),
  'socket',
);

describe('somebody who may not ask', () => {
  it.each(knocks)('is refused, alone, and nothing is looked up: $why, at $door, over $mode', async (knocked) => {
    const { door, app: name = 'none', mode, make, undo, rule, sentence, code, level = 'info' } = knocked;
    const userId = newcomer();
    const { knock } = await prepare(door, userId);
    make?.(userId);
    const app = mode === 'socket' ? overSocket : at(name);
    slack.deliverTo(mode === 'socket' ? undefined : app.requestUrl);
    const changes = watchSlack(slack);
    const before = { requests: service.requests.length, lines: app.log.lines.length, audit: app.audit.length };
    const answer = await knock();
    await waitFor(() => expect(app.log.lines.length).toBeGreaterThan(before.lines));
    await app.bot.inFlight.settled();
    undo?.();

    expect(service.requests).toHaveLength(before.requests);
    expect(
      app.log
        .entries()
        .slice(before.lines)
        .filter(({ from, group }) => from !== 'slack-libraries' && group === undefined),
    ).toEqual([
      expect.objectContaining({
        outcome: 'refused',
        rule,
        level,
        durationMs: expect.any(Number),
        ...(code && { code }),
      }),
    ]);
    expect(app.audit.slice(before.audit)).toEqual([
      expect.objectContaining({ user: userId, outcome: 'refused', door: expect.any(String) }),
    ]);
    const { readers, words } = shownIn(changes());
    if (door.startsWith('options')) {
      expect(answer).toMatchObject({ delivery: { outcome: 'acked' }, options: [] });
      expect(words).toBe('[]');
      return;
    }
    expect([...readers]).toEqual([door === 'event message' ? directMessageOf(userId) : userId]);
    expect(words).toContain(sentence);
    if (rule !== 'slack_unavailable') expect(words).toContain('Ask the payments desk.');
    // They are told which of their questions it was, where they wrote it; what a button carries may not be theirs.
    const own = /`(?:GARO-8f3k2j1|12345698690885579|zenith)` was not looked up\./g;
    expect(own.test(words)).toBe(/^(?:command|event (?:app_mention|message)|action home:ask)/.test(door));
    expect(words.replace(own, '')).not.toMatch(
      /Jane|ZENITH|SUCCESSFUL|Successful|Transfer service|GARO-|0123456789|Try Again/,
    );
  });
});

describe('BANK_ALLOWED=everyone', () => {
  const doors = new Set([...doorNames.filter(isAboutBanks), ...oneOfEach]);
  it.each([...doors])('opens what is about bank codes, and nothing else: %s', async (door) => {
    const userId = newcomer();
    const { knock } = await prepare(door, userId);
    const app = at('banks');
    slack.deliverTo(app.requestUrl);
    const lines = app.log.lines.length;
    await knock();
    await waitFor(() => expect(app.log.lines.length).toBeGreaterThan(lines));
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: isAboutBanks(door) ? 'answered' : 'refused' });
  });

  it.each([
    ['<@BOT> bank zenith', 'answered'],
    ['<@BOT> txn bank', 'refused'],
    ['bank <@BOT> access', 'answered'], // as all that was said asks for a bank
    ['GARO-8f3k2j1 bank <@BOT> access', 'refused'],
    ['bank <@BOT> txn GARO-8f3k2j1', 'refused'],
    ['<@BOT> bank <@U0OTHER> txn GARO-8f3k2j1', 'answered'], // which looks up no transaction
    ['<@BOT> bank-txn GARO-8f3k2j1', 'refused'],
    ['<@BOT>', 'refused'],
  ])('looks up no transaction for the mention %j', async (text, outcome) => {
    const app = at('banks');
    slack.deliverTo(app.requestUrl);
    await app.bot.inFlight.settled();
    const [lines, requests] = [app.log.lines.length, service.requests.length];
    await slack.writeMessage({ text: text.replace('BOT', workspace.botUserId), userId: newcomer() });
    await waitFor(() => expect(app.log.lines.length).toBeGreaterThan(lines));
    expect(app.log.entries().at(-1)).toMatchObject({ outcome });
    const asked = service.requests.slice(requests).map(({ url }) => url);
    expect(asked.filter((url) => !url.endsWith('/banks'))).toEqual([]);
  });
});
