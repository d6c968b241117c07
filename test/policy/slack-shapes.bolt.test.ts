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

const all = (names: string, value: unknown): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** A member of one workspace, with what `users.info` is known to say beside what nothing hangs on. */
const member: Fields = {
  team_id: teamId,
  tz_offset: 3_600,
  profile: { real_name: 'Ann', display_name: 'ann', team: teamId, api_app_id: '', bot_id: '', guest_invited_by: '' },
  ...all('deleted is_restricted is_ultra_restricted is_bot is_app_user is_stranger is_invited_user', false),
  ...all('is_admin is_owner is_primary_owner is_workflow_bot is_connector_bot has_2fa', false),
  ...all('enterprise_id enterprise_name', ''),
  teams: [],
  enterprise_user: undefined,
};

/** The same person on Enterprise Grid, whose home is another workspace. */
const teams = ['T0HOME', teamId];
const enterprise = { id: 'W0ANN0000', enterprise_id: 'E0GROUP00', enterprise_name: 'Group', teams };
const gridMember: Fields = {
  ...member,
  team_id: 'T0HOME',
  enterprise_id: 'E0GROUP00',
  teams,
  enterprise_user: enterprise,
};

async function ruleFor(info: Fields, request: Partial<AccessRequest> = {}): Promise<string> {
  people += 1;
  const userId = `U0ANN${people}`;
  slack.setPerson(userId, { info });
  const question = { userId, channelId, isSharedChannel: false, isAboutBanks: false, posting: 'none' as const };
  const lists = { channels: [], users: [], userGroups: [], batchUserGroups: [] };
  const rules = { ...lists, bankAllowed: 'same' as const, contact: undefined };
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
  ])(
    '%s lets its person in by what names the workspace alone, whatever else Slack says',
    async (_what, user, decisive) => {
      await fc.assert(
        fc.asyncProperty(without(user, [decisive]), fc.constantFrom(undefined, null), async (info, nothing) => {
          expect(await ruleFor(info)).toBe('allowed');
          expect(await ruleFor({ ...info, [decisive]: nothing })).toBe('not_a_member');
        }),
        { numRuns: 25 },
      );
    },
  );
});

describe('a conversation object', () => {
  const channel: Fields = {
    is_channel: true,
    is_member: true,
    ...all('is_group is_im is_mpim is_private is_archived is_general', false),
    ...all('is_shared is_ext_shared is_org_shared is_pending_ext_shared is_global_shared', false),
    ...all('pending_shared pending_connected_team_ids internal_team_ids connected_team_ids', []),
    shared_team_ids: [teamId],
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
