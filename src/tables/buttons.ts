import * as z from 'zod';
import { buttonValueMax, plainReply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { inquire, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import { json } from '../store/json.ts';
import { cardOf } from '../transfers/card.ts';
import { type Clicked, createClicks } from '../transfers/card-buttons.ts';
import { tsqHead, txnHead } from '../transfers/look-up.ts';
import { type Ask, parseAsk, splitAsks } from '../transfers/row.ts';
import { moreWindow, recordedMax, rowsOf } from './actions.ts';
import { tableFile, tableMax, tableOf } from './table.ts';

/** Below a table of many, and in the window of its More…. */
export function registerTableButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const click = createClicks(routes.action, resources);
  const alone = ({ asker, canShare, isInWindow }: SlackRequest) =>
    ({ asker, audience: 'asker', canShare, syntax, isInWindow }) as const;
  /** A list in a window stays below what is opened from it, to be come back to. */
  const window = (asked: string, { isInWindow }: SlackRequest) => (isInWindow ? lookingUp(asked) : undefined);

  const open = { command: txnHead, value: Chosen, text: ({ asked }: { asked: string }) => asked };
  routes.action('txn:open', open, async ({ isRequery, asked: text }, request) => {
    const modal = window(text, request);
    if (modal) await request.openWindow(modal);
    request.ask({ command: isRequery ? tsqHead : txnHead, text, audience: 'asker', syntax });
    return { reply: await inquire(cardOf, { asked: text, isRequery }, alone(request), resources) };
  });

  const several = { command: txnHead, value: Listed, text: textOf };
  const table = { ...several, isOneAtATime: true };
  click('txn:these', { ...several, value: Rest, window }, tableOf);
  click('txn:full-all', { ...table, window }, tableOf);
  click('txn:refresh-all', { ...table, value: Drawn, posts: 'in place' }, tableOf);
  click('tsq:requery-all', { ...table, command: tsqHead, value: Requeries }, tableOf);
  createClicks(routes.view, resources)('txn:share-all', { ...table, value: Shared, posts: 'channel' }, tableOf);
  // Below tables of older versions, and to try again.
  click('txn:share-all', { ...table, posts: 'channel' }, tableOf);

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', table, async ({ asks, value }, request) => {
    const { audience, origin } = request;
    const canShare = audience === 'asker' && (await request.canShare);
    const { channelId } = origin;
    await request.openWindow(moreWindow({ asks, value, channelId, audience, canShare, slash: syntax }));
    return undefined;
  });

  routes.action('txn:csv', { ...several, isOneAPerson: true }, async (list, request) => {
    const again = { actionId: 'txn:csv', value: list.value };
    request.ask({ command: txnHead, text: textOf(list), audience: 'asker', syntax, again });
    // It goes to the asker alone, whole.
    const file = await inquire(tableFile, list, alone(request), resources);
    return {
      file,
      reply: plainReply(`The table of ${rowsOf(list.asks)} is in a direct message to you, as ${file.name}.`),
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
const rowsUpTo = (max: number) =>
  z.string().max(buttonValueMax).transform(splitAsks).pipe(z.array(typedAsk).min(1).max(max));
const rows = rowsUpTo(tableMax);
/** Shorter lines than these ask for nothing. */
const rest = rowsUpTo(buttonValueMax / 4);

/** One row, chosen in a menu. */
const Chosen = z
  .object({ selected_option: z.object({ value: typedAsk }) })
  .transform(({ selected_option: { value } }) => value);

/** Several rows, and what asks for them; `value` is what the button carries, for a "Try Again". */
interface List extends Clicked {
  value: string;
  asks: Ask[];
}

/** What a button carries, with its text. */
const carried = <T>(content: z.ZodType<T, string>) =>
  z
    .string()
    .transform((value) => ({ value, content: value }))
    .pipe(z.object({ value: z.string(), content }));

const listed = (asks: z.ZodType<Ask[], string>): z.ZodType<List, string> =>
  carried(asks).transform(({ value, content }) => ({ value, asks: content }));

const Listed = buttonValue(listed(rows));

/** As many as a button can carry: the first of them are looked up, the others stand behind the next button. */
const Rest = buttonValue(listed(rest));

/** The rows of a submitted window, which stand behind the channel that it was opened from. */
const Shared = z
  .object({
    private_metadata: z
      .string()
      .transform((text) => text.slice(text.indexOf('\n') + 1))
      .pipe(listed(rows)),
  })
  .transform(({ private_metadata }) => private_metadata);

/** A list that was too long to be read is no list of rows; zod would look at it all the same. */
const ifRead = { when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };

/** Rows to requery, and nothing else. */
const Requeries = Listed.refine(({ asks }) => asks.every(({ isRequery }) => isRequery), ifRead);

/** Records, and no requeries. */
export const Records = Listed.refine(({ asks }) => !asks.some(({ isRequery }) => isRequery), ifRead).transform(
  ({ value, asks }) => ({ value, references: asks.map(({ asked }) => asked) }),
);

const drawn = z.object({
  rows,
  audience: z.enum(['asker', 'channel']),
  sharedBy: z.string().max(sharedByMax).optional(),
  rest: rest.optional(),
});

/** All rows of a table, and for whom it was drawn. */
const Drawn = buttonValue(carried(json.pipe(drawn))).transform(({ value, content }) => ({
  ...content,
  value,
  asks: content.rows,
  isRefresh: true,
}));

/** What they were asked for, in the order of the table. */
function textOf({ asks }: Pick<List, 'asks'>): string {
  return asks.map(({ asked }) => asked).join(' ');
}
