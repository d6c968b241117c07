import { message, type Reply, section } from './blocks.ts';

const textMax = 2900;

/** Words alone: mrkdwn, as they are. */
export function plainReply(text: string): Reply {
  return message(text, [section(text.slice(0, textMax))]);
}
