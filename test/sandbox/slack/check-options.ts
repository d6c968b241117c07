import { z } from 'zod';
import { describeProblem, describeSteps } from './block-kit/describe-issue.ts';
import { plainOption } from './block-kit/text-objects.ts';
import { slackLimits } from './slack-limits.ts';

/** Unlike a menu in a block, the answer to a typeahead may be empty: nothing was found. */
const Answer = z.strictObject({ options: z.array(plainOption).max(slackLimits.select.options) });

export interface CheckedOptions {
  /** Empty when Slack would not take the answer. */
  readonly options: readonly z.infer<typeof plainOption>[];
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
