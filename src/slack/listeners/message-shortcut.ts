import { lookUpMany, manyMax } from '../../commands/many.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { UserError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { code } from '../../views/mrkdwn.ts';
import { ask, requestFrom } from './ask.ts';
import { textsOf } from './message-texts.ts';
import type { Dispatch } from './routes.ts';

/** "Look Up References" on anybody's message, an alert's too: answered to the one who used it, in the thread if there is one. */
export function registerMessageShortcut(dispatch: Dispatch, services: Services): void {
  dispatch.shortcut('look_up_references', async (shortcut, exchange) => {
    const { references, identifiers } = services.findReferences(
      textsOf('message' in shortcut && shortcut.message).join('\n'),
    );
    const all = [...references, ...identifiers];
    const [first] = all;
    if (first === undefined)
      throw new UserError(
        `Nothing in this message looks like a reference or a transaction identifier. Try ${code(services.spellings.slash.write('txn'))} with it.`,
      );
    const request = { audience: 'asker', spelling: services.spellings.slash } as const;
    if (all.length === 1)
      return ask({ command: references.length === 1 ? txn : tsq, text: first, ...request }, exchange, services);

    const many = {
      references: references.slice(0, manyMax),
      identifiers: identifiers.slice(0, Math.max(0, manyMax - references.length)),
      leftOut: all.slice(manyMax), // said on the card: more than fit at once
    };
    const text = all.slice(0, manyMax).join(' ');
    const whole = requestFrom({ command: txn, text, ...request }, exchange);
    await exchange.deliver(await lookUpMany(many, whole, services));
  });
}
