import { workspace } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { createSlackProbe } from '../../src/doctor/check.ts';
import { allowedChannels, allowedGroups, allowedPeople } from '../../src/doctor/slack.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

const { channelId, otherChannelId, directMessageId, personId, otherPersonId, userGroupId } = workspace;

describe('the channels', () => {
  it('are named; one where the bot is no member is noted, and one that is none is a problem', async (test) => {
    const { examine } = await createExamined(test);
    const ids = [channelId, otherChannelId, directMessageId, 'C0NOBODYS'].join(',');
    expect(await examine(allowedChannels, { ALLOWED_CHANNELS: ids })).toEqual([
      'ok C0SUPPORT is #payments-support.',
      'note C0RANDOM is #random. The bot is no member: commands work, mentions are not heard. → Invite it there, if people are to mention it.',
      'ok D0TXNBOT0 is a direct message with txnbot.',
      'PROBLEM C0NOBODYS of ALLOWED_CHANNELS is no channel that the bot can see. → Check the id; invite the bot first, if it is a private channel.',
    ]);
  });

  it.for([
    [{ is_ext_shared: true }, 'shared with another organisation: answers'],
    [{ is_pending_ext_shared: true }, 'shared with another organisation: answers'],
    [{ is_org_shared: true }, 'shared with another workspace: answers'],
    [{ is_archived: true }, 'archived'],
  ] as const)('are noted where they are %j', async ([info, words], test) => {
    const { examine, slack } = await createExamined(test);
    slack.setChannel(channelId, info);
    expect(await examine(allowedChannels, { ALLOWED_CHANNELS: channelId })).toEqual([
      expect.stringContaining(`note C0SUPPORT is #payments-support, which is ${words}`),
    ]);
  });

  it('are noted where Slack does not say whether they are shared, with the fields', async (test) => {
    const { examine, slack } = await createExamined(test);
    slack.setChannel(channelId, { is_shared: undefined });
    expect(await examine(allowedChannels, { ALLOWED_CHANNELS: channelId })).toEqual([
      expect.stringMatching(/^note C0SUPPORT .* neither is_shared nor is_ext_shared/),
    ]);
  });

  it('are not asked for when none is named', async (test) => {
    const { examine, slack } = await createExamined(test);
    expect(await examine(allowedChannels)).toEqual([]);
    expect(slack.requests).toEqual([]);
  });

  it('cannot be asked for without the scope: it is said once, with how many are left', async (test) => {
    const { examine } = await createExamined(test, { scopes: ['users:read'] });
    const ids = `${channelId} ${otherChannelId}`;
    expect(await examine(allowedChannels, { ALLOWED_CHANNELS: ids })).toEqual([
      expect.stringMatching(
        /^PROBLEM Slack refused to say what C0\w+ of ALLOWED_CHANNELS is \(missing_scope\), for want of the scope channels:read\./,
      ),
      'note 2 of 2 ids of ALLOWED_CHANNELS were not looked at.',
    ]);
  });
});

describe('the people', () => {
  it('are named, and who may never ask is noted', async (test) => {
    const { examine, slack } = await createExamined(test);
    slack.setPerson(otherPersonId, { info: { deleted: true } });
    slack.setPerson('U0GUEST', { info: { is_restricted: true, real_name: 'A\u001b[2J guest' } });
    const ids = [personId, otherPersonId, 'U0GUEST', workspace.botUserId].join(',');
    expect(await examine(allowedPeople, { ALLOWED_USERS: ids })).toEqual([
      'ok U0AMARA00 is amara.',
      'note U0BISI000 is bisi, deactivated, and may never ask. → Take the id out of ALLOWED_USERS.',
      'note U0GUEST is A [2J guest, a guest, and may never ask. → Take the id out of ALLOWED_USERS.',
      'note U0TXNBOT0 is txnbot, a bot, and may never ask. → Take the id out of ALLOWED_USERS.',
    ]);
  });

  it('are nobody', async (test) => {
    const { examine, slack } = await createExamined(test);
    slack.setFailure('users.info', { error: 'user_not_found' });
    expect(await examine(allowedPeople, { ALLOWED_USERS: personId })).toEqual([
      'PROBLEM U0AMARA00 of ALLOWED_USERS is nobody in this workspace. → Check the id.',
    ]);
  });

  it('are looked at up to two dozen, as the bot needs Slack’s limits too', async (test) => {
    const { examine, slack } = await createExamined(test);
    const ids = Array.from({ length: 30 }, (_, i) => `U0A${i}`);
    const lines = await examine(allowedPeople, { ALLOWED_USERS: ids.join() });
    expect(lines).toHaveLength(25);
    expect(lines.at(-1)).toBe(
      "note 6 of 30 ids of ALLOWED_USERS were not looked at: 24 at most are, to leave Slack's limits to the bot.",
    );
    expect(slack.requests.filter((where) => where === 'users.info')).toHaveLength(24);
  });

  it('are too many for Slack: what was seen is said, and that the rest was not', async (test) => {
    const { examine, slack } = await createExamined(test);
    slack.setLimit('users.info', { calls: 1, retryAfterSeconds: 60 });
    const lines = await examine(allowedPeople, {
      ALLOWED_USERS: Array.from({ length: 9 }, (_, i) => `U0A${i}`).join(),
    });
    expect(lines).toEqual([
      expect.stringMatching(/^ok U0A0 is/),
      expect.stringMatching(/^note Slack was asked too often to say what U0A\d of ALLOWED_USERS is/),
      'note 8 of 9 ids of ALLOWED_USERS were not looked at.',
    ]);
    // Those under way are answered; no others are asked for.
    expect(slack.requests.filter((where) => where === 'users.info').length).toBeLessThan(9);
  });
});

it('are asked for until the end, and what was seen is said', async (test) => {
  const { env } = await createExamined(test);
  const ending = new AbortController();
  let asked = 0;
  const slow = await startServer((request, response) => {
    if (!request.url?.endsWith('users.info')) return answering(200, { ok: true, team_id: 'T0HERE' })(request, response);
    asked += 1;
    if (asked === 1) answering(200, { ok: true, user: { name: 'amara' } })(request, response);
    if (asked === 1 + 4) ending.abort(); // the others wait for an answer
  });
  test.onTestFinished(() => slow.close());
  const ids = Array.from({ length: 9 }, (_, i) => `U0A${i}`).join();
  const inspected = inspectConfig({ ...env, SLACK_API_URL: `${slow.url}/api`, ALLOWED_USERS: ids });
  const context = { inspected, slack: createSlackProbe(inspected.config), reference: undefined };
  expect(await allowedPeople.run({ ...context, ending: ending.signal })).toEqual([
    { outcome: 'ok', seen: expect.stringMatching(/ is amara\.$/) },
    { outcome: 'note', seen: '8 of 9 ids of ALLOWED_USERS were not looked at.' },
  ]);
});

describe('the user groups', () => {
  it('are named, or are none', async (test) => {
    const { examine } = await createExamined(test);
    const named = { ALLOWED_USER_GROUPS: `${userGroupId} S0NOBODYS`, BATCH_USER_GROUPS: 'S0NOLISTS' };
    expect(await examine(allowedGroups, named)).toEqual([
      'ok S0PAYMENTS is @payments.',
      'PROBLEM S0NOBODYS of ALLOWED_USER_GROUPS is no user group here. → Check the id.',
      'PROBLEM S0NOLISTS of BATCH_USER_GROUPS is no user group here. → Check the id.',
    ]);
  });

  it('cannot be listed without the scope', async (test) => {
    const { examine } = await createExamined(test, { scopes: [] });
    expect(await examine(allowedGroups, { ALLOWED_USER_GROUPS: userGroupId })).toEqual([
      expect.stringContaining('PROBLEM Slack refused to list the user groups (missing_scope), for want of the scope'),
    ]);
  });
});
