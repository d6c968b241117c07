import type { AnyCommand, PendingReader } from '../../commands/command.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { type ManyInput, many } from '../../commands/many.ts';
import { manyFile } from '../../commands/many-file.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { plainReply } from '../../views/blocks.ts';
import { lookingUp } from '../../views/looking-up.ts';
import { code } from '../../views/mrkdwn.ts';
import type { Asking } from '../exchange/exchange.ts';
import { ask, noteAsked } from './ask.ts';
import { Chosen, Drawn, type List, Listed, manyOf, Requeries, Rest, textOf } from './many-values.ts';
import type { Routes } from './routes.ts';

/**
 * Below a table of many: one row as its card, all of them anew, or whole for the one who asks, those that are not settled
 * requeried, the table for everybody, or as a file, and the rest of more than one table holds.
 */
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

  routes.action('txn:full-all', { ...several, isOneAtATime: true }, async (list, exchange) => {
    note('txn:full-all', list, exchange);
    return { reply: await tableOf({ ...manyOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  const all = { command: txn, value: Drawn, text: textOf, isOneAtATime: true, posts: 'in place' } as const;
  routes.action('txn:refresh-all', all, async ({ sharedBy, rest = [], ...list }, exchange) => {
    note('txn:refresh-all', list, exchange);
    // A masked table stays masked, wherever the click seems to come from.
    const reader =
      list.audience === 'channel' ? everybody(exchange) : { ...alone(exchange), audience: exchange.audience };
    return { reply: await tableOf({ ...manyOf(list), leftOut: [], sharedBy, rest }, reader, exchange), to: 'in place' };
  });

  const requeries = { ...several, command: tsq, value: Requeries, isOneAtATime: true };
  routes.action('tsq:requery-all', requeries, async (list, exchange) => {
    note('tsq:requery-all', list, exchange, tsq);
    return { reply: await tableOf({ ...manyOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  routes.action('txn:share-all', { ...several, isOneAtATime: true, posts: 'channel' }, async (list, exchange) => {
    note('txn:share-all', list, exchange);
    const input = { ...manyOf(list), leftOut: [], sharedBy: exchange.origin.userName };
    return { reply: await tableOf(input, everybody(exchange), exchange), to: 'channel' };
  });

  routes.action('txn:csv', several, async (list, exchange) => {
    note('txn:csv', list, exchange);
    // A file travels, so it holds what a channel reads.
    const file = await inquire(manyFile, manyOf(list), everybody(exchange), resources);
    return {
      file,
      reply: plainReply(`The table of ${rowsOf(list)} is in your direct messages with txnbot, as ${file.name}.`),
    };
  });
}

/** What a table is of, by its first row. */
function rowsOf({ rows: [first, ...others] }: List): string {
  return `${code(first?.asked ?? '', 60)}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}
