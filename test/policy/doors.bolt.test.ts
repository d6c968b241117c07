import { createSlackStandIn, directMessageOf, type SlackStandIn } from 'slack-sandbox';
import {
  createSampleTransferService,
  type SampleTransferService,
} from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchSlack } from '../support/changes.ts';
import { createDoors, type DoorName, doorNames, isAboutBanks } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Everybody prepares with an app that lets them, and knocks at another one that does not: what they
 * see there is all that a refused person can see, and what was asked of the transfer service there
 * is all that was asked.
 */
let slack: SlackStandIn;
let service: SampleTransferService;
const apps: Record<string, RunningApp> = {};
const contact = { ACCESS_CONTACT: 'the payments desk' };
const rules: Record<string, Record<string, string>> = {
  permissive: {},
  members: contact,
  channels: { ...contact, ALLOWED_CHANNELS: 'C0ELSEWHERE' },
  banks: { ALLOWED_USERS: 'U0SOMEBODY', ALLOWED_CHANNELS: 'C0ELSEWHERE', BANK_ALLOWED: 'everyone' },
};
beforeAll(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService();
  for (const [name, env] of Object.entries(rules))
    apps[name] = await runApp({ slack, transferApi: service, env });
});
afterAll(async () => {
  await Promise.all(Object.values(apps).map((app) => app.stop()));
  await slack.close();
  await service.close();
});
const appOf = (name: string) => apps[name] ?? expect.fail(`There is no app ${name}.`);
const deliverTo = (name: string) => slack.deliverTo(appOf(name).requestUrl);

let people = 0;
function newcomer(): string {
  people += 1;
  return `U0PERSON${people}`;
}

/**
 * What somebody new does at this door, ready to be done at this app. @returns what the app logged,
 * and its answer
 */
async function ready(door: DoorName, name: string, userId = newcomer()) {
  deliverTo('permissive');
  const knock = await createDoors(slack, userId)[door]();
  await appOf('permissive').bot.inFlight.settled();
  const { log, bot } = appOf(name);
  return async () => {
    deliverTo(name);
    const before = log.lines.length;
    const answer = await knock();
    await waitFor(() => expect(log.lines.length).toBeGreaterThan(before));
    await bot.inFlight.settled();
    return { answer, logged: log.entries().slice(before) };
  };
}

interface Refusal {
  app?: string;
  rule: string;
  sentence: string;
  /** What Slack says of the person. */
  stated?: Parameters<SlackStandIn['setPerson']>[1];
}
const guest = {
  rule: 'guest',
  sentence: "I don't answer guests",
  stated: { info: { is_restricted: true } },
};
const partner = { teamId: 'T0PARTNER', info: { team_id: 'T0PARTNER' } };
const ofAnother = {
  rule: 'not_a_member',
  sentence: 'only members of my workspace',
  stated: partner,
};
const elsewhere = {
  app: 'channels',
  rule: 'channel',
  sentence: 'only in the channels I am meant for',
};

/** One of each kind of payload. */
const oneOfEach: readonly DoorName[] = [
  ...([
    'command /txn',
    'action txn:refresh',
    'action home:ask',
    'event app_mention',
    'event message',
  ] as const),
  ...([
    'shortcut look_up_references',
    'options bank:pick',
    'view txn:share-all',
    'event app_home_opened',
  ] as const),
];

// The rules themselves are tried in `policy.test.ts`, and what Slack says of people in
// `slack/people.bolt.test.ts`.
const knocks: [rule: string, DoorName, Refusal][] = [
  ...doorNames.map((door): [string, DoorName, Refusal] => ['guest', door, guest]),
  // What hangs on what the payload says of the person and the place.
  ...[ofAnother, elsewhere].flatMap((refusal) =>
    oneOfEach.map((door): [string, DoorName, Refusal] => [refusal.rule, door, refusal]),
  ),
];

it.each(knocks)(
  'somebody who may not ask is refused as %s, at %s, alone, and nothing is looked up',
  async (rule, door, refusal) => {
    const { app: name = 'members', sentence, stated } = refusal;
    const userId = newcomer();
    const knock = await ready(door, name, userId);
    if (stated) slack.setPerson(userId, stated);
    const changes = watchSlack(slack);
    const before = { requests: service.requests.length, audit: appOf(name).audit.length };
    const { answer, logged } = await knock();

    expect(service.requests).toHaveLength(before.requests);
    const own = logged.filter(({ from }) => from !== 'slack-libraries');
    expect(own).toMatchObject([
      { level: 'info', outcome: 'refused', rule, durationMs: expect.any(Number) },
    ]);
    const audited = { user: userId, outcome: 'refused', door: expect.any(String) };
    expect(appOf(name).audit.slice(before.audit)).toMatchObject([audited]);
    const { messages, views } = changes();
    if (door.startsWith('options')) {
      expect(answer).toMatchObject({ delivery: { outcome: 'acked' }, options: [] });
      expect([...messages, ...views]).toEqual([]);
      return;
    }
    const readers = [
      ...messages.map(({ visibleTo, channelId }) => visibleTo ?? channelId),
      ...views.map((view) => view.userId),
    ];
    expect(new Set(readers)).toEqual(
      new Set([door === 'event message' ? directMessageOf(userId) : userId]),
    );
    const words = JSON.stringify([...messages, ...views].map(({ payload }) => payload));
    expect(words).toContain(sentence);
    expect(words).toContain('Ask the payments desk.');
    // They are told which of their questions it was, where they wrote it; what a button carries may
    // not be theirs.
    const theirs = /`(?:GARO-8f3k2j1|12345698690885579|zenith)` was not looked up\./g;
    expect(theirs.test(words)).toBe(
      /^(?:command|event (?:app_mention|message)|action home:ask)/.test(door),
    );
    expect(words.replace(theirs, '')).not.toMatch(
      /Jane|ZENITH|SUCCESSFUL|Successful|Transfer service|GARO-|0123456789|Try Again/,
    );
  },
);

const doors = new Set([...doorNames.filter(isAboutBanks), ...oneOfEach]);
it.each([...doors])(
  'BANK_ALLOWED=everyone opens what is about bank codes, and nothing else: %s',
  async (door) => {
    const knock = await ready(door, 'banks');
    const { logged } = await knock();
    expect(logged.at(-1)).toMatchObject({ outcome: isAboutBanks(door) ? 'answered' : 'refused' });
  },
);
