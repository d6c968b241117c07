import { z } from 'zod';
import { option, plainText } from './block-kit/blocks.ts';
import {
  checkBlocks,
  checkMentions,
  checkMrkdwn,
  describeProblem,
  describeSteps,
} from './block-kit/check-blocks.ts';
import { isRecord } from './block-kit/walk.ts';
import { slackLimits } from './slack-limits.ts';

export interface CheckedMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly breaches: readonly string[];
  /** Slack's error code when it would not take the message at all. */
  readonly refusal?: 'invalid_blocks' | 'msg_blocks_too_long' | 'no_text';
}

/**
 * Reads what the bot wants said, from an ack, a response_url post or a Web API call, as strictly as
 * Slack does.
 * @param isForOne whether one person alone will read it
 */
export function checkMessage(
  payload: Readonly<Record<string, unknown>>,
  isForOne = false,
): CheckedMessage {
  const text = typeof payload.text === 'string' ? payload.text : '';
  const sentBlocks = payload.blocks ?? [];
  const blocks: readonly unknown[] = Array.isArray(sentBlocks) ? sentBlocks : [];
  const invalid = checkBlocks(sentBlocks);
  const tooLong = checkLength(blocks);
  const refusal = invalid.length
    ? 'invalid_blocks'
    : tooLong.length
      ? 'msg_blocks_too_long'
      : undefined;
  if (!refusal && !text && !blocks.length) {
    return { text, blocks, breaches: ['text and blocks are both missing'], refusal: 'no_text' };
  }
  const flagged = checkMentions(blocks, isForOne);
  const all = [
    ...checkText(text, payload.mrkdwn !== false, isForOne),
    ...invalid,
    ...tooLong,
    ...flagged,
  ];
  const ofAddressee = `has a ping: <@${addresseeOf(text, payload.thread_ts)}>`;
  const breaches = all.filter((breach) => !breach.endsWith(ofAddressee));
  return { text, blocks, breaches, ...(refusal && { refusal }) };
}

/** What is said in a thread may be addressed to one person, in its first word. */
function addresseeOf(text: string, threadTs: unknown): string | undefined {
  return typeof threadTs === 'string' ? /^<@([UW][A-Z0-9]+)> /.exec(text)?.[1] : undefined;
}

function checkText(text: string, isMrkdwn: boolean, isForOne: boolean): string[] {
  if (!text) return ['text is missing: notifications and screen readers read it, not the blocks'];
  const problems = isMrkdwn ? checkMrkdwn(text, isForOne).map((problem) => `text ${problem}`) : [];
  const most = slackLimits.message.text;
  if (text.length > most)
    problems.push(`text has ${text.length} characters; Slack cuts it at ${most}`);
  return problems;
}

function checkLength(blocks: readonly unknown[]): string[] {
  const { length } = JSON.stringify(blocks);
  const most = slackLimits.message.blocksJson;
  return length > most
    ? [`blocks are ${length} characters of JSON; Slack takes about ${most}`]
    : [];
}

const { view: limits, id } = slackLimits;

const everyView = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(limits.privateMetadata).optional(),
  callback_id: z.string().max(id).optional(),
};

const shells = {
  modal: z.strictObject({
    ...everyView,
    type: z.literal('modal'),
    title: plainText(limits.title),
    submit: plainText(limits.button).optional(),
    close: plainText(limits.button).optional(),
  }),
  home: z.strictObject({ ...everyView, type: z.literal('home') }),
} as const;

export interface CheckedView {
  readonly blocks: readonly unknown[];
  readonly breaches: readonly string[];
  /** Slack's error code when it would not take the view at all. */
  readonly refusal?: 'invalid_arguments' | 'view_too_large';
}

/**
 * Reads a modal or a Home tab, from a Web API call or the ack of a submission, as strictly as Slack
 * does.
 */
export function checkView(view: unknown, surface: 'modal' | 'home'): CheckedView {
  const parsed = shells[surface].safeParse(view, { reportInput: true });
  const shell = (parsed.error?.issues ?? []).map(
    (issue) =>
      `view${issue.path.length ? ` ${describeSteps(issue.path)}` : ''} ${describeProblem(issue)}`,
  );
  const sent = isRecord(view) ? view.blocks : undefined;
  const blocks: readonly unknown[] = Array.isArray(sent) ? sent : [];
  const hasInput = blocks.some((block) => isRecord(block) && block.type === 'input');
  const unsubmittable =
    surface === 'modal' && hasInput && isRecord(view) && view.submit === undefined
      ? ['view submit is missing: Slack wants it where there is an input block']
      : [];
  const length = (JSON.stringify(view) ?? '').length;
  const tooLarge =
    length > limits.json
      ? [`view is ${length} characters of JSON; Slack takes ${limits.json}`]
      : [];
  const invalid = [...shell, ...checkBlocks(blocks, surface), ...unsubmittable];
  const refusal = invalid.length
    ? 'invalid_arguments'
    : tooLarge.length
      ? 'view_too_large'
      : undefined;
  return {
    blocks,
    breaches: [...invalid, ...tooLarge, ...checkMentions(blocks, true)],
    ...(refusal && { refusal }),
  };
}

/** Unlike a menu in a block, the answer to a typeahead may be empty: nothing was found. */
const Answer = z.strictObject({ options: z.array(option).max(slackLimits.select.options) });

export interface CheckedOptions {
  /** Empty when Slack would not take the answer. */
  readonly options: readonly z.infer<typeof option>[];
  readonly breaches: readonly string[];
}

/** Reads the bot's answer to a typeahead, `{ options }`, as strictly as Slack does. */
export function checkOptions(answer: unknown): CheckedOptions {
  const { data, error } = Answer.safeParse(answer, { reportInput: true });
  const breaches = (error?.issues ?? []).map((issue) =>
    `${describeSteps(issue.path)} ${describeProblem(issue)}`.trim(),
  );
  return { options: data?.options ?? [], breaches };
}
