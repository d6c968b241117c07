import { AccessError, SlackApiError } from '../errors.ts';

/** What an operator says about who may ask; ids, never names. Empty means that it does not restrict. */
export interface AccessRules {
  channels: readonly string[];
  users: readonly string[];
  userGroups: readonly string[];
  /** Whether the three above hold for bank codes too. */
  bankAllowed: 'same' | 'everyone';
  /** Whom a refused person may ask; plain words. */
  contact: string | undefined;
}

/** A person as Slack knows them. */
export interface Person {
  /** Every workspace that they are a member of: on Enterprise Grid that may be several. */
  teamIds: readonly string[];
  isGuest: boolean;
  isBot: boolean;
  isDeactivated: boolean;
}

/** A conversation as Slack knows it. */
export interface Channel {
  /** Another organisation reads along or is about to, or Slack does not say that none does. */
  isShared: boolean;
  /** Whose direct message with txnbot it is, if it is one. */
  personId: string | undefined;
}

/** What has to be asked of Slack; each throws when Slack cannot be asked. */
export interface People {
  ownTeamId(): Promise<string>;
  person(userId: string): Promise<Person>;
  members(userGroupId: string): Promise<ReadonlySet<string>>;
  channel(channelId: string): Promise<Channel>;
}

/** Whether the answer is posted where everybody reads: it must be, or it can go to the asker alone as well. */
export type Posting = 'none' | 'preferred' | 'required';

export interface AccessRequest {
  userId: string | undefined;
  channelId: string | undefined;
  /** Whether the payload itself says that another organisation reads along; what Slack was asked may be minutes old. */
  isSharedChannel: boolean;
  /** Bank codes are no customer's data. */
  isAboutBanks: boolean;
  posting: Posting;
}

export interface Admission {
  /** Why the answer is for the asker alone, though they asked where everybody reads; absent when it may be posted. */
  aloneBecause: string | undefined;
}

const maybeShared = 'shared with another organisation or workspace, or txnbot cannot see that it is not';

/**
 * The one policy, closed by default: people of other workspaces, guests, bots and deactivated people are refused,
 * and so is whoever Slack cannot be asked about. The team that a payload names decides nothing: on Enterprise Grid it may
 * be a member's other workspace.
 * @throws AccessError with the sentence for the person
 */
export async function authorize(request: AccessRequest, rules: AccessRules, people: People): Promise<Admission> {
  const { userId, channelId } = request;
  const refuse = (rule: string, why: string) => new AccessError(rule, `${why}${contact(rules)}`);
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw new AccessError('slack_unavailable', whyUnknown(error), error);
    });

  if (userId === undefined) throw refuse('unknown_person', 'Slack does not say who is asking.');
  const ownTeamId = await asked(people.ownTeamId());
  const isMember = ({ teamIds }: Person) => teamIds.includes(ownTeamId);
  const person = await asked(people.person(userId));
  if (!isMember(person))
    throw refuse('not_a_member', 'txnbot answers only members of the workspace that it is installed in.');
  if (person.isBot) throw refuse('bot', 'txnbot answers people, not apps.');
  if (person.isDeactivated) throw refuse('deactivated', 'This account is deactivated.');
  if (person.isGuest) throw refuse('guest', 'txnbot does not answer guests of the workspace.');

  if (!(request.isAboutBanks && rules.bankAllowed === 'everyone')) {
    if (rules.channels.length > 0 && (channelId === undefined || !rules.channels.includes(channelId)))
      throw refuse('channel', 'txnbot does not answer here, only in the channels it is meant for.');
    if (!(await asked(isListed(userId, rules, people))))
      throw refuse('person', 'You are not among the people whom txnbot answers.');
  }
  const isShared = async () => {
    if (request.isSharedChannel || channelId === undefined) return true;
    const channel = await people.channel(channelId);
    if (channel.isShared || channel.personId === undefined) return channel.isShared;
    return !isMember(await people.person(channel.personId));
  };
  if (request.posting === 'required' && (await asked(isShared())))
    throw refuse(
      'shared_channel',
      `This conversation is ${maybeShared}, so nothing is posted here. Ask with a slash command: only you read the answer.`,
    );
  const isAlone = request.posting === 'preferred' && (await isShared().catch(() => true));
  return { aloneBecause: isAlone ? `Only you read this: the conversation is ${maybeShared}.` : undefined };
}

function whyUnknown(error: unknown): string {
  const scope = error instanceof SlackApiError ? error.details.neededScope : undefined;
  return scope === undefined
    ? 'txnbot cannot check with Slack who may ask right now. Try again in a minute.'
    : `txnbot cannot check with Slack who may ask: it lacks the scope \`${scope}\`. Tell whoever runs txnbot.`;
}

/** @throws when no list names the person, and one of them could not be asked for. */
async function isListed(userId: string, { users, userGroups }: AccessRules, people: People): Promise<boolean> {
  if (users.length === 0 && userGroups.length === 0) return true;
  if (users.includes(userId)) return true;
  let failure: unknown;
  for (const group of userGroups) {
    try {
      if ((await people.members(group)).has(userId)) return true;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

function contact({ contact: whom }: AccessRules): string {
  return whom === undefined ? '' : ` Whom to ask: ${whom}.`;
}
