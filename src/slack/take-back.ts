import * as z from 'zod';
import { takeBackId } from '../blocks/offers.ts';
import { UserError } from '../errors.ts';
import { json } from '../store/json.ts';
import { buttonValue, type Routes } from './routes.ts';

/** Who shared the answer, and the code of that request, which the audit line quotes. */
const Shared = z.object({ by: z.string(), code: z.string() });

/**
 * Registers Take Back, which `SlackRequest.deliver` adds to what somebody shares, except codes of
 * banks. It deletes the message for everybody, and works only for the person who shared it: so a
 * wrong channel can be undone.
 */
export function registerTakeBack(routes: Routes): void {
  const value = buttonValue(json.pipe(Shared));
  const route = { value, text: ({ code }: z.infer<typeof Shared>) => code, isOneAtATime: true };

  routes.action(takeBackId, route, ({ by }, request) => {
    if (request.origin.userId !== by)
      throw new UserError('Only the person who shared this can take it back.');
    request.outcome = 'taken_back';
    return { remove: true };
  });
}
