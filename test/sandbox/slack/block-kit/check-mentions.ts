import { isRecord } from '../is-record.ts';
import { checkMrkdwn } from './check-mrkdwn.ts';
import { walk } from './walk.ts';

const pingTypes = ['broadcast', 'user', 'usergroup'];

/**
 * What Slack would draw, but as something nobody meant: pings, and outside text read as mark-up.
 * @param isForOne whether one person alone reads it; there a mention pings nobody, and the bot makes some in context
 */
export function checkMentions(blocks: readonly unknown[], isForOne: boolean): string[] {
  const problems: string[] = [];
  blocks.forEach((block, index) => {
    const mayMention = isForOne && isRecord(block) && block.type === 'context';
    walk(block, ({ type, text }, path) => {
      const place = `blocks[${index}]${path ? ` ${path}` : ''}`;
      if (type === 'mrkdwn' && typeof text === 'string') {
        problems.push(...checkMrkdwn(text, mayMention).map((problem) => `${place} ${problem}`));
      }
      if (typeof type === 'string' && pingTypes.includes(type)) problems.push(`${place} has a ping: ${type}`);
    });
  });
  return problems;
}
