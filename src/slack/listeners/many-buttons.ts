import * as z from 'zod';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { manyMax } from '../../commands/many.ts';
import { manyFile } from '../../commands/many-file.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { askedFor } from '../../transfers/row.ts';
import { plainReply } from '../../views/blocks.ts';
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
const Csv = z
  .object({ value: z.string() })
  .transform(({ value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows: Rows }));

/** The controls below a table of many: a row as its card, or all rows as a file, for the person who clicks. */
export function registerManyButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;

  const open = { command: txn, value: Open, text: ({ asked: text }: z.infer<typeof Open>) => text };
  routes.action('txn:open', open, ({ isRequery, asked: text }, exchange) =>
    ask({ command: isRequery ? tsq : txn, text, audience: 'asker', spelling }, exchange, resources),
  );

  const textOf = ({ rows }: z.infer<typeof Csv>) => rows.map((row) => row.asked).join(' ');
  routes.action('txn:csv', { command: txn, value: Csv, text: textOf }, async ({ value, rows }, exchange) => {
    const text = textOf({ value, rows });
    noteAsked({ command: txn, text, audience: 'asker', spelling }, exchange, { actionId: 'txn:csv', value });
    const those = (isRequery: boolean) => rows.flatMap((row) => (row.isRequery === isRequery ? row.asked : []));
    const many = { references: those(false), identifiers: those(true) };
    // A file can be passed on, so it holds only what a channel may read.
    const file = await inquire(manyFile, many, { audience: 'channel', canShare: false, spelling }, resources);
    return { file, reply: plainReply(`The table is in your direct messages with txnbot, as ${file.name}.`) };
  });
}
