import { directMessageOf, workspace } from '../slack/workspace.ts';
import type { Conversation, Person } from './types.ts';

/** Whom one can act as on the page; the first one is who one is at first. */
export const people: readonly Person[] = [
  { id: workspace.personId, name: workspace.personName },
  { id: workspace.otherPersonId, name: workspace.otherPersonName },
];

/** Where one can write, in the order of the list; the first one is open at first. */
export const conversations: readonly Conversation[] = [
  { id: workspace.channelId, name: workspace.channelName, kind: 'channel' },
  {
    id: workspace.otherChannelId,
    name: workspace.otherChannelName,
    kind: 'channel',
    isWithoutBot: true,
  },
  ...people.map(({ id }) => ({
    id: directMessageOf(id),
    name: workspace.botName,
    kind: 'direct' as const,
    onlyFor: id,
  })),
];

/** Everybody whom a mention can name. */
export const mentionable: readonly Person[] = [
  { id: workspace.botUserId, name: workspace.botName },
  ...people,
];

/** Everybody who writes. */
export const users: readonly Person[] = [
  ...mentionable,
  { id: workspace.alertsUserId, name: workspace.alertsName },
];

/** The bot that is being tried, as opposed to other apps that post. */
export const botUserId = workspace.botUserId;
