import type { AnyCommand, PendingReader } from '../../commands/command.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { type ManyInput, many, manyFile } from '../../commands/many.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { plainReply } from '../../views/blocks.ts';
import { lookingUp } from '../../views/looking-up.ts';
import { moreWindow, rowsOf } from '../../views/many/many-actions.ts';
import type { Asking } from '../exchange/exchange.ts';
import { ask, noteAsked } from './ask.ts';
import { Chosen, Drawn, type List, Listed, manyOf, Requeries, Rest, Shared, textOf } from './many-values.ts';
import type { Routes } from './routes.ts';

/** Below a table of many, and in the window of its More…. */
export function registerManyButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  const everybody = ({ asker }: Asking) => ({ asker, audience: 'channel', canShare: false, spelling }) as const;
  const alone = ({ asker, canShare, isInWindow }: Asking) =>
    ({ asker, audience: 'asker', canShare, spelling, isInWindow }) as const;
  const tableOf = (input: ManyInput, reader: PendingReader, exchange: Asking) =>
    inquire(many, input, reader, resources, (line) => exchange.report(line));
  /** Notes what is asked; "Try Again" does again what the button does. */
  const note = (actionId: string, list: List, exchange: Asking, command: AnyCommand = txn) =>
    noteAsked({ command, text: textOf(list), audience: 'asker', spelling }, exchange, { actionId, value: list.value });

  /** A list in a window stays below what is opened from it, to be come back to. */
  const upon = async (asked: string, exchange: Asking) => {
    if (exchange.isInWindow) await exchange.openWindow(lookingUp(asked));
  };

  const open = { command: txn, value: Chosen, text: ({ asked }: { asked: string }) => asked };
  routes.action('txn:open', open, async ({ isRequery, asked: text }, exchange) => {
    await upon(text, exchange);
    return ask({ command: isRequery ? tsq : txn, text, audience: 'asker', spelling }, exchange, resources);
  });

  const several = { command: txn, value: Listed, text: textOf };
  routes.action('txn:these', { ...several, value: Rest }, async (list, exchange) => {
    note('txn:these', list, exchange);
    await upon(textOf(list), exchange);
    return { reply: await tableOf({ ...manyOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', { ...several, isOneAtATime: true }, async ({ rows: asks, value }, exchange) => {
    const { audience, origin } = exchange;
    const canShare = audience === 'asker' && (await exchange.canShare);
    const { channelId } = origin;
    await exchange.openWindow(moreWindow({ asks, value, channelId, audience, canShare, slash: spelling }));
    return undefined;
  });

  routes.action('txn:full-all', { ...several, isOneAtATime: true }, async (list, exchange) => {
    note('txn:full-all', list, exchange);
    await upon(textOf(list), exchange);
    return { reply: await tableOf({ ...manyOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  const all = { command: txn, value: Drawn, text: textOf, isOneAtATime: true, posts: 'in place' } as const;
  routes.action('txn:refresh-all', all, async ({ sharedBy, rest = [], ...list }, exchange) => {
    note('txn:refresh-all', list, exchange);
    // A masked table stays masked, wherever the click seems to come from.
    const reader =
      list.audience === 'channel' ? everybody(exchange) : { ...alone(exchange), audience: exchange.audience };
    const input = { ...manyOf(list), leftOut: [], sharedBy, rest, isRefresh: true };
    return { reply: await tableOf(input, reader, exchange), to: 'in place' };
  });

  const requeries = { ...several, command: tsq, value: Requeries, isOneAtATime: true };
  routes.action('tsq:requery-all', requeries, async (list, exchange) => {
    note('tsq:requery-all', list, exchange, tsq);
    return { reply: await tableOf({ ...manyOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  const share = async (list: List, exchange: Asking) => {
    note('txn:share-all', list, exchange);
    const input = { ...manyOf(list), leftOut: [], sharedBy: exchange.origin.userName };
    return { reply: await tableOf(input, everybody(exchange), exchange), to: 'channel' } as const;
  };
  routes.view('txn:share-all', { ...several, value: Shared, isOneAtATime: true, posts: 'channel' }, share);
  // Below tables of older versions, and to try again.
  routes.action('txn:share-all', { ...several, isOneAtATime: true, posts: 'channel' }, share);

  routes.action('txn:csv', several, async (list, exchange) => {
    note('txn:csv', list, exchange);
    // It goes to the asker alone, whole.
    const file = await inquire(manyFile, manyOf(list), alone(exchange), resources);
    return {
      file,
      reply: plainReply(`The table of ${rowsOf(list.rows)} is in a direct message to you, as ${file.name}.`),
    };
  });
}
