import { z } from 'zod';
import { describeProblem, describeSteps } from './block-kit/describe-issue.ts';
import { optionChoices, plainOption } from './block-kit/text-objects.ts';
import { slackLimits } from './slack-limits.ts';

/** Unlike a menu in a block, the answer to a typeahead may be empty: nothing was found. */
const Answer = z
  .strictObject({ ...optionChoices, options: z.array(plainOption).max(slackLimits.select.options).optional() })
  .refine(({ options, option_groups }) => (options === undefined) !== (option_groups === undefined), {
    error: 'needs either options or option_groups',
  });

export interface CheckedOptions {
  /** Empty when Slack would not take the answer. */
  readonly options: readonly z.infer<typeof plainOption>[];
  readonly breaches: readonly string[];
}

/** Reads the bot's answer to a typeahead, `{ options }` or `{ option_groups }`, as strictly as Slack does. */
export function checkOptions(answer: unknown): CheckedOptions {
  const parsed = Answer.safeParse(answer, { reportInput: true });
  if (!parsed.success) {
    const describe = ({ path, ...issue }: z.core.$ZodIssue) =>
      `${describeSteps(path)} ${describeProblem({ path, ...issue })}`;
    return { options: [], breaches: parsed.error.issues.map((issue) => describe(issue).trim()) };
  }
  const { options, option_groups = [] } = parsed.data;
  return { options: options ?? option_groups.flatMap((group) => group.options), breaches: [] };
}
