import type { ButtonAction } from '../blocks/blocks.ts';
import { type Inquiry, inquire, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { References, textOf } from '../tables/buttons.ts';
import { Card } from '../transfers/card-buttons.ts';
import { txnHead } from '../transfers/look-up.ts';
import { stopWatching, watch } from './commands.ts';

/**
 * Tell Me When It Changes, Stop Watching, and Watch All Unsettled below a table: for the person who clicks, wherever the
 * button stands, and told in their direct message.
 */
export function registerWatchButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const alone = { audience: 'asker', syntax } as const;

  /** @param again what "Try Again" does: the same as the button */
  async function answer<Input, Found>(
    inquiry: Inquiry<Input, Found>,
    input: Input,
    again: ButtonAction & { text: string },
    request: SlackRequest,
  ) {
    const { text, ...action } = again;
    request.ask({ command: txnHead, text, ...alone, again: action });
    const reader = { asker: request.asker, canShare: request.canShare, ...alone };
    return { reply: await inquire(inquiry, input, reader, resources, (line) => request.report(line)) };
  }

  const text = ({ reference }: { reference: string }) => reference;
  const one = { command: txnHead, value: Card, text, isOneAtATime: true };
  const again = (actionId: string, reference: string) => {
    return { actionId, value: JSON.stringify({ reference }), text: reference };
  };
  routes.action('txn:watch', one, ({ reference }, request) =>
    answer(watch, [reference], again('txn:watch', reference), request),
  );
  routes.action('watch:stop', one, ({ reference }, request) =>
    answer(stopWatching, [reference], again('watch:stop', reference), request),
  );

  const several = { command: txnHead, value: References, text: textOf, isOneAtATime: true };
  routes.action('txn:watch-all', several, (list, request) => {
    const references = list.rows.map(({ asked }) => asked);
    const same = { actionId: 'txn:watch-all', value: list.value, text: textOf(list) };
    return answer(watch, references, same, request);
  });
}
