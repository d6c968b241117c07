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

/**
 * A person and a conversation, as watches and lists store them: `threadTs` is set if other people
 * can read the thread, and what is found is posted there. Without it, it goes to the person.
 */
export interface Address {
  personId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
}

/** The person who asks, and where. The watches and lists that this person starts belong to them. */
export interface Asker extends Address {
  teamId: string | undefined;
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
  person(personId: string): Promise<Person>;
  members(userGroupId: string): Promise<ReadonlySet<string>>;
  channel(channelId: string): Promise<Channel>;
}

/**
 * Where an answer goes, and who reads it. `authorize` alone makes one that others read; a request
 * can only narrow its own to the asker (`SlackRequest.restrictToAsker`).
 */
export interface Place {
  /**
   * To the asker alone, into the thread, in place of the clicked message, or into the channel.
   */
  readonly to: 'asker' | 'thread' | 'in place' | 'channel';
  /** Whether anybody but the asker reads the answer: then it is masked. */
  readonly isPublic: boolean;
  /** Why the answer goes to the asker alone although they asked in public; shown to them. */
  readonly aloneBecause?: string | undefined;
}

/** The place of every answer that need not be posted, and of all until access is checked. */
export const askerAlone: Place = { to: 'asker', isPublic: false };

/** How a request came in: what its route declares, and what its payload says. */
export interface Door {
  /** Where the route may post its answer; by default, nowhere. */
  posts?: Exclude<Place['to'], 'asker'> | undefined;
  /** Tells whether the request is only for bank codes, which are not customer data. */
  isAboutBanks: () => Promise<boolean>;
  /** Whether others can read the message that was clicked or that holds the question. */
  isPublic: boolean;
  /**
   * Whether the payload states that the channel is shared; this may be newer than our cache of
   * Slack's answers.
   */
  isShared: boolean;
}

export interface Admission {
  place: Place;
  /**
   * Why nothing may be posted for others any more, by what Slack has said within the last ten
   * seconds; `undefined` while it may. A look-up takes time, and so does Slack's rate limit.
   */
  whyClosed: () => Promise<string | undefined>;
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

/**
 * Enforces the access policy, closed by default: refuses members of other workspaces, guests, bots,
 * deactivated people, and anyone about whom Slack does not answer. Ignores the team in the payload:
 * on Enterprise Grid, a member of our workspace may ask from another one.
 * @throws AccessError with a sentence for the person
 */
export async function authorize(
  { personId, channelId }: Address,
  door: Door,
  rules: AccessRules,
  people: People,
): Promise<Admission> {
  const refuse = (rule: string, why: string) =>
    new AccessError(rule, `${why}${formatContact(rules)}`);

  if (personId === '') throw refuse('unknown_person', 'Slack does not say who is asking.');

  const ownTeamId = await orAccessError(people.ownTeamId());
  const isMember = ({ teamIds }: Person) => teamIds.includes(ownTeamId);
  const person = await orAccessError(people.person(personId));
  if (!isMember(person)) throw refuse('not_a_member', 'I answer only members of my workspace.');
  if (person.isBot) throw refuse('bot', 'I answer people, not apps.');
  if (person.isDeactivated) throw refuse('deactivated', 'This account is deactivated.');
  if (person.isGuest) throw refuse('guest', "I don't answer guests.");

  const isExempt = rules.bankAllowed === 'everyone' && (await door.isAboutBanks());
  if (!isExempt) {
    const isInListedChannel = channelId !== undefined && rules.channels.includes(channelId);
    if (rules.channels.length > 0 && !isInListedChannel)
      throw refuse('channel', "I don't answer here, only in the channels I am meant for.");
    if (!(await orAccessError(isListed(personId, rules, people))))
      throw refuse('person', "You don't have access to this bot.");
  }

  const sharing = async (): Promise<Channel['sharing']> => {
    if (door.isShared || channelId === undefined) return 'shared';
    const { sharing: stated, personId: peerId } = await people.channel(channelId);
    if (stated !== 'own') return stated;
    return peerId === undefined || isMember(await people.person(peerId)) ? 'own' : 'shared';
  };

  return {
    place: await choosePlace(door, sharing, refuse),
    whyClosed: async () => whyAlone[await sharing().catch(unknownToSlack)],
    mayAskInWindows: rules.channels.length === 0,
    mayAskMany: () => orAccessError(isInGroup(personId, rules.listUserGroups, people)),
    utcOffsetSeconds: person.utcOffsetSeconds,
    name: person.name,
  };
}

/**
 * Decides where an answer goes and who reads it. What a route does not declare, it does not post.
 * Where outsiders may read, the answer goes to the asker alone, and Share is refused.
 * @throws AccessError for Share
 */
async function choosePlace(
  { posts, isPublic }: Door,
  sharing: () => Promise<Channel['sharing']>,
  refuse: (rule: string, why: string) => AccessError,
): Promise<Place> {
  if (posts === undefined) return askerAlone;
  if (posts !== 'channel' && !isPublic) return { to: posts, isPublic }; // nobody else reads here

  // Where outsiders may read, Share fails; any other answer goes to the asker alone.
  const isShare = posts === 'channel';
  const whoReads = isShare
    ? orAccessError(sharing(), 'who reads here, so nothing is posted')
    : sharing().catch(unknownToSlack);
  const aloneBecause = whyAlone[await whoReads];
  if (aloneBecause === undefined) return { to: posts, isPublic: true };
  if (!isShare) return { ...askerAlone, aloneBecause };

  const why = `Nothing is posted here. ${aloneBecause} With a slash command only you read the answer.`;
  throw refuse('shared_channel', why);
}

const unknownToSlack = () => 'left out' as const;

/** For each value of `sharing`: why the answer is not posted, and how to change that. */
const whyAlone = {
  own: undefined,
  shared:
    'The conversation is shared with another organisation or workspace, so only you see this.',
  'not a member': 'Invite me to this channel to post here.',
  'left out':
    "Slack doesn't say whether this channel is shared, so only you see this. Ask whoever runs me.",
};

/**
 * Authorizes a person again for a watch or list that they started earlier, as if they asked now in
 * the same place.
 * @returns `undefined` when they no longer have access
 * @throws AccessError when Slack does not answer
 */
export async function authorizeAgain(
  address: Address,
  rules: AccessRules,
  people: People,
): Promise<Admission | undefined> {
  const posts = address.threadTs === undefined ? undefined : 'thread';
  const isAboutBanks = async () => false;
  const door: Door = { posts, isAboutBanks, isPublic: true, isShared: false };
  return authorize(address, door, rules, people).catch((error: unknown) => {
    if (error instanceof AccessError && error.rule !== 'slack_unavailable') return undefined;
    throw error;
  });
}

/** @throws AccessError in place of Slack's error */
function orAccessError<T>(answer: Promise<T>, what = 'who may ask'): Promise<T> {
  return answer.catch((error: unknown) => {
    throw new AccessError('slack_unavailable', whyUnknown(what, error), error);
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
  personId: string,
  { users, userGroups }: AccessRules,
  people: People,
): Promise<boolean> {
  if (users.length === 0 && userGroups.length === 0) return true;
  return users.includes(personId) || isInGroup(personId, userGroups, people);
}

/** @throws Slack's error when a group could not be loaded, unless another group has the person */
async function isInGroup(
  personId: string,
  groups: readonly string[],
  people: People,
): Promise<boolean> {
  let failure: unknown;
  for (const group of groups) {
    try {
      if ((await people.members(group)).has(personId)) return true;
    } catch (error) {
      failure ??= error;
    }
  }

  if (failure !== undefined) throw failure;

  return false;
}

/** Says whom a refused person may ask. */
function formatContact({ contact: whom }: AccessRules): string {
  return whom === undefined ? '' : ` Ask ${whom}.`;
}
