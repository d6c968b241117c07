import { checkBlocks } from './block-kit/check-blocks.ts';
import { checkMentions } from './block-kit/check-mentions.ts';
import { checkMrkdwn } from './block-kit/check-mrkdwn.ts';
import { slackLimits } from './slack-limits.ts';

export interface CheckedMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly breaches: readonly string[];
  /** Slack's error code when it would not take the message at all. */
  readonly refusal?: 'invalid_blocks' | 'msg_blocks_too_long' | 'no_text';
}

/**
 * Reads what the bot wants said, from an ack, a response_url post or a Web API call, as strictly as Slack does.
 * @param isForOne whether one person alone will read it
 */
export function checkMessage(payload: Readonly<Record<string, unknown>>, isForOne = false): CheckedMessage {
  const text = typeof payload.text === 'string' ? payload.text : '';
  const sentBlocks = payload.blocks ?? [];
  const blocks: readonly unknown[] = Array.isArray(sentBlocks) ? sentBlocks : [];
  const invalid = checkBlocks(sentBlocks);
  const tooLong = checkLength(blocks);
  const refusal = invalid.length ? 'invalid_blocks' : tooLong.length ? 'msg_blocks_too_long' : undefined;
  if (!refusal && !text && !blocks.length) {
    return { text, blocks, breaches: ['text and blocks are both missing'], refusal: 'no_text' };
  }
  const flagged = checkMentions(blocks, isForOne);
  const all = [...checkText(text, payload.mrkdwn !== false), ...invalid, ...tooLong, ...flagged];
  const ofAddressee = `has a ping: <@${addresseeOf(text, payload.thread_ts)}>`;
  const breaches = all.filter((breach) => !breach.endsWith(ofAddressee));
  return { text, blocks, breaches, ...(refusal && { refusal }) };
}

/** What is said in a thread may be addressed to one person, in its first word. */
function addresseeOf(text: string, threadTs: unknown): string | undefined {
  return typeof threadTs === 'string' ? /^<@([UW][A-Z0-9]+)> /.exec(text)?.[1] : undefined;
}

function checkText(text: string, isMrkdwn: boolean): string[] {
  if (!text) return ['text is missing: notifications and screen readers read it, not the blocks'];
  const problems = isMrkdwn ? checkMrkdwn(text).map((problem) => `text ${problem}`) : [];
  const most = slackLimits.message.text;
  if (text.length > most) problems.push(`text has ${text.length} characters; Slack cuts it at ${most}`);
  return problems;
}

function checkLength(blocks: readonly unknown[]): string[] {
  const { length } = JSON.stringify(blocks);
  const most = slackLimits.message.blocksJson;
  return length > most ? [`blocks are ${length} characters of JSON; Slack takes about ${most}`] : [];
}
