import * as z from 'zod';
import { buttonValueMax, plainReply } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import { inquire, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import { json } from '../store/json.ts';
import { cardOf } from '../transfers/card.ts';
import { type Clicked, createClicks, type Pressed, place } from '../transfers/card-buttons.ts';
import { tsqHead, txnHead } from '../transfers/look-up.ts';
import { type Ask, parseAsk, splitAsks } from '../transfers/row.ts';
import { moreWindow, rowsOf } from './actions.ts';
import { tableFile, tableMax, tableOf } from './table.ts';

/** Below a table of many, and in the window of its More…. */
export function registerTableButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const click = createClicks(routes.action, resources);
  /** A list in a window stays below what is opened from it, to be come back to. */
  const window = (asked: string, { isInWindow }: SlackRequest) => (isInWindow ? lookingUp(asked) : undefined);

  const commandOf = ({ isRequery }: Pressed) => (isRequery ? tsqHead : txnHead);
  click(
    'txn:open',
    { command: commandOf, value: Chosen, text: ({ asked }) => asked, window, isShareable: true },
    cardOf,
  );

  const several = { command: txnHead, value: Listed, text: textOf };
  const table = { ...several, isOneAtATime: true };
  click('txn:these', { ...several, value: buttonValue(rest), window }, tableOf);
  click('txn:full-all', { ...table, window }, tableOf);
  click('txn:refresh-all', { ...table, value: Drawn, posts: 'in place' }, tableOf);
  click(
    'tsq:requery-all',
    { ...table, command: tsqHead, value: buttonValue(list(tableMax, ({ isRequery }) => isRequery)) },
    tableOf,
  );
  createClicks(routes.view, resources)('txn:share-all', { ...table, value: Shared, posts: 'channel' }, tableOf);
  // Below tables of older versions, and to try again.
  click('txn:share-all', { ...table, posts: 'channel' }, tableOf);

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', table, async ({ asks, value }, request) => {
    const { audience, origin } = request;
    const canShare = audience === 'asker' && request.canShare;
    const { channelId } = origin;
    await request.openWindow(moreWindow({ asks, value, channelId, audience, canShare, slash: syntax }));
    return undefined;
  });

  routes.action('txn:csv', { ...several, isOneAPerson: true }, async (list, request) => {
    const again = { actionId: 'txn:csv', value: list.value };
    request.ask({ command: txnHead, text: textOf(list), audience: 'asker', syntax, again });
    // It goes to the asker alone, whole.
    const reader = { asker: request.asker, audience: 'asker', canShare: false, syntax } as const;
    const file = await inquire(tableFile, list, reader, resources);
    return {
      file,
      reply: plainReply(`The table of ${rowsOf(list.asks)} is in a direct message to you, as ${file.name}.`),
    };
  });
}

/** Several rows, and what asks for them; `value` is what the button carries, for a "Try Again". */
interface List extends Clicked {
  value: string;
  asks: Ask[];
}

/** @param isMeant whether the button asks for such a row */
function list(max: number, isMeant: (ask: Ask) => boolean = () => true) {
  return z
    .string()
    .max(buttonValueMax)
    .transform((value, context): List => {
      const lines = splitAsks(value);
      const asks = lines.length > max ? [] : lines.flatMap((line) => parseAsk(line) ?? []);
      if (asks.length > 0 && asks.length === lines.length && asks.every(isMeant)) return { value, asks };
      context.addIssue('names nothing to ask for');
      return z.NEVER;
    });
}

/** Those of older versions are longer than those of today. */
const optionMax = 220;

const Chosen: z.ZodType<Pressed> = z
  .object({ selected_option: z.object({ value: z.string().max(optionMax).pipe(list(1)) }) })
  .transform(({ selected_option: { value } }) => ({ asked: '', isRequery: false, ...value.asks[0] }));

const rows = list(tableMax);
const Listed = buttonValue(rows);

/**
 * As many as a button can carry, as shorter lines ask for nothing: the first of them are looked up, the others stand
 * behind the next button.
 */
const rest = list(buttonValueMax / 4);

/** The rows of a submitted window, which stand behind the channel that it was opened from. */
const Shared = z
  .object({
    private_metadata: z
      .string()
      .transform((text) => text.slice(text.indexOf('\n') + 1))
      .pipe(rows),
  })
  .transform((window) => window.private_metadata);

/** Records, and no requeries. */
export const Records = buttonValue(list(tableMax, ({ isRequery }) => !isRequery)).transform(({ value, asks }) => ({
  value,
  references: asks.map(({ asked }) => asked),
}));

/** All rows of a table, and for whom it was drawn. */
const Drawn = buttonValue(json.pipe(z.object({ rows, rest: rest.optional(), ...place }))).transform(
  ({ rows: { asks }, rest, ...drawn }) => ({ ...drawn, asks, rest: rest?.asks, isRefresh: true }),
);

function textOf({ asks }: Pick<List, 'asks'>): string {
  return asks.map(({ asked }) => asked).join(' ');
}
