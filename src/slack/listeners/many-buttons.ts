import * as z from 'zod';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { many, manyMax } from '../../commands/many.ts';
import { manyFile } from '../../commands/many-file.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import type { Many } from '../../transfers/look-up-many.ts';
import { askedFor } from '../../transfers/row.ts';
import { plainReply } from '../../views/blocks.ts';
import type { Asking } from '../exchange/exchange.ts';
import { ask, noteAsked } from './ask.ts';
import type { Routes } from './routes.ts';

const asked = z
  .string()
  .max(220)
  .transform((text, context) => {
    const parsed = askedFor(text);
    if (parsed) return parsed;
    context.addIssue('names nothing to ask for');
    return z.NEVER;
  });
const Open = z
  .object({ selected_option: z.object({ value: asked }) })
  .transform(({ selected_option: { value } }) => value);
const Rows = z
  .string()
  .max(2000)
  .transform((text) => text.split('\n'))
  .pipe(z.array(asked).max(manyMax));
const List = z
  .object({ value: z.string() })
  .transform(({ value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows: Rows }));
type Listed = z.infer<typeof List>;

function manyOf({ rows }: Listed): Many {
  const those = (isRequery: boolean) => rows.flatMap((row) => (row.isRequery === isRequery ? row.asked : []));
  return { references: those(false), identifiers: those(true) };
}

/** Below a table of many: one row as its card, or all of them as a file, to whoever clicks. Before one: a part of too many. */
export function registerManyButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;

  const open = { command: txn, value: Open, text: ({ asked: text }: z.infer<typeof Open>) => text };
  routes.action('txn:open', open, ({ isRequery, asked: text }, exchange) =>
    ask({ command: isRequery ? tsq : txn, text, audience: 'asker', spelling }, exchange, resources),
  );

  const textOf = ({ rows }: Listed) => rows.map((row) => row.asked).join(' ');
  const several = { command: txn, value: List, text: textOf };
  const note = (actionId: string, list: Listed, exchange: Asking) =>
    noteAsked({ command: txn, text: textOf(list), audience: 'asker', spelling }, exchange, {
      actionId,
      value: list.value,
    });

  routes.action('txn:these', several, async (list, exchange) => {
    note('txn:these', list, exchange);
    const reader = { asker: exchange.asker, audience: 'asker', canShare: exchange.canShare, spelling } as const;
    const input = { ...manyOf(list), leftOut: [] };
    return { reply: await inquire(many, input, reader, resources, (line) => exchange.report(line)) };
  });

  routes.action('txn:csv', several, async (list, exchange) => {
    note('txn:csv', list, exchange);
    // A file travels, so it holds what a channel reads.
    const reader = { asker: exchange.asker, audience: 'channel', canShare: false, spelling } as const;
    const file = await inquire(manyFile, manyOf(list), reader, resources);
    return { file, reply: plainReply(`The table is in your direct messages with txnbot, as ${file.name}.`) };
  });
}
