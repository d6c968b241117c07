import * as z from 'zod';
import { plainReply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { type CommandHead, inquire, type PendingReader, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
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
  const everybody = ({ asker }: SlackRequest) => ({ asker, audience: 'channel', canShare: false, syntax }) as const;
  const alone = ({ asker, canShare, isInWindow }: SlackRequest) =>
    ({ asker, audience: 'asker', canShare, syntax, isInWindow }) as const;
  const answerTable = (input: TableInput, reader: PendingReader, request: SlackRequest) =>
    inquire(tableOf, input, reader, resources, (line) => request.report(line));
  /** Notes what is asked; "Try Again" does again what the button does. */
  const note = (actionId: string, list: List, request: SlackRequest, command: CommandHead = txnHead) =>
    request.ask({ command, text: textOf(list), audience: 'asker', syntax, again: { actionId, value: list.value } });

  /** A list in a window stays below what is opened from it, to be come back to. */
  const upon = async (asked: string, request: SlackRequest) => {
    if (request.isInWindow) await request.openWindow(lookingUp(asked));
  };

  const open = { command: txnHead, value: Chosen, text: ({ asked }: { asked: string }) => asked };
  routes.action('txn:open', open, async ({ isRequery, asked: text }, request) => {
    await upon(text, request);
    request.ask({ command: isRequery ? tsqHead : txnHead, text, audience: 'asker', syntax });
    const reader = alone(request);
    return {
      reply: isRequery
        ? await inquire(requeryOne, { transactionId: text }, reader, resources)
        : await inquire(openInFull, text, reader, resources),
    };
  });

  const several = { command: txnHead, value: Listed, text: textOf };
  routes.action('txn:these', { ...several, value: Rest }, async (list, request) => {
    note('txn:these', list, request);
    await upon(textOf(list), request);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(request), request) };
  });

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', { ...several, isOneAtATime: true }, async ({ rows: asks, value }, request) => {
    const { audience, origin } = request;
    const canShare = audience === 'asker' && (await request.canShare);
    const { channelId } = origin;
    await request.openWindow(moreWindow({ asks, value, channelId, audience, canShare, slash: syntax }));
    return undefined;
  });

  routes.action('txn:full-all', { ...several, isOneAtATime: true }, async (list, request) => {
    note('txn:full-all', list, request);
    await upon(textOf(list), request);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(request), request) };
  });

  const all = { command: txnHead, value: Drawn, text: textOf, isOneAtATime: true, posts: 'in place' } as const;
  routes.action('txn:refresh-all', all, async ({ sharedBy, rest = [], ...list }, request) => {
    note('txn:refresh-all', list, request);
    // A masked table stays masked, wherever the click seems to come from.
    const reader = list.audience === 'channel' ? everybody(request) : { ...alone(request), audience: request.audience };
    const input = { ...queryOf(list), leftOut: [], sharedBy, rest, isRefresh: true };
    return { reply: await answerTable(input, reader, request), to: 'in place' };
  });

  const requeries = { ...several, command: tsqHead, value: Requeries, isOneAtATime: true };
  routes.action('tsq:requery-all', requeries, async (list, request) => {
    note('tsq:requery-all', list, request, tsqHead);
    return { reply: await answerTable({ ...queryOf(list), leftOut: [] }, alone(request), request) };
  });

  const share = async (list: List, request: SlackRequest) => {
    note('txn:share-all', list, request);
    const input = { ...queryOf(list), leftOut: [], sharedBy: request.origin.userName };
    return { reply: await answerTable(input, everybody(request), request), to: 'channel' } as const;
  };
  routes.view('txn:share-all', { ...several, value: Shared, isOneAtATime: true, posts: 'channel' }, share);
  // Below tables of older versions, and to try again.
  routes.action('txn:share-all', { ...several, isOneAtATime: true, posts: 'channel' }, share);

  routes.action('txn:csv', several, async (list, request) => {
    note('txn:csv', list, request);
    // It goes to the asker alone, whole.
    const file = await inquire(tableFile, queryOf(list), alone(request), resources);
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
