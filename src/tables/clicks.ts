import * as z from 'zod';
import { buttonValueMax } from '../blocks/blocks.ts';
import { createLoadingModal } from '../blocks/views.ts';
import type { Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, chosenOption, modalMetadata, type Routes } from '../slack/routes.ts';
import { isDefined, JsonText } from '../text.ts';
import { cardInquiry } from '../transfers/card.ts';
import {
  type CardClick,
  type ClickContext,
  createClicks,
  messageFields,
} from '../transfers/card-clicks.ts';
import { tsqHead, txnHead } from '../transfers/record-and-requery.ts';
import { type LookUp, parseLookUp, splitLookUps } from '../transfers/row.ts';
import { createMoreModal, createShareModal, nameLookUps, tableRowsMax } from './buttons.ts';
import { tableCheckInquiry, tableFileInquiry, tableInquiry } from './look-up-table.ts';

/** Registers the buttons under a table and in its More… window. */
export function registerTableButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const click = createClicks(routes.action, resources);
  /**
   * If the list is in a window, opens a second window on top, so that the user can go back to the
   * list.
   */
  const window = (asked: string, { isInWindow }: SlackRequest) =>
    isInWindow ? createLoadingModal(asked) : undefined;

  // Opens one of the table's look-ups as a card.
  const commandOf = ({ isRequery }: CardClick) => (isRequery ? tsqHead : txnHead);
  click(
    'txn:open',
    { command: commandOf, value: Chosen, text: ({ asked }) => asked, window, isShareable: true },
    cardInquiry,
  );

  // Looks up what was requested with the table's look-ups and had no place in it.
  const several = { command: txnHead, value: Listed, text: joinAsked };
  const rest = { ...several, value: buttonValue(Rest), window, isShareable: true };
  click('txn:these', rest, tableInquiry);

  // Look up the whole table again.
  const table = { ...several, isOneAtATime: true };
  click('txn:full-all', { ...table, window }, tableInquiry);
  click('txn:refresh-all', { ...table, value: Drawn, posts: 'in place' }, tableInquiry);
  click('txn:check-all', { ...table, value: Drawn, posts: 'in place' }, tableCheckInquiry);
  // Tables of version 0.3 have this button: its value names requeries, or records to requery.
  click('tsq:requery-all', { ...table, command: tsqHead, value: Requeried }, tableInquiry);
  createClicks(routes.view, resources)(
    'txn:share-all',
    { ...table, value: modalMetadata(Rows), posts: 'channel' },
    tableInquiry,
  );

  // These two look nothing up: each window is built from its button's value.
  routes.action('txn:share-all', table, async ({ asks, value }, request) => {
    const what = `${nameLookUps(asks)}, without whole names and account numbers.`;
    await request.openWindow(createShareModal(what, 'txn:share-all', value));
    return undefined;
  });

  routes.action('txn:more-all', table, async ({ asks, value }, request) => {
    const { isPublic } = request.origin;
    await request.openWindow(createMoreModal({ asks, value, isPublic, slash: syntax }));
    return undefined;
  });

  // Sends the whole table, to the asker alone.
  click('txn:csv', { ...several, isOneAPerson: true }, tableFileInquiry);
}

/** The requests in a button's value, and the value itself, which "Ask Again" repeats. */
interface TableClick extends ClickContext {
  value: string;
  asks: LookUp[];
}

/**
 * Creates the schema of a button's value. @param isMeant whether a request is of the kind that the
 * button makes
 */
function tableValue(max: number, isMeant: (ask: LookUp) => boolean = () => true) {
  return z
    .string()
    .max(buttonValueMax)
    .transform((value, context): TableClick => {
      const lines = splitLookUps(value);
      const read = lines.length > max ? [] : lines.map((line) => parseLookUp(line));
      const asks = read.filter(isDefined);
      if (asks.length > 0 && asks.length === lines.length && asks.every(isMeant))
        return { value, asks };

      context.addIssue('names nothing to ask for');
      return z.NEVER;
    });
}

/**
 * The most characters in the value of a menu option; menus of older releases have longer values
 * than today's.
 */
const chosenValueMax = 220;

const Chosen: z.ZodType<CardClick> = chosenOption(
  z.string().max(chosenValueMax).pipe(tableValue(1)),
).transform(({ asks: [ask] }) => ({ asked: '', isRequery: false, ...ask }));

const Rows = tableValue(tableRowsMax);
const Listed = buttonValue(Rows);
const Requeried = buttonValue(
  tableValue(tableRowsMax, ({ isRequery, check }) => isRequery || check !== undefined),
);

/**
 * Accepts as many requests as fit in a button's value, at four characters or more each. The first
 * 25 are looked up; the button of the table that shows them gets the others.
 */
const Rest = tableValue(buttonValueMax / 4);

/** The value of a button for a table's records, such as Watch All Open: a requery can't be watched. */
export const RecordsValue = buttonValue(
  tableValue(tableRowsMax, ({ isRequery }) => !isRequery),
).transform(({ value, asks }) => ({
  value,
  references: asks.map(({ asked }) => asked),
}));

/**
 * The value of Refresh All: all rows of a table, and whether the table was drawn for the asker or a
 * channel.
 */
const Drawn = buttonValue(
  JsonText.pipe(z.object({ rows: Rows, rest: Rest.optional(), ...messageFields })),
).transform(({ rows: { asks }, rest, ...drawn }) => ({
  ...drawn,
  asks,
  rest: rest?.asks,
  isRefresh: true,
}));

function joinAsked({ asks }: Pick<TableClick, 'asks'>): string {
  return asks.map(({ asked }) => asked).join(' ');
}
