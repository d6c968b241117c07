import { type Inquiry, inquire, type Resources } from '../../commands/command.ts';
import { txn } from '../../commands/txn.ts';
import { stopWatching, watch } from '../../commands/watch.ts';
import type { ButtonAction } from '../../views/blocks.ts';
import type { Asking } from '../exchange/exchange.ts';
import { noteAsked } from './ask.ts';
import { Card } from './card-buttons.ts';
import { References, textOf } from './many-buttons.ts';
import type { Routes } from './routes.ts';

/**
 * Tell Me When It Changes, Stop Watching, and Watch All Unsettled below a table: for the person who clicks, wherever the
 * button stands, and told in their direct message.
 */
export function registerWatchButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  const alone = { audience: 'asker', spelling } as const;

  /** @param again what "Try Again" does: the same as the button */
  async function answer<Input, Found>(
    inquiry: Inquiry<Input, Found>,
    input: Input,
    again: ButtonAction & { text: string },
    exchange: Asking,
  ) {
    const { text, ...action } = again;
    noteAsked({ command: txn, text, ...alone }, exchange, action);
    const reader = { asker: exchange.asker, canShare: exchange.canShare, ...alone };
    return { reply: await inquire(inquiry, input, reader, resources, (line) => exchange.report(line)) };
  }

  const text = ({ reference }: { reference: string }) => reference;
  const one = { command: txn, value: Card, text, isOneAtATime: true };
  const again = (actionId: string, reference: string) => {
    return { actionId, value: JSON.stringify({ reference }), text: reference };
  };
  routes.action('txn:watch', one, ({ reference }, exchange) =>
    answer(watch, [reference], again('txn:watch', reference), exchange),
  );
  routes.action('watch:stop', one, ({ reference }, exchange) =>
    answer(stopWatching, [reference], again('watch:stop', reference), exchange),
  );

  const several = { command: txn, value: References, text: textOf, isOneAtATime: true };
  routes.action('txn:watch-all', several, (list, exchange) => {
    const references = list.rows.map(({ asked }) => asked);
    const same = { actionId: 'txn:watch-all', value: list.value, text: textOf(list) };
    return answer(watch, references, same, exchange);
  });
}
