import type { z } from 'zod';
import { UserError } from '../../errors.ts';

/**
 * What came back from a button, checked as anything from outside is.
 * @throws UserError when it is from an older txnbot, whose buttons carried something else.
 */
export function parseClick<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data } = schema.safeParse(value);
  if (!success) throw new UserError('That button is from an older txnbot. Ask anew, with a slash command.');
  return data;
}
