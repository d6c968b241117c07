import { directMessageOf, workspace } from '../slack/workspace.ts';

export interface Person {
  readonly id: string;
  /** As a mention shows it. */
  readonly name: string;
}

export interface Conversation {
  readonly id: string;
  /** Without its `#`. */
  readonly name: string;
  readonly kind: 'channel' | 'direct';
  /** The only person who has it, if it is not for everybody. */
  readonly onlyFor?: string;
}

/** Whom one can act as on the page; the first one is who one is at first. */
export const people: readonly Person[] = [
  { id: workspace.personId, name: workspace.personName },
  { id: workspace.otherPersonId, name: workspace.otherPersonName },
];

/** Where one can write, in the order of the list; the first one is open at first. */
export const conversations: readonly Conversation[] = [
  { id: workspace.channelId, name: workspace.channelName, kind: 'channel' },
  { id: workspace.otherChannelId, name: workspace.otherChannelName, kind: 'channel' },
  ...people.map(({ id }) => ({
    id: directMessageOf(id),
    name: workspace.botName,
    kind: 'direct' as const,
    onlyFor: id,
  })),
];

/** Everybody whom a mention can name. */
export const mentionable: readonly Person[] = [{ id: workspace.botUserId, name: workspace.botName }, ...people];

/** The bot that is being tried, as opposed to other apps that post. */
export const botUserId = workspace.botUserId;

/** `amara` as the name over a message: "Amara". */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
