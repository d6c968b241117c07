import type { Logger as BoltLogger } from '@slack/bolt';

/** Why a request to Slack's path, or a connection, was refused. */
export type Refusal = 'unsigned' | 'too_long' | 'too_many';

const words: Record<Refusal, string> = {
  unsigned: 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  too_long: 'longer than any of Slack’s',
  too_many: 'more at once than are taken',
};
const windowMs = 60_000;

/**
 * Logs refused requests: the first at once, the others of the same minute in one line at its end. Anybody may send
 * them, so one line each would let anybody fill the log.
 */
export function createRefusedRequests(logger: BoltLogger, onRefusal: (why: Refusal) => void): (why: Refusal) => void {
  const counts = new Map<Refusal, number>();
  let timer: NodeJS.Timeout | undefined;
  const sum = () => {
    timer = undefined;
    const said = [...counts].map(([why, count]) => `${count} ${words[why]}`);
    counts.clear();
    if (said.length > 0) logger.warn(`Requests were refused in the last minute: ${said.join(', ')}`);
  };
  return (why) => {
    onRefusal(why);
    if (timer) counts.set(why, (counts.get(why) ?? 0) + 1);
    else {
      logger.warn(`A request was refused: ${words[why]}`);
      timer = setTimeout(sum, windowMs).unref();
    }
  };
}
