import { AccessError, SlackApiError } from './errors.ts';

/**
 * The operator's rules for who may ask: Slack ids, never names. An empty list does not restrict.
 */
export interface AccessRules {
  channels: readonly string[];
  users: readonly string[];
  userGroups: readonly string[];
  /** User groups whose members may look up more than 100 references at once; empty: nobody. */
  listUserGroups: readonly string[];
  /** Whether `channels`, `users` and `userGroups` apply to bank codes too. */
  bankAllowed: 'same' | 'everyone';
  /** Whom a refused person is told to ask; plain text. */
  contact?: string | undefined;
}

/** The person who asks, and where. The watches and lists that this person starts belong to them. */
export interface Asker {
  personId: string;
  teamId: string | undefined;
  channelId: string | undefined;
  /** The thread in which the answer is posted, if other people can read it. */
  threadTs: string | undefined;
  /** The person's UTC offset, if Slack states it. */
  utcOffsetSeconds?: number | undefined;
  /**
   * Resolves once the question's audit line is written. Await this before starting or stopping a
   * watch or a list.
   * @throws AuditError
   */
  audited(): Promise<void>;
  /**
   * Whether the person may look up more than 100 references at once. @throws AccessError when Slack
   * does not answer
   */
  mayAskMany(): Promise<boolean>;
  /**
   * Tells a person in a direct message that the asker took a transaction over, if the policy still
   * lets them read of it.
   * @returns whether Slack took the message
   */
  tell(personId: string, reference: string): Promise<boolean>;
  /**
   * Shows how far a long look-up has come. Everybody in a thread reads `progress`, so it must not
   * quote the query.
   */
  report(progress: string): void;
  /** The person's name in Slack's payload: for people to read, never an identity. */
  name?: string | undefined;
}

/** A person as Slack knows them. */
export interface Person {
  /** Every workspace that the person is a member of: several are possible on Enterprise Grid. */
  teamIds: readonly string[];
  isGuest: boolean;
  isBot: boolean;
  isDeactivated: boolean;
  /** The name that Slack shows: for people to read, never an identity. */
  name?: string | undefined;
  /** The person's UTC offset, which Slack omits for some people. */
  utcOffsetSeconds?: number | undefined;
}

/** A conversation as Slack knows it. */
export interface Channel {
  /**
   * Whether another organisation or workspace can read the channel, or is invited to it. The last
   * two values mean that Slack does not say: the bot is not a member, or Slack left it out of the
   * answer. Both count as shared.
   */
  sharing: 'own' | 'shared' | 'not a member' | 'left out';
  /** The other person, if the conversation is a direct message with txnbot. */
  personId: string | undefined;
}

/** The policy's queries to Slack. Each method throws when Slack cannot be reached. */
export interface People {
  ownTeamId(): Promise<string>;
  person(userId: string): Promise<Person>;
  members(userGroupId: string): Promise<ReadonlySet<string>>;
  channel(channelId: string): Promise<Channel>;
}

/**
 * `none`: only the asker sees the answer. `preferred`: the answer is posted, but if the
 * conversation may be shared, only the asker sees it. `required`: the answer is posted, or the
 * request is refused.
 */
export type Posting = 'none' | 'preferred' | 'required';

export interface AccessRequest {
  userId: string | undefined;
  channelId: string | undefined;
  /**
   * Whether the payload states that the channel is shared; this may be newer than our cache of
   * Slack's answers.
   */
  isShared: boolean;
  /** Whether the request is only for bank codes, which are not customer data. */
  isAboutBanks: boolean;
  posting: Posting;
}

export interface Admission {
  /**
   * Why only the asker sees the answer to a request in a channel; `undefined` when the answer may
   * be posted.
   */
  aloneBecause: string | undefined;
  /** Whether the person may also ask in a modal window, which belongs to no channel. */
  mayAskInWindows: boolean;
  /**
   * Whether the person may look up more than 100 references at once. @throws AccessError when Slack
   * does not answer
   */
  mayAskMany: () => Promise<boolean>;
  /** The person's UTC offset. */
  utcOffsetSeconds?: number | undefined;
  /** The name that Slack shows: for people to read, never an identity. */
  name?: string | undefined;
}

/** For each value of `sharing`: why the answer is not posted, and how to change that. */
const aloneBecause = {
  own: undefined,
  shared:
    'The conversation is shared with another organisation or workspace, so only you see this.',
  'not a member': 'Invite me to this channel to post here.',
  'left out':
    "Slack doesn't say whether this channel is shared, so only you see this. Ask whoever runs me.",
};

/**
 * Enforces the access policy, closed by default: refuses members of other workspaces, guests, bots,
 * deactivated people, and anyone about whom Slack does not answer. Ignores the team in the payload:
 * on Enterprise Grid, a member of our workspace may ask from another one.
 * @throws AccessError with a sentence for the person
 */
export async function authorize(
  request: AccessRequest,
  rules: AccessRules,
  people: People,
): Promise<Admission> {
  const { userId, channelId } = request;
  const refuse = (rule: string, why: string) =>
    new AccessError(rule, `${why}${formatContact(rules)}`);
  const asked = <T>(answer: Promise<T>, what = 'who may ask'): Promise<T> =>
    answer.catch((error: unknown) => {
      throw new AccessError('slack_unavailable', whyUnknown(what, error), error);
    });

  if (userId === undefined) throw refuse('unknown_person', 'Slack does not say who is asking.');
  const ownTeamId = await asked(people.ownTeamId());
  const isMember = ({ teamIds }: Person) => teamIds.includes(ownTeamId);
  const person = await asked(people.person(userId));
  if (!isMember(person)) throw refuse('not_a_member', 'I answer only members of my workspace.');
  if (person.isBot) throw refuse('bot', 'I answer people, not apps.');
  if (person.isDeactivated) throw refuse('deactivated', 'This account is deactivated.');
  if (person.isGuest) throw refuse('guest', "I don't answer guests.");

  if (!(request.isAboutBanks && rules.bankAllowed === 'everyone')) {
    if (
      rules.channels.length > 0 &&
      (channelId === undefined || !rules.channels.includes(channelId))
    )
      throw refuse('channel', "I don't answer here, only in the channels I am meant for.");
    if (!(await asked(isListed(userId, rules, people))))
      throw refuse('person', "You don't have access to this bot.");
  }
  const sharing = async () => {
    if (request.isShared || channelId === undefined) return 'shared';
    const { sharing: stated, personId } = await people.channel(channelId);
    if (stated !== 'own') return stated;
    return personId === undefined || isMember(await people.person(personId)) ? 'own' : 'shared';
  };
  if (request.posting === 'required') {
    const why = aloneBecause[await asked(sharing(), 'who reads here, so nothing is posted')];
    if (why !== undefined)
      throw refuse(
        'shared_channel',
        `Nothing is posted here. ${why} With a slash command only you read the answer.`,
      );
  }
  const is =
    request.posting === 'preferred' ? await sharing().catch(() => 'left out' as const) : 'own';
  return {
    aloneBecause: aloneBecause[is],
    mayAskInWindows: rules.channels.length === 0,
    mayAskMany: () => asked(isInGroup(userId, rules.listUserGroups, people)),
    utcOffsetSeconds: person.utcOffsetSeconds,
    name: person.name,
  };
}

/**
 * Where to notify a person: in a thread that others can read or, if none is given, in a direct
 * message.
 */
export interface Address {
  personId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
}

/**
 * Authorizes a person again for a watch or list that they started earlier, as if they asked now in
 * the same place.
 * @returns `undefined` when they no longer have access
 * @throws AccessError when Slack does not answer
 */
export async function authorizeAgain(
  { personId: userId, channelId, threadTs }: Address,
  rules: AccessRules,
  people: People,
): Promise<Admission | undefined> {
  const posting = threadTs === undefined ? 'none' : 'preferred';
  return authorize(
    { userId, channelId, isShared: false, isAboutBanks: false, posting },
    rules,
    people,
  ).catch((error: unknown) => {
    if (error instanceof AccessError && error.rule !== 'slack_unavailable') return undefined;
    throw error;
  });
}

function whyUnknown(what: string, error: unknown): string {
  if (!(error instanceof SlackApiError && error.isLasting))
    return `Slack does not say right now ${what}. Try again in a minute.`;
  const { neededScope, code } = error.details;
  const why =
    neededScope === undefined
      ? `Slack answers \`${code}\``
      : `it lacks the scope \`${neededScope}\``;
  return `I can't see ${what}: ${why}. Tell whoever runs me.`;
}

/**
 * @throws Slack's error when a user group could not be loaded, unless another list has the person
 */
async function isListed(
  userId: string,
  { users, userGroups }: AccessRules,
  people: People,
): Promise<boolean> {
  if (users.length === 0 && userGroups.length === 0) return true;
  return users.includes(userId) || isInGroup(userId, userGroups, people);
}

/** @throws Slack's error when a group could not be loaded, unless another group has the person */
async function isInGroup(
  userId: string,
  groups: readonly string[],
  people: People,
): Promise<boolean> {
  let failure: unknown;
  for (const group of groups) {
    try {
      if ((await people.members(group)).has(userId)) return true;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

/** Says whom a refused person may ask. */
export function formatContact({ contact: whom }: AccessRules): string {
  return whom === undefined ? '' : ` Ask ${whom}.`;
}
