import { message, type Reply, section } from './blocks.ts';

/** While an answer takes its time: what is being waited for, in mrkdwn. */
export function waitingReply(line = 'Still waiting for the transfer service. The answer will follow here.'): Reply {
  return message(line, [section(line)]);
}
