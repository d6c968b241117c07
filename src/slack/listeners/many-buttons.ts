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

/** Below a table of many: one row as its card, or all of them as a file, to whoever clicks. */
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
    // A file travels, so it holds what a channel reads.
    const file = await inquire(manyFile, many, { audience: 'channel', canShare: false, spelling }, resources);
    return { file, reply: plainReply(`The table is in your direct messages with txnbot, as ${file.name}.`) };
  });
}
