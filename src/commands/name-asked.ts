import { AccessError, CutShortError, UserError } from '../errors.ts';
import { code } from '../views/mrkdwn.ts';

/** Runs what may be refused for a reason that does not know what was asked; answers come out of order, so it is named. */
export async function nameAsked<T>(asked: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const saysMore = error instanceof AccessError || error instanceof CutShortError;
    if (!(error instanceof UserError) || saysMore) throw error;
    throw new UserError(`${code(asked, 60)}: ${error.message}`);
  }
}
