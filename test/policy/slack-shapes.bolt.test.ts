import { webApi } from '@slack/bolt';
import fc from 'fast-check';
import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessError } from '../../src/errors.ts';
import { type AccessRequest, authorize, type People } from '../../src/policy.ts';
import { createPeople } from '../../src/slack/people.ts';
import { logLines } from '../support/log-lines.ts';

/** The policy, asked about people and channels with every field that Slack may send, and with any of them left out. */
const { teamId, channelId } = workspace;
let slack: SlackStandIn;
let directory: People;
let people = 0;
beforeEach(async () => {
  slack = await createSlackStandIn();
  directory = createPeople(new webApi.WebClient(slack.botToken, { slackApiUrl: slack.apiUrl }), logLines().logger);
});
afterEach(() => slack.close());

type Fields = Record<string, unknown>;

/** A member of one workspace, with all that `users.info` is known to say. */
const member: Fields = {
  team_id: teamId,
  name: 'ann',
  deleted: false,
  color: '9f69e7',
  real_name: 'Ann',
  tz: 'Africa/Lagos',
  tz_label: 'West Africa Time',
  tz_offset: 3_600,
  profile: { real_name: 'Ann', display_name: 'ann', team: teamId, api_app_id: '', bot_id: '', guest_invited_by: '' },
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_bot: false,
  is_app_user: false,
  is_stranger: false,
  is_invited_user: false,
  is_workflow_bot: false,
  is_connector_bot: false,
  is_email_confirmed: true,
  has_2fa: false,
  updated: 1_758_897_189,
  locale: 'en-GB',
  who_can_share_contact_card: 'EVERYONE',
  enterprise_id: '',
  enterprise_name: '',
  teams: [],
  enterprise_user: undefined,
};

/** The same person on Enterprise Grid, whose home is another workspace. */
const gridMember: Fields = {
  ...member,
  team_id: 'T0HOME',
  enterprise_id: 'E0GROUP00',
  teams: ['T0HOME', teamId],
  enterprise_user: {
    id: 'W0ANN0000',
    enterprise_id: 'E0GROUP00',
    enterprise_name: 'Group',
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    teams: ['T0HOME', teamId],
  },
};

async function ruleFor(info: Fields, request: Partial<AccessRequest> = {}): Promise<string> {
  people += 1;
  const userId = `U0ANN${people}`;
  slack.setPerson(userId, { info });
  const question = { userId, channelId, isSharedChannel: false, isAboutBanks: false, posting: 'none' as const };
  const rules = {
    channels: [],
    users: [],
    userGroups: [],
    batchUserGroups: [],
    bankAllowed: 'same' as const,
    contact: undefined,
  };
  try {
    const { aloneBecause } = await authorize({ ...question, ...request }, rules, directory);
    return aloneBecause === undefined ? 'allowed' : 'alone';
  } catch (error) {
    if (error instanceof AccessError) return error.rule;
    throw error;
  }
}

/** The fields with any of them but these left out or null. */
function without(fields: Fields, kept: readonly string[]): fc.Arbitrary<Fields> {
  const optional = Object.keys(fields).filter((name) => !kept.includes(name));
  const changes = fc.record(
    Object.fromEntries(optional.map((name) => [name, fc.constantFrom(undefined, null, fields[name])])),
  );
  return changes.map((changed) => ({ ...fields, ...changed }));
}

describe('a user object', () => {
  it.each<[string, Fields, string]>([
    ['of a workspace', member, 'team_id'],
    ['of Enterprise Grid', gridMember, 'enterprise_user'],
  ])('%s lets its person in, whatever else Slack leaves out', async (_what, user, decisive) => {
    await fc.assert(
      fc.asyncProperty(without(user, [decisive]), async (info) => {
        expect(await ruleFor(info)).toBe('allowed');
      }),
      { numRuns: 25 },
    );
  });

  it.each<[string, Fields, string]>([
    ['of a workspace', member, 'team_id'],
    ['of Enterprise Grid', gridMember, 'enterprise_user'],
  ])('%s lets nobody in without what names the workspace, whatever else Slack says', async (_what, user, decisive) => {
    await fc.assert(
      fc.asyncProperty(without(user, [decisive]), fc.constantFrom(undefined, null), async (info, nothing) => {
        expect(await ruleFor({ ...info, [decisive]: nothing })).toBe('not_a_member');
      }),
      { numRuns: 25 },
    );
  });

  it.each<[string, Fields]>([
    ['deactivated', { deleted: true }],
    ['bot', { is_bot: true }],
    ['guest', { is_restricted: true }],
    ['guest', { is_ultra_restricted: true }],
    ['guest', { is_stranger: true }],
  ])('is refused as %s for %j, whatever else Slack leaves out', async (rule, said) => {
    const [field = ''] = Object.keys(said);
    await fc.assert(
      fc.asyncProperty(without(member, ['team_id', field]), async (info) => {
        expect(await ruleFor({ ...info, ...said })).toBe(rule);
      }),
      { numRuns: 8 },
    );
  });
});

describe('a conversation object', () => {
  const channel: Fields = {
    name: 'payments-support',
    name_normalized: 'payments-support',
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: false,
    is_member: true,
    is_archived: false,
    is_general: false,
    is_shared: false,
    is_ext_shared: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    is_global_shared: false,
    pending_shared: [],
    pending_connected_team_ids: [],
    shared_team_ids: [teamId],
    internal_team_ids: [],
    connected_team_ids: [],
    connected_limited_team_ids: [],
    context_team_id: teamId,
    conversation_host_id: '',
    properties: {},
  };
  const posted = (info: Fields) => {
    slack.setChannel(channelId, info);
    directory = createPeople(new webApi.WebClient(slack.botToken, { slackApiUrl: slack.apiUrl }), logLines().logger);
    return ruleFor(member, { posting: 'preferred' });
  };

  it.each(['is_ext_shared', 'is_shared'])(
    'is posted into for %s alone, whatever else Slack leaves out',
    async (field) => {
      await fc.assert(
        fc.asyncProperty(without(channel, [field]), async (info) => {
          expect(await posted(info)).toBe('allowed');
        }),
        { numRuns: 12 },
      );
    },
  );

  it.each<Fields>([
    { is_ext_shared: true },
    { is_pending_ext_shared: true },
    { is_ext_shared: undefined, is_shared: undefined },
    { is_ext_shared: null, is_shared: null },
  ])('is not posted into for %j, whatever else Slack leaves out', async (said) => {
    await fc.assert(
      fc.asyncProperty(without(channel, Object.keys(said)), async (info) => {
        expect(await posted({ ...info, ...said })).toBe('alone');
      }),
      { numRuns: 12 },
    );
  });
});
