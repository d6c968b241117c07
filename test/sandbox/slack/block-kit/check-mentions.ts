import { checkMrkdwn } from './check-mrkdwn.ts';
import { walk } from './walk.ts';

const pingTypes = ['broadcast', 'user', 'usergroup'];

/** What Slack would draw, but as something nobody meant: pings, and outside text read as mark-up. */
export function checkMentions(blocks: readonly unknown[]): string[] {
  const problems: string[] = [];
  blocks.forEach((block, index) => {
    walk(block, ({ type, text }, path) => {
      const place = `blocks[${index}]${path ? ` ${path}` : ''}`;
      if (type === 'mrkdwn' && typeof text === 'string') {
        problems.push(...checkMrkdwn(text).map((problem) => `${place} ${problem}`));
      }
      if (typeof type === 'string' && pingTypes.includes(type)) problems.push(`${place} has a ping: ${type}`);
    });
  });
  return problems;
}
