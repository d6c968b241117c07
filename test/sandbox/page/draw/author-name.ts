import type { ShownMessage } from '../../slack/types.ts';
import { nameOfUser } from '../../slack/workspace.ts';
import { botUserId, titleOf } from '../places.ts';

/** Whose mark stands beside a message: other apps than the one that is being tried have none of their own. */
export function authorOf({ author, userId }: ShownMessage): ShownMessage['author'] | 'app' {
  return author === 'bot' && userId !== botUserId ? 'app' : author;
}

/** The name over a message. */
export function authorName(message: ShownMessage, botName: string): string {
  switch (authorOf(message)) {
    case 'bot':
      return botName;
    case 'slack':
      return 'Slack';
    default:
      return titleOf(nameOfUser(message.userId));
  }
}
