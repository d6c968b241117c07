import { z } from 'zod';
import { checkBlocks } from './block-kit/check-blocks.ts';
import { checkMentions } from './block-kit/check-mentions.ts';
import { describeProblem, describeSteps } from './block-kit/describe-issue.ts';
import { plainText } from './block-kit/text-objects.ts';
import { isRecord } from './is-record.ts';
import { slackLimits } from './slack-limits.ts';

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

/** Reads a modal or a Home tab, from a Web API call or the ack of a submission, as strictly as Slack does. */
export function checkView(view: unknown, surface: 'modal' | 'home'): CheckedView {
  const parsed = shells[surface].safeParse(view, { reportInput: true });
  const shell = (parsed.error?.issues ?? []).map(
    (issue) => `view${issue.path.length ? ` ${describeSteps(issue.path)}` : ''} ${describeProblem(issue)}`,
  );
  const sent = isRecord(view) ? view.blocks : undefined;
  const blocks: readonly unknown[] = Array.isArray(sent) ? sent : [];
  const hasInput = blocks.some((block) => isRecord(block) && block.type === 'input');
  const unsubmittable =
    surface === 'modal' && hasInput && isRecord(view) && view.submit === undefined
      ? ['view submit is missing: Slack wants it where there is an input block']
      : [];
  const length = (JSON.stringify(view) ?? '').length;
  const tooLarge = length > limits.json ? [`view is ${length} characters of JSON; Slack takes ${limits.json}`] : [];
  const invalid = [...shell, ...checkBlocks(blocks, surface), ...unsubmittable];
  const refusal = invalid.length ? 'invalid_arguments' : tooLarge.length ? 'view_too_large' : undefined;
  return { blocks, breaches: [...invalid, ...tooLarge, ...checkMentions(blocks, true)], ...(refusal && { refusal }) };
}
