import * as z from 'zod';
import { plainReply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { type CommandHead, inquire, type PendingReader, type Resources } from '../command.ts';
import { type Asking, noteAsked } from '../slack/exchange.ts';
import type { Routes } from '../slack/routes.ts';
import { json, openInFull } from '../transfers/card-buttons.ts';
import { txnHead } from '../transfers/look-up.ts';
import { requeryOne, tsqHead } from '../transfers/requery.ts';
import { parseAsk, recordedMax, splitAsks } from '../transfers/row.ts';
import { moreWindow, rowsOf } from './actions.ts';
import { type TableInput, type TableQuery, tableFile, tableMax, tableOf } from './table.ts';

/** Below a table of many, and in the window of its More…. */
export function registerTableButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const everybody = ({ asker }: Asking) => ({ asker, audience: 'channel', canShare: false, syntax }) as const;
  const alone = ({ asker, canShare, isInWindow }: Asking) =>
    ({ asker, audience: 'asker', canShare, syntax, isInWindow }) as const;
  const answerTable = (input: TableInput, reader: PendingReader, exchange: Asking) =>
    inquire(tableOf, input, reader, resources, (line) => exchange.report(line));
  /** Notes what is asked; "Try Again" does again what the button does. */
  const note = (actionId: string, list: List, exchange: Asking, command: CommandHead = txnHead) =>
    noteAsked({ command, text: textOf(list), audience: 'asker', syntax }, exchange, { actionId, value: list.value });

  /** A list in a window stays below what is opened from it, to be come back to. */
  const upon = async (asked: string, exchange: Asking) => {
    if (exchange.isInWindow) await exchange.openWindow(lookingUp(asked));
  };

  const open = { command: txnHead, value: Chosen, text: ({ asked }: { asked: string }) => asked };
  routes.action('txn:open', open, async ({ isRequery, asked: text }, exchange) => {
    await upon(text, exchange);
    noteAsked({ command: isRequery ? tsqHead : txnHead, text, audience: 'asker', syntax }, exchange);
    const reader = alone(exchange);
    return {
      reply: isRequery
        ? await inquire(requeryOne, { transactionId: text }, reader, resources)
        : await inquire(openInFull, text, reader, resources),
    };
  });

  const several = { command: txnHead, value: Listed, text: textOf };
  routes.action('txn:these', { ...several, value: Rest }, async (list, exchange) => {
    note('txn:these', list, exchange);
    await upon(textOf(list), exchange);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', { ...several, isOneAtATime: true }, async ({ rows: asks, value }, exchange) => {
    const { audience, origin } = exchange;
    const canShare = audience === 'asker' && (await exchange.canShare);
    const { channelId } = origin;
    await exchange.openWindow(moreWindow({ asks, value, channelId, audience, canShare, slash: syntax }));
    return undefined;
  });

  routes.action('txn:full-all', { ...several, isOneAtATime: true }, async (list, exchange) => {
    note('txn:full-all', list, exchange);
    await upon(textOf(list), exchange);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  const all = { command: txnHead, value: Drawn, text: textOf, isOneAtATime: true, posts: 'in place' } as const;
  routes.action('txn:refresh-all', all, async ({ sharedBy, rest = [], ...list }, exchange) => {
    note('txn:refresh-all', list, exchange);
    // A masked table stays masked, wherever the click seems to come from.
    const reader =
      list.audience === 'channel' ? everybody(exchange) : { ...alone(exchange), audience: exchange.audience };
    const input = { ...queryOf(list), leftOut: [], sharedBy, rest, isRefresh: true };
    return { reply: await answerTable(input, reader, exchange), to: 'in place' };
  });

  const requeries = { ...several, command: tsqHead, value: Requeries, isOneAtATime: true };
  routes.action('tsq:requery-all', requeries, async (list, exchange) => {
    note('tsq:requery-all', list, exchange, tsqHead);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(exchange), exchange) };
  });

  const share = async (list: List, exchange: Asking) => {
    note('txn:share-all', list, exchange);
    const input = { ...queryOf(list), leftOut: [], sharedBy: exchange.origin.userName };
    return { reply: await answerTable(input, everybody(exchange), exchange), to: 'channel' } as const;
  };
  routes.view('txn:share-all', { ...several, value: Shared, isOneAtATime: true, posts: 'channel' }, share);
  // Below tables of older versions, and to try again.
  routes.action('txn:share-all', { ...several, isOneAtATime: true, posts: 'channel' }, share);

  routes.action('txn:csv', several, async (list, exchange) => {
    note('txn:csv', list, exchange);
    // It goes to the asker alone, whole.
    const file = await inquire(tableFile, queryOf(list), alone(exchange), resources);
    return {
      file,
      reply: plainReply(`The table of ${rowsOf(list.rows)} is in a direct message to you, as ${file.name}.`),
    };
  });
}

/** Of what people ask for, as they may type it. */
const askedMax = 216;

const typedAsk = z
  .string()
  .max(2 * askedMax + recordedMax)
  .transform((text, context) => {
    const parsed = parseAsk(text);
    const { asked = '', ofRecord = '', recorded = '' } = parsed ?? {};
    const isShort = asked.length <= askedMax && ofRecord.length <= askedMax && recorded.length <= recordedMax;
    if (parsed && isShort) return parsed;
    context.addIssue('names nothing to ask for');
    return z.NEVER;
  });
const rowsUpTo = (max: number) => z.string().max(2000).transform(splitAsks).pipe(z.array(typedAsk).min(1).max(max));
const rows = rowsUpTo(tableMax);
/** Shorter lines than these ask for nothing. */
const rest = rowsUpTo(2000 / 4);
const button = z.object({ value: z.string() });

/** One row, chosen in a menu. */
const Chosen = z
  .object({ selected_option: z.object({ value: typedAsk }) })
  .transform(({ selected_option: { value } }) => value);

/** Several rows; `value` is what the button carries, for a "Try Again". */
const Listed = button.transform(({ value }) => ({ value, rows: value })).pipe(z.object({ value: z.string(), rows }));

/** As many as a button can carry: the first of them are looked up, the others stand behind the next button. */
const Rest = button
  .transform(({ value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows: rest }));

/** The rows of a submitted window, which stand behind the channel that it was opened from. */
const Shared = z
  .object({ private_metadata: z.string().transform((text) => text.slice(text.indexOf('\n') + 1)) })
  .transform(({ private_metadata: value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows }));

/** A list that was too long to be read is no list of rows; zod would look at it all the same. */
const ifRead = { when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };

/** Rows to requery, and nothing else. */
const Requeries = Listed.refine((list) => list.rows.every(({ isRequery }) => isRequery), ifRead);

/** Records, and no requeries. */
export const References = Listed.refine((list) => list.rows.every(({ isRequery }) => !isRequery), ifRead);

/** All rows of a table, and for whom it was drawn. */
const Drawn = button
  .transform(({ value }) => ({ value, drawn: value }))
  .pipe(
    z.object({
      value: z.string(),
      drawn: json.pipe(
        z.object({
          rows,
          audience: z.enum(['asker', 'channel']),
          sharedBy: z.string().max(sharedByMax).optional(),
          rest: rest.optional(),
        }),
      ),
    }),
  )
  .transform(({ value, drawn }) => ({ value, ...drawn }));

type List = z.infer<typeof Listed>;

/** What they were asked for, in the order of the table. */
export function textOf({ rows: asks }: List): string {
  return asks.map(({ asked }) => asked).join(' ');
}

function queryOf({ rows: asks }: List): TableQuery {
  const those = (isRequery: boolean) => asks.flatMap((each) => (each.isRequery === isRequery ? each.asked : []));
  const records = new Map(asks.map(({ asked, ofRecord, recorded }) => [asked, { ofRecord, recorded }]));
  return { references: those(false), identifiers: those(true), records };
}
