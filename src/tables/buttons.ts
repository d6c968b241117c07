import * as z from 'zod';
import { buttonValueMax } from '../blocks/blocks.ts';
import { lookingUp } from '../blocks/modal.ts';
import type { Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes, windowValue } from '../slack/routes.ts';
import { json } from '../store/json.ts';
import { cardOf } from '../transfers/card.ts';
import { type Clicked, createClicks, type Pressed, place } from '../transfers/card-buttons.ts';
import { tsqHead, txnHead } from '../transfers/look-up.ts';
import { type Ask, parseAsk, splitAsks } from '../transfers/row.ts';
import { moreWindow } from './actions.ts';
import { tableFile, tableMax, tableOf } from './look-up-table.ts';

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
  createClicks(routes.view, resources)(
    'txn:share-all',
    { ...table, value: windowValue(rows), posts: 'channel' },
    tableOf,
  );
  // Below tables of older versions, and to try again.
  click('txn:share-all', { ...table, posts: 'channel' }, tableOf);

  // It asks nothing: the window holds what the button carries.
  routes.action('txn:more-all', table, async ({ asks, value }, request) => {
    const { audience } = request;
    const canShare = audience === 'asker' && request.canShare;
    await request.openWindow(moreWindow({ asks, value, audience, canShare, slash: syntax }));
    return undefined;
  });

  // It goes to the asker alone, whole.
  click('txn:csv', { ...several, isOneAPerson: true }, tableFile);
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
