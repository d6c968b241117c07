import type { z } from 'zod';
import { describeProblem } from './describe-issue.ts';
import { type Surface, surfaces } from './surfaces.ts';

/** As `blocks.validate` tells it. */
export interface Mistake {
  /** A JSON pointer, `/2/elements/1`. */
  readonly pointer: string;
  readonly code: 'missing_field' | 'unknown_field' | 'failed_constraint';
  readonly message: string;
}

/** Where blocks are not what Slack takes. @param from where they stand in what was sent */
export function findMistakes(blocks: unknown, surface: Surface = 'message', from = ''): Mistake[] {
  const { error } = surfaces[surface].safeParse(blocks, { reportInput: true });
  return (error?.issues ?? []).map((issue) => ({
    pointer: [from, ...issue.path.map(String)].join('/'),
    code: codeOf(issue),
    message: describeProblem(issue),
  }));
}

function codeOf(issue: z.core.$ZodIssue): Mistake['code'] {
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const isMissing = 'input' in issue && issue.input === undefined && issue.code !== 'custom';
  return isMissing ? 'missing_field' : 'failed_constraint';
}
