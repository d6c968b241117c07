import { createSlackStandIn, type SlackFailure, type SlackStandIn, workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { header } from '../../src/blocks/blocks.ts';
import { createEvents, type SlackCall } from '../../src/ops/events.ts';
import type { Channel, People } from '../../src/policy.ts';
import { chooseBlockForm } from '../../src/slack/connection.ts';
import { createPeople } from '../../src/slack/people.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type LogLines, logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';
import { clientOf } from './support.ts';

const { personId, otherPersonId, userGroupId, channelId, directMessageId, teamId } = workspace;
let slack: SlackStandIn;
let directory: People;
let log: LogLines;
let calls: SlackCall[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  slack = await createSlackStandIn();
  calls = [];
  log = logLines();
  const events = createEvents().on('slackCall', (call) => calls.push(call));
  directory = createPeople(clientOf(slack, log.logger, events), log.logger);
});
afterEach(async () => {
  vi.useRealTimers();
  await slack.close();
});
const grid = (teams: string[] | undefined) => ({
  team_id: 'T0HOME',
  enterprise_user: { id: 'W0ANN0000', enterprise_id: 'E0GROUP00', enterprise_name: 'Group', teams },
});
const wait = (ms: number) => {
  vi.advanceTimersByTime(ms);
  // The cache looks at the clock once a millisecond; timers of one length end in the order they
  // began.
  return new Promise((resolve) => setTimeout(resolve, 1));
};
const minute = 60_000;
const asked = (method: string) => slack.requests.filter((request) => request === method).length;

describe('the directory of people, groups and channels', () => {
  it("the directory caches Slack's answers for minutes, and then asks again", async () => {
    expect(await directory.person(personId)).toMatchObject({
      teamIds: [teamId],
      isDeactivated: false,
    });
    expect([...(await directory.members(userGroupId))]).toEqual([personId]);
    expect(await directory.channel(channelId)).toMatchObject({ sharing: 'own' });
    slack.setPerson(personId, { info: { deleted: true } });
    slack.setUserGroup(userGroupId, [otherPersonId]);
    slack.setChannel(channelId, { is_ext_shared: true });
    await wait(11_000);
    expect(await directory.channel(channelId)).toMatchObject({ sharing: 'shared' }); // it may be by now
    await wait(3 * minute);
    expect(await directory.person(personId)).toMatchObject({ isDeactivated: false });
    expect([...(await directory.members(userGroupId))]).toEqual([personId]);
    expect([
      asked('users.info'),
      asked('usergroups.users.list'),
      asked('conversations.info'),
    ]).toEqual([1, 1, 2]);
    await wait(2 * minute);
    expect(await directory.person(personId)).toMatchObject({ isDeactivated: true });
    expect([...(await directory.members(userGroupId))]).toEqual([otherPersonId]);
  });

  it('the directory asks again when Slack fails, and caches no failure', async () => {
    slack.setFailure('users.info', { status: 500 });
    slack.setFailure('auth.test', { status: 500 });
    const asks = Object.entries({ person: directory.person, ownTeamId: directory.ownTeamId });
    for (const [what, ask] of asks) await expect(ask(personId), what).rejects.toThrow();
    slack.setFailure('users.info', { status: 503 }, 1);
    slack.setFailure('auth.test', undefined);
    for (const [what, ask] of asks) await expect(ask(personId), what).resolves.toBeDefined();
    expect([asked('users.info'), asked('auth.test')]).toEqual([5, 2]); // a start says at once that Slack is silent
  });

  it.each(['no_such_subteam', 'plan_upgrade_required'])(
    'a user group that is gone has no members: %s',
    async (error) => {
      slack.setFailure('usergroups.users.list', { error: 'missing_scope' }, 1);
      await expect(directory.members('S0GONE')).rejects.toThrow('missing_scope');
      slack.setFailure('usergroups.users.list', { error });
      for (const _times of [1, 2]) expect(await directory.members('S0GONE')).toEqual(new Set());
      expect(asked('usergroups.users.list')).toBe(2);
      expect(log.entries()).toEqual([
        expect.objectContaining({ level: 'warn', group: 'S0GONE', code: error }),
      ]);
    },
  );

  const flags = ['deleted', 'is_bot', 'is_restricted', 'is_ultra_restricted', 'is_stranger'];
  const none = { isGuest: false, isBot: false, isDeactivated: false };
  const all = (value: unknown) => Object.fromEntries(flags.map((flag) => [flag, value]));
  it.each<[object, object]>([
    [{ is_restricted: true }, { ...none, isGuest: true }],
    [{ is_ultra_restricted: true }, { ...none, isGuest: true }],
    [{ is_stranger: true }, { ...none, isGuest: true }],
    [{ is_bot: true }, { ...none, isBot: true }],
    [all(undefined), { ...none, teamIds: [teamId], utcOffsetSeconds: 3_600 }],
    [all(null), none],
    [all(false), none],
    [
      grid(['T0HOME', teamId, 'T0SISTER']),
      { teamIds: expect.arrayContaining(['T0HOME', teamId, 'T0SISTER']) },
    ],
    [grid(undefined), { teamIds: ['T0HOME'] }],
    [{ team_id: null, enterprise_user: { teams: [null, ''] } }, { teamIds: [] }],
  ])('a person whom users.info calls %j is read as %j', async (info, person) => {
    slack.setPerson(personId, { info: { ...info } });
    expect(await directory.person(personId)).toMatchObject(person);
  });

  it('a person whom Slack does not show belongs to no workspace', async () => {
    slack.setFailure('users.info', { error: 'user_not_visible' });
    expect(await directory.person(otherPersonId)).toMatchObject({ teamIds: [] });
    slack.setFailure('users.info', { error: 'missing_scope' });
    await expect(directory.person('U0OTHER00')).rejects.toThrow();
  });

  it.each<[string, Channel['sharing'], string | undefined, object]>([
    [channelId, 'own', undefined, { is_shared: false }],
    [
      channelId,
      'shared',
      undefined,
      { is_shared: true, is_org_shared: true, is_ext_shared: false },
    ],
    [channelId, 'shared', undefined, { is_shared: false, is_ext_shared: true }],
    [channelId, 'shared', undefined, { is_shared: false, is_pending_ext_shared: true }],
    [channelId, 'left out', undefined, { is_shared: undefined, user: personId }],
    [channelId, 'left out', undefined, { is_shared: undefined, is_im: true }],
    [directMessageId, 'own', personId, {}],
    [directMessageId, 'shared', personId, { is_ext_shared: true }],
  ])('the channel %s is %s, with %s, where Slack states %j', async (id, sharing, person, info) => {
    slack.setChannel(id, { ...info });
    expect(await directory.channel(id)).toEqual({ sharing, personId: person });
  });

  it('a channel counts as not its own while Slack does not find it, and is asked for again', async () => {
    slack.setFailure('conversations.info', { error: 'channel_not_found' });
    expect(await directory.channel(channelId)).toMatchObject({ sharing: 'not a member' });
    slack.setFailure('conversations.info', undefined);
    expect(await directory.channel(channelId)).toMatchObject({ sharing: 'own' });
  });

  it.each(['missing_scope', 'internal_error', 'ratelimited'])(
    'throws, and takes no channel for an internal one, when Slack answers %s',
    async (error) => {
      slack.setFailure('conversations.info', { error });
      await expect(directory.channel(channelId)).rejects.toThrow(error);
    },
  );

  it.each<[object]>([
    [{ team_id: 'E0GROUP00', is_enterprise_install: true }],
    [{ team_id: undefined }],
  ])("the directory knows no own workspace when the token's identity is %j", async (identity) => {
    slack.setIdentity({ ...identity });
    await expect(directory.ownTeamId()).rejects.toThrow('is of no one workspace');
  });
});

describe('while Slack limits or fails', () => {
  const limited = (seconds: number) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
  });
  const limitedNow = (count: number) =>
    waitFor(() =>
      expect(calls.filter(({ failure }) => failure === 'http_429')).toHaveLength(count),
    );

  it('a rate-limited query to Slack waits fifteen seconds at most; its answer serves the next', async () => {
    holdClock();
    slack.setFailure('users.info', limited(20), 1);
    const person = directory.person(personId).catch((error: unknown) => error);
    await limitedNow(1);
    await directory.channel(channelId); // no other method waits
    vi.advanceTimersByTime(15_000);
    expect(await person).toMatchObject({ code: 'ETIMEDOUT' });
    const later = directory.person(personId);
    vi.advanceTimersByTime(5_000);
    await waitFor(() => {
      vi.advanceTimersByTime(250);
      expect(asked('users.info')).toBe(2);
    });
    expect(await later).toMatchObject({ teamIds: [teamId] });
  });

  it('many new people at once are each asked for once, and none is given up', async () => {
    holdClock();
    slack.setLimit('users.info', { calls: 50, retryAfterSeconds: 10 });
    const ids = Array.from({ length: 90 }, (_, index) => `U0NEW${index}`);
    let known = 0;
    for (const id of ids) void directory.person(id).then(() => (known += 1));
    await waitFor(() => expect(known).toBe(50));
    await waitFor(() => {
      vi.advanceTimersByTime(500);
      expect(known).toBe(ids.length);
    });
    expect(asked('users.info')).toBeLessThan(2 * ids.length);
  });

  const askedBefore = async () => {
    await directory.person(personId);
    await wait(6 * minute);
  };

  it('while Slack fails, cached people and groups serve for an hour, channels never', async () => {
    await directory.person(personId);
    await directory.members(userGroupId);
    await directory.channel(channelId);
    slack.setFailure('conversations.info', { status: 503 });
    slack.setFailure('users.info', { status: 503 });
    slack.setFailure('usergroups.users.list', { error: 'internal_error' });
    for (const minutes of [6, 30, 23]) {
      await wait(minutes * minute);
      expect(await directory.person(personId)).toMatchObject({ teamIds: [teamId] });
      expect(await directory.members(userGroupId)).toEqual(new Set([personId]));
      await expect(directory.channel(channelId)).rejects.toThrow();
    }
    await expect(directory.person(otherPersonId)).rejects.toThrow();
    await wait(2 * minute);
    await expect(directory.person(personId)).rejects.toThrow();
    await expect(directory.members(userGroupId)).rejects.toThrow();
  });

  it("a cached person does not wait for Slack's rate limit to pass", async () => {
    await askedBefore();
    slack.setFailure('users.info', limited(5), 1);
    expect(await directory.person(personId)).toMatchObject({ teamIds: [teamId] });
    expect(asked('users.info')).toBe(2); // and not a third time, five seconds later
  });

  it('after a failure Slack is asked again seconds later, and its new answer counts', async () => {
    await askedBefore();
    slack.setFailure('users.info', { error: 'ratelimited' });
    await directory.person(personId);
    await directory.person(personId);
    expect(asked('users.info')).toBe(2);
    slack.setPerson(personId, { info: { deleted: true } });
    slack.setFailure('users.info', undefined);
    await wait(11_000);
    expect(await directory.person(personId)).toMatchObject({ isDeactivated: true });
  });

  it.each(['invalid_auth', 'missing_scope'])(
    "Slack's definite answer replaces a cached person: %s",
    async (error) => {
      await askedBefore();
      slack.setFailure('users.info', { error });
      await expect(directory.person(personId)).rejects.toThrow(error);
      slack.setFailure('users.info', { error: 'user_not_found' });
      expect(await directory.person(personId)).toMatchObject({ teamIds: [] });
    },
  );
});

const empty = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
const mistakes = ['/blocks/0/text/text failed_constraint'];

it.each<[string, string, SlackFailure | undefined, 'current' | 'classic', object]>([
  ['Slack takes the sample', 'A', undefined, 'current', { level: 'info' }],
  [
    'Slack dislikes it',
    '',
    undefined,
    'classic',
    { level: 'warn', code: 'invalid_message', mistakes },
  ],
  [
    'Slack lacks the method',
    'A',
    { error: 'unknown_method' },
    'classic',
    { code: 'unknown_method' },
  ],
  ['Slack answers nothing', 'A', empty, 'classic', { level: 'warn' }],
])('when %s, %j, answers have the block form %j: %s', async (_when, text, failure, form, line) => {
  slack.setFailure('blocks.validate', failure);
  expect(await chooseBlockForm(clientOf(slack, log.logger), header(text), log.logger)).toBe(form);
  expect(log.entries().filter(({ from }) => from === undefined)).toMatchObject([
    { blocks: form, ...line },
  ]);
});
