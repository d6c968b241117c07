import { expect, it } from 'vitest';
import { AccessError, SlackApiError } from '../src/errors.ts';
import {
  type AccessRules,
  type Address,
  authorize,
  authorizeAgain,
  type Channel,
  type Door,
  type People,
  type Person,
  type Place,
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
/** Who asks, where, and how. */
interface Question extends Address, Door {}
const question: Question = {
  personId: 'U0ANN',
  channelId: 'C0HERE',
  isShared: false,
  isAboutBanks: async () => false,
  isPublic: true,
};

const channelWhere = (stated: Partial<Channel>) => async (): Promise<Channel> => ({
  sharing: 'own',
  personId: undefined,
  ...stated,
});
const directory = (answers: Partial<People> = {}): People => ({
  ownTeamId: async () => 'T0OURS',
  person: async () => ours,
  members: async (group) => new Set(group === 'S0US' ? ['U0ANN'] : []),
  channel: channelWhere({}),
  ...answers,
});
const down = () => Promise.reject(new Error('down'));
const refusing = (code: string, neededScope?: string) =>
  directory({
    person: () => Promise.reject(new SlackApiError({ failure: 'refused', code, neededScope })),
  });

/** The rule that decides, and what is said of it. */
async function decision(
  request: Partial<Question>,
  rules: Partial<AccessRules> = {},
  slack: People,
) {
  const whole = { ...question, ...request };
  try {
    const { place } = await authorize(whole, whole, { ...open, ...rules }, slack);
    const { aloneBecause } = place;
    return { rule: aloneBecause === undefined ? 'allowed' : 'alone', words: aloneBecause, place };
  } catch (error) {
    if (error instanceof AccessError) return { rule: error.rule, words: error.message };
    throw error;
  }
}

type Row = [
  rule: string,
  request: Partial<Question>,
  rules?: Partial<AccessRules>,
  slack?: Partial<People>,
];

const everywhere: Partial<AccessRules> = {
  users: ['U0ANN'],
  userGroups: ['S0US'],
  channels: ['C0HERE'],
};
const withBanks: Partial<AccessRules> = { ...everywhere, bankAllowed: 'everyone' };
const who = (changes: Partial<Person>): Partial<People> => ({
  person: async () => ({ ...ours, ...changes }),
});
const where = (stated: Partial<Channel>): Partial<People> => ({ channel: channelWhere(stated) });
const shared = where({ sharing: 'shared' });
/** A direct message with somebody of these workspaces. */
const withPerson = (teamIds: string[], stated: Partial<Channel> = {}): Partial<People> => ({
  ...where({ personId: 'U0OTHER', ...stated }),
  person: async (id) => (id === 'U0OTHER' ? { ...ours, teamIds } : ours),
});
const halfDown: Partial<People> = {
  members: async (group) =>
    group === 'S0DOWN' ? down() : new Set(group === 'S0US' ? ['U0ANN'] : []),
};
const halfSilent: Partial<People> = {
  members: async (group) => (group === 'S0US' ? new Set(['U0ANN']) : new Promise(() => {})),
};
const strangers: [rule: string, changes: Partial<Person>][] = [
  ['not_a_member', { teamIds: ['T0THEIRS'] }],
  ['not_a_member', { teamIds: ['T0SISTER', 'T0OTHER'] }],
  ['not_a_member', { teamIds: [] }],
  ['bot', { isBot: true }],
  ['deactivated', { isDeactivated: true }],
  ['guest', { isGuest: true }],
];
const required = { posts: 'channel' } as const;
const preferred = { posts: 'thread' } as const;

it.each<Row>([
  // Who asks.
  ['allowed', {}, {}, who({ teamIds: ['T0SISTER', 'T0OURS'] })],
  ['allowed', { channelId: undefined }],
  ['unknown_person', { personId: '' }],
  ...strangers.flatMap(([rule, changes]): Row[] => [
    [rule, {}, everywhere, who(changes)],
    [rule, { isAboutBanks: async () => true }, withBanks, who(changes)],
  ]),
  ['slack_unavailable', {}, {}, { ownTeamId: down }],
  ['slack_unavailable', {}, {}, { person: down }],
  ['slack_unavailable', {}, { userGroups: ['S0US'] }, { members: down }],
  ['slack_unavailable', required, {}, { channel: down }],
  // The lists.
  ['allowed', {}, { channels: ['C0ELSE', 'C0HERE'] }],
  ['channel', {}, { channels: ['C0ELSE'] }],
  ['channel', { channelId: undefined }, { channels: ['C0HERE'] }],
  ['person', {}, { users: ['U0BOB'] }],
  ['allowed', {}, { userGroups: ['S0THEM', 'S0US'] }],
  ['person', {}, { userGroups: ['S0THEM'] }],
  ['allowed', {}, { users: ['U0BOB'], userGroups: ['S0US'] }],
  ['allowed', {}, { users: ['U0ANN'], userGroups: ['S0THEM'] }, { members: down }], // which is not asked for
  ['person', { isAboutBanks: async () => true }, { users: ['U0BOB'], bankAllowed: 'same' }],
  ['person', { isAboutBanks: async () => false }, { users: ['U0BOB'], bankAllowed: 'everyone' }],
  [
    'allowed',
    { isAboutBanks: async () => true },
    { users: ['U0BOB'], channels: ['C0ELSE'], bankAllowed: 'everyone' },
  ],
  // A group that Slack cannot be asked about keeps out no member of another one.
  ['allowed', {}, { userGroups: ['S0DOWN', 'S0US'] }, halfDown],
  ['slack_unavailable', {}, { userGroups: ['S0DOWN', 'S0THEM'] }, halfDown],
  ['allowed', {}, { userGroups: ['S0US', 'S0SILENT'] }, halfSilent], // nobody waits for a group that need not be asked about
  // Where everybody reads.
  ['allowed', required],
  ['shared_channel', required, {}, shared],
  ['shared_channel', { ...required, isShared: true }],
  ['shared_channel', { ...required, channelId: undefined }],
  ['shared_channel', { ...required, isAboutBanks: async () => true }, withBanks, shared],
  ['alone', preferred, {}, shared],
  ['alone', { ...preferred, isShared: true }],
  ['alone', { ...preferred, isAboutBanks: async () => true }, withBanks, shared],
  ['allowed', preferred],
  ['allowed', { isShared: true }, {}, { channel: down }], // which is not asked for
  ['person', preferred, { users: ['U0BOB'] }, shared],
  ['channel', preferred, { channels: ['C0ELSE'] }, shared],
  // In a direct message.
  ['allowed', required, {}, withPerson(['T0OURS'])],
  ['allowed', required, {}, withPerson(['T0SISTER', 'T0OURS'])],
  ['shared_channel', required, {}, withPerson(['T0THEIRS'])],
  ['shared_channel', required, {}, withPerson(['T0OURS'], { sharing: 'shared' })],
])('the rule that decides is %s for %j by %j', async (rule, request, rules, answers) => {
  expect((await decision(request, rules, directory(answers))).rule).toBe(rule);
});

type PlaceRow = [posts: Door['posts'], isPublic: boolean, Channel['sharing'], Place | 'refused'];
const atAsker = { to: 'asker', isPublic: false } as const;
const becauseOf = (words: string): Place => ({
  ...atAsker,
  aloneBecause: expect.stringContaining(words),
});

it.each<PlaceRow>([
  // What no route declares goes to the asker, and Slack is not asked who else is there.
  [undefined, true, 'own', atAsker],
  [undefined, false, 'own', atAsker],
  [undefined, true, 'shared', atAsker],
  ['thread', true, 'own', { to: 'thread', isPublic: true }],
  ['thread', true, 'shared', becauseOf('shared with another')],
  ['thread', true, 'not a member', becauseOf('Invite me')],
  ['thread', true, 'left out', becauseOf("Slack doesn't say")],
  ['in place', true, 'own', { to: 'in place', isPublic: true }],
  ['in place', true, 'shared', becauseOf('shared with another')],
  // A message that one person alone sees stays theirs, whoever shares the channel.
  ['in place', false, 'shared', { to: 'in place', isPublic: false }],
  // Share posts in the channel, also from a message that one person alone sees.
  ['channel', true, 'own', { to: 'channel', isPublic: true }],
  ['channel', false, 'own', { to: 'channel', isPublic: true }],
  ['channel', false, 'shared', 'refused'],
  ['channel', true, 'not a member', 'refused'],
  ['channel', true, 'left out', 'refused'],
])(
  'an answer goes %s (public: %s) where the channel is %s',
  async (posts, isPublic, sharing, place) => {
    const found = await decision({ posts, isPublic }, {}, directory(where({ sharing })));
    const expected = place === 'refused' ? { rule: 'shared_channel' } : { place };
    expect({ rule: found.rule, place: found.place }).toEqual(expect.objectContaining(expected));
  },
);

it('authorize says whether the person may also ask in a modal, which has no channel', async () => {
  const mayAsk = async (channels: string[]) =>
    (
      await authorize(
        { ...question, channelId: 'C1' },
        question,
        { ...open, channels },
        directory(),
      )
    ).mayAskInWindows;
  expect([await mayAsk([]), await mayAsk(['C1'])]).toEqual([true, false]);
});

it('authorizeAgain for a thread returns the same place as a mention there', async () => {
  const thread = { personId: 'U0ANN', channelId: 'C0HERE', threadTs: '1' };
  const place = async (slack: People) => (await authorizeAgain(thread, open, slack))?.place;
  expect(await place(directory())).toEqual({ to: 'thread', isPublic: true });
  expect(await place(directory(shared))).toMatchObject({ to: 'asker', isPublic: false });
});

const theirs = directory(who({ teamIds: ['T0THEIRS'] }));

const silent = directory({ channel: down });
const ofGroup = directory(where({ sharing: 'not a member' }));
const unsaid = directory(where({ sharing: 'left out' }));
const noScope = refusing('missing_scope', 'users:read');

it.each<[RegExp, People, Partial<Question>?, Partial<AccessRules>?]>([
  [
    /^The conversation is shared with another organisation or workspace, so only you see this\.$/,
    directory(shared),
    preferred,
  ],
  [/^Invite me to this channel to post here\.$/, ofGroup, preferred],
  [/^Slack doesn't say .* only you see this/, unsaid, preferred],
  [/^Slack doesn't say .* only you see this/, silent, preferred],
  [/^I answer only members of my workspace\.$/, theirs],
  [/ Ask #payments-help\.$/, theirs, {}, { contact: '#payments-help' }],
  [
    /^Slack does not say right now who reads here, so nothing is posted\. Try again/,
    silent,
    required,
  ],
  [
    /^Nothing is posted here\. Invite me to this channel to post here\. With a slash command/,
    ofGroup,
    required,
  ],
  [/Try again in a minute/, refusing('internal_error')],
  [/`unknown_method`\. Tell whoever runs/, refusing('unknown_method')],
  [/it lacks the scope `users:read`\. Tell whoever/, noScope],
  // It names no list, no id and no other person.
  [
    /^You don't have access to this bot\.$/,
    directory(),
    {},
    { users: ['U0BOB'], channels: ['C0HERE'] },
  ],
])(
  'who is refused, or answered alone, reads %s',
  async (words, slack, request = {}, rules = {}) => {
    expect((await decision(request, rules, slack)).words).toMatch(words);
  },
);
