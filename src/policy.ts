import { AccessError, SlackApiError } from './errors.ts';

/** The operator's rules for who may ask: Slack ids, never names. An empty list does not restrict. */
export interface AccessRules {
  channels: readonly string[];
  users: readonly string[];
  userGroups: readonly string[];
  /** Whose members may have more than a hundred references looked up at once; empty: nobody. */
  listUserGroups: readonly string[];
  /** Whether `channels`, `users` and `userGroups` apply to bank codes too. */
  bankAllowed: 'same' | 'everyone';
  /** Whom a refused person may ask; plain text. */
  contact?: string | undefined;
}

/** Who asks, and where: what txnbot keeps for a person belongs to them. */
export interface Asker {
  personId: string;
  teamId: string | undefined;
  channelId: string | undefined;
  /** The thread that others read the answer in. */
  threadTs: string | undefined;
  /** Of their own clock, where Slack says it. */
  utcOffsetSeconds?: number | undefined;
  /**
   * Resolves once the audit line of the question is written: what outlives the question begins and ends only then.
   * @throws AuditError
   */
  audited(): Promise<void>;
  /** Whether they may have more than a hundred references looked up at once. @throws AccessError when Slack is silent */
  mayAskMany(): Promise<boolean>;
  /** Tells them how far a long look-up is; mrkdwn. */
  report(progress: string): void;
}

/** A person as Slack knows them. */
export interface Person {
  /** Every workspace that they are a member of: on Enterprise Grid that may be several. */
  teamIds: readonly string[];
  isGuest: boolean;
  isBot: boolean;
  isDeactivated: boolean;
  /** Of their own clock; Slack leaves it out for some. */
  utcOffsetSeconds?: number | undefined;
}

/** A conversation as Slack knows it. */
export interface Channel {
  /**
   * Whether another organisation or workspace reads here or is invited to. The last two say why Slack does not rule it
   * out, so that it counts as shared.
   */
  sharing: 'own' | 'shared' | 'not a member' | 'left out';
  /** The other person, when it is a direct message with txnbot. */
  personId: string | undefined;
}

/** What the policy asks Slack. Each method throws when Slack cannot be asked. */
export interface People {
  ownTeamId(): Promise<string>;
  person(userId: string): Promise<Person>;
  members(userGroupId: string): Promise<ReadonlySet<string>>;
  channel(channelId: string): Promise<Channel>;
}

/**
 * `none`: only the asker reads the answer. `preferred`: it is posted for everybody, or goes to the asker alone where
 * the conversation may be shared. `required`: it is posted or refused.
 */
export type Posting = 'none' | 'preferred' | 'required';

export interface AccessRequest {
  userId: string | undefined;
  channelId: string | undefined;
  /** Whether the payload itself says that another organisation reads here; Slack's cached answer may be older. */
  isShared: boolean;
  /** Whether only bank codes are asked for, which are not customer data. */
  isAboutBanks: boolean;
  posting: Posting;
}

export interface Admission {
  /** Why only the asker gets the answer, though they asked where everybody reads; `undefined` when it may be posted. */
  aloneBecause: string | undefined;
  /** Whether they may ask in a window too, which belongs to no channel. */
  mayAskInWindows: boolean;
  /** Whether they may have more than a hundred references looked up at once. @throws AccessError when Slack is silent */
  mayAskMany: () => Promise<boolean>;
  /** Of the person's clock. */
  utcOffsetSeconds?: number | undefined;
}

/** Why nothing is posted, by what Slack says of who reads along, and what ends that. */
const aloneBecause = {
  own: undefined,
  shared: 'The conversation is shared with another organisation or workspace, so only you see this.',
  'not a member': 'Invite me to this channel to post here.',
  'left out': "Slack doesn't say whether this channel is shared, so only you see this. Ask whoever runs me.",
};

/**
 * The one access policy, closed by default: it refuses people of other workspaces, guests, bots, deactivated people and
 * anyone whom Slack cannot be asked about. It ignores the team that a payload names: on Enterprise Grid that may be
 * another workspace of a member.
 * @throws AccessError with the sentence for the person
 */
export async function authorize(request: AccessRequest, rules: AccessRules, people: People): Promise<Admission> {
  const { userId, channelId } = request;
  const refuse = (rule: string, why: string) => new AccessError(rule, `${why}${contact(rules)}`);
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
    if (rules.channels.length > 0 && (channelId === undefined || !rules.channels.includes(channelId)))
      throw refuse('channel', "I don't answer here, only in the channels I am meant for.");
    if (!(await asked(isListed(userId, rules, people)))) throw refuse('person', "You don't have access to this bot.");
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
      throw refuse('shared_channel', `Nothing is posted here. ${why} With a slash command only you read the answer.`);
  }
  const is = request.posting === 'preferred' ? await sharing().catch(() => 'left out' as const) : 'own';
  return {
    aloneBecause: aloneBecause[is],
    mayAskInWindows: rules.channels.length === 0,
    mayAskMany: () => asked(isInGroup(userId, rules.listUserGroups, people)),
    utcOffsetSeconds: person.utcOffsetSeconds,
  };
}

/** Who asked, and where: in a thread that others read or, without one, for their direct message alone. */
export interface Address {
  personId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
}

/**
 * Authorizes a person for what they began earlier, as if they asked now where they asked then.
 * @returns `undefined` where they may not have it any more
 * @throws AccessError when Slack cannot be asked
 */
export async function authorizeAgain(
  { personId: userId, channelId, threadTs }: Address,
  rules: AccessRules,
  people: People,
): Promise<Admission | undefined> {
  const posting = threadTs === undefined ? 'none' : 'preferred';
  return authorize({ userId, channelId, isShared: false, isAboutBanks: false, posting }, rules, people).catch(
    (error: unknown) => {
      if (error instanceof AccessError && error.rule !== 'slack_unavailable') return undefined;
      throw error;
    },
  );
}

function whyUnknown(what: string, error: unknown): string {
  if (!(error instanceof SlackApiError && error.isLasting))
    return `Slack does not say right now ${what}. Try again in a minute.`;
  const { neededScope, code } = error.details;
  const why = neededScope === undefined ? `Slack answers \`${code}\`` : `it lacks the scope \`${neededScope}\``;
  return `I can't see ${what}: ${why}. Tell whoever runs me.`;
}

/** @throws when no list names the person and a user group could not be loaded. */
async function isListed(userId: string, { users, userGroups }: AccessRules, people: People): Promise<boolean> {
  if (users.length === 0 && userGroups.length === 0) return true;
  return users.includes(userId) || isInGroup(userId, userGroups, people);
}

/** @throws when none of them names the person and one could not be loaded. */
async function isInGroup(userId: string, groups: readonly string[], people: People): Promise<boolean> {
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

/** Whom a refused person may ask. */
export function contact({ contact: whom }: AccessRules): string {
  return whom === undefined ? '' : ` Ask ${whom}.`;
}
