import { describe, expect, it, vi } from 'vitest';
import { AccessError, SlackApiError } from '../src/errors.ts';
import {
  type AccessRequest,
  type AccessRules,
  authorize,
  type Channel,
  type People,
  type Person,
} from '../src/policy.ts';

const ours: Person = { teamIds: ['T0OURS'], isGuest: false, isBot: false, isDeactivated: false };
const open: AccessRules = {
  channels: [],
  users: [],
  userGroups: [],
  listUserGroups: [],
  bankAllowed: 'same',
  contact: undefined,
};
const question: AccessRequest = {
  userId: 'U0ANN',
  channelId: 'C0HERE',
  isSharedChannel: false,
  isAboutBanks: false,
  posting: 'none',
};

const channelWhere = (said: Partial<Channel>) => async (): Promise<Channel> => ({
  isShared: false,
  isUnsaid: false,
  personId: undefined,
  ...said,
});
/** What Slack says. */
const directory = (answers: Partial<People> = {}): People => ({
  ownTeamId: async () => 'T0OURS',
  person: async () => ours,
  members: async (group) => new Set(group === 'S0US' ? ['U0ANN'] : []),
  channel: channelWhere({}),
  ...answers,
});
const down = () => Promise.reject(new Error('down'));
const refusing = (code: string, neededScope?: string) =>
  directory({ person: () => Promise.reject(new SlackApiError({ failure: 'refused', code, neededScope })) });

/** The rule that decides, and what is said of it. */
async function decision(request: Partial<AccessRequest>, rules: Partial<AccessRules> = {}, slack = directory()) {
  try {
    const { aloneBecause } = await authorize({ ...question, ...request }, { ...open, ...rules }, slack);
    return { rule: aloneBecause === undefined ? 'allowed' : 'alone', words: aloneBecause };
  } catch (error) {
    if (error instanceof AccessError) return { rule: error.rule, words: error.message };
    throw error;
  }
}
const ruleFor = async (...asked: Parameters<typeof decision>) => (await decision(...asked)).rule;
const sentence = async (rules: Partial<AccessRules>, slack: People, request: Partial<AccessRequest> = {}) =>
  (await decision(request, rules, slack)).words;

it('says whether the same person may ask in a window, which belongs to no channel', async () => {
  const mayAsk = async (channels: string[]) =>
    (await authorize({ ...question, channelId: 'C1' }, { ...open, channels }, directory())).mayAskInWindows;
  expect([await mayAsk([]), await mayAsk(['C1'])]).toEqual([true, false]);
});

describe('who may ask', () => {
  it('is everybody of the organisation, when nothing else is said', async () => {
    const slack = directory({ person: async () => ({ ...ours, teamIds: ['T0SISTER', 'T0OURS'] }) });
    expect(await ruleFor({}, {}, slack)).toBe('allowed');
    expect(await ruleFor({ channelId: undefined })).toBe('allowed');
  });

  it.each<[string, Partial<Person>]>([
    ['not_a_member', { teamIds: ['T0THEIRS'] }],
    ['not_a_member', { teamIds: ['T0SISTER', 'T0OTHER'] }],
    ['not_a_member', { teamIds: [] }],
    ['bot', { isBot: true }],
    ['deactivated', { isDeactivated: true }],
    ['guest', { isGuest: true }],
  ])('is not: %s (%j), even on every list', async (rule, changes) => {
    const slack = directory({ person: async () => ({ ...ours, ...changes }) });
    const rules: Partial<AccessRules> = { users: ['U0ANN'], userGroups: ['S0US'], channels: ['C0HERE'] };
    expect(await ruleFor({}, rules, slack)).toBe(rule);
    expect(await ruleFor({ isAboutBanks: true }, { ...rules, bankAllowed: 'everyone' }, slack)).toBe(rule);
  });

  it('is not who has no id', async () => {
    expect(await ruleFor({ userId: undefined })).toBe('unknown_person');
  });

  it.each<[string, Partial<People>, Partial<AccessRequest>]>([
    ['its own team', { ownTeamId: down }, {}],
    ['the person', { person: down }, {}],
    ['the group', { members: down }, {}],
    ['the channel', { channel: down }, { posting: 'required' }],
  ])('is nobody while Slack cannot be asked about %s', async (_what, answers, request) => {
    expect(await ruleFor(request, { userGroups: ['S0US'] }, directory(answers))).toBe('slack_unavailable');
  });
});

describe('the lists', () => {
  it.each<[string, Partial<AccessRules>, Partial<AccessRequest>]>([
    ['allowed', { channels: ['C0ELSE', 'C0HERE'] }, {}],
    ['channel', { channels: ['C0ELSE'] }, {}],
    ['channel', { channels: ['C0HERE'] }, { channelId: undefined }],
    ['person', { users: ['U0BOB'] }, {}],
    ['allowed', { userGroups: ['S0THEM', 'S0US'] }, {}],
    ['person', { userGroups: ['S0THEM'] }, {}],
    ['allowed', { users: ['U0BOB'], userGroups: ['S0US'] }, {}],
    ['allowed', { users: ['U0ANN'], userGroups: ['S0THEM'] }, {}],
    ['person', { users: ['U0BOB'], bankAllowed: 'same' }, { isAboutBanks: true }],
    ['person', { users: ['U0BOB'], bankAllowed: 'everyone' }, { isAboutBanks: false }],
    ['allowed', { users: ['U0BOB'], channels: ['C0ELSE'], bankAllowed: 'everyone' }, { isAboutBanks: true }],
  ])('%s by %j for %j', async (rule, rules, request) => {
    expect(await ruleFor(request, rules)).toBe(rule);
  });

  it.each<[string, string[]]>([
    ['allowed', ['S0DOWN', 'S0US']],
    ['slack_unavailable', ['S0DOWN', 'S0THEM']],
    ['person', ['S0THEM', 'S0THOSE']],
  ])('%s: a group that Slack cannot be asked about keeps out nobody of another one, %j', async (rule, userGroups) => {
    const slack = directory({
      members: async (group) => {
        if (group === 'S0DOWN') throw new Error('down');
        return new Set(group === 'S0US' ? ['U0ANN'] : []);
      },
    });
    expect(await ruleFor({}, { userGroups }, slack)).toBe(rule);
  });

  it('ask for a group only when the person is not named', async () => {
    const members = vi.fn(async () => new Set<string>());
    await ruleFor({}, { users: ['U0ANN'], userGroups: ['S0US'] }, directory({ members }));
    expect(members).not.toHaveBeenCalled();
  });
});

describe('what everybody reads', () => {
  const shared = directory({ channel: channelWhere({ isShared: true }) });

  it.each<[string, Partial<AccessRequest>, boolean]>([
    ['allowed', { posting: 'required' }, false],
    ['shared_channel', { posting: 'required' }, true],
    ['shared_channel', { posting: 'required', isSharedChannel: true }, false],
    ['shared_channel', { posting: 'required', channelId: undefined }, false],
    ['shared_channel', { posting: 'required', isAboutBanks: true }, true],
    ['alone', { posting: 'preferred' }, true],
    ['alone', { posting: 'preferred', isSharedChannel: true }, false],
    ['alone', { posting: 'preferred', isAboutBanks: true }, true],
    ['allowed', { posting: 'preferred' }, false],
    ['allowed', { posting: 'none', isSharedChannel: true }, true],
  ])('%s: %j where sharing is %j', async (rule, request, isShared) => {
    const channel = vi.fn(channelWhere({ isShared }));
    expect(await ruleFor(request, { bankAllowed: 'everyone' }, directory({ channel }))).toBe(rule);
    if (request.posting === 'none') expect(channel).not.toHaveBeenCalled();
  });

  it.each<[string, boolean, string[]]>([
    ['allowed', false, ['T0OURS']],
    ['allowed', false, ['T0SISTER', 'T0OURS']],
    ['shared_channel', false, ['T0THEIRS']],
    ['shared_channel', true, ['T0OURS']],
  ])('%s in a direct message (said to be shared: %j) with somebody of %j', async (rule, isShared, teamIds) => {
    const slack = directory({
      channel: channelWhere({ isShared, personId: 'U0OTHER' }),
      person: async (id) => (id === 'U0OTHER' ? { ...ours, teamIds } : ours),
    });
    expect(await ruleFor({ posting: 'required', channelId: 'D0HERE' }, {}, slack)).toBe(rule);
  });

  it('opens to nobody whom another rule keeps out', async () => {
    expect(await ruleFor({ posting: 'preferred' }, { users: ['U0BOB'] }, shared)).toBe('person');
    expect(await ruleFor({ posting: 'preferred' }, { channels: ['C0ELSE'] }, shared)).toBe('channel');
  });

  it.each([
    [channelWhere({ isShared: true }), /^Only you can see this: .* shared with another organisation or workspace\.$/],
    [channelWhere({ isShared: true, isUnsaid: 'not a member' }), /^Invite me to this channel to post here\.$/],
    [channelWhere({ isShared: true, isUnsaid: 'left out' }), /^Slack doesn't say .* only you see this/],
    [down, /^Slack doesn't say .* only you see this/],
  ])('says why it is for the asker alone, and suspects nobody where Slack does not say', async (channel, why) => {
    expect(await sentence({}, directory({ channel }), { posting: 'preferred' })).toMatch(why);
  });
});

describe('a refusal', () => {
  const theirs = directory({ person: async () => ({ ...ours, teamIds: ['T0THEIRS'] }) });

  it('says why, and whom to ask when that is configured', async () => {
    expect(await sentence({}, theirs)).toBe('I answer only members of my workspace.');
    expect(await sentence({ contact: '#payments-help' }, theirs)).toMatch(/ Ask #payments-help\.$/);
  });

  it('says what Slack does not say, and whether waiting can help', async () => {
    expect(await sentence({}, directory({ channel: down }), { posting: 'required' })).toMatch(
      /^Slack does not say right now who reads here, so nothing is posted\. Try again/,
    );
    expect(await sentence({}, refusing('internal_error'))).toContain('Try again in a minute');
    expect(await sentence({}, refusing('unknown_method'))).toMatch(/`unknown_method`\. Tell whoever runs/);
    const lacking = refusing('missing_scope', 'users:read');
    expect(await sentence({}, lacking)).toContain('it lacks the scope `users:read`. Tell whoever');
  });

  it('names no list, no id and no other person', async () => {
    const lists = { users: ['U0BOB'], channels: ['C0HERE'], userGroups: ['S0THEM'] };
    expect(await sentence(lists, directory())).toBe("You don't have access to this bot.");
  });
});
