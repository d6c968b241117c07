import * as z from 'zod';
import { manyMax } from '../../commands/many.ts';
import { parseAsk, splitAsks } from '../../transfers/asks.ts';
import type { Many } from '../../transfers/look-up-many.ts';
import { recordedMax } from '../../transfers/requeries.ts';
import { sharedByMax } from '../../views/shared-by.ts';
import { json } from './button-value.ts';

/** What the buttons of a table carry: what to ask for, a line each. */

/** Of what people ask for, as they may type it. */
const askedMax = 216;

const ask = z
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
const rowsUpTo = (max: number) => z.string().max(2000).transform(splitAsks).pipe(z.array(ask).min(1).max(max));
const rows = rowsUpTo(manyMax);
/** Shorter lines than these ask for nothing. */
const rest = rowsUpTo(2000 / 4);
const button = z.object({ value: z.string() });

/** One row, chosen in a menu. */
export const Chosen = z
  .object({ selected_option: z.object({ value: ask }) })
  .transform(({ selected_option: { value } }) => value);

/** Several rows; `value` is what the button carries, for a "Try Again". */
export const Listed = button
  .transform(({ value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows }));

/** As many as a button can carry: the first of them are looked up, the others stand behind the next button. */
export const Rest = button
  .transform(({ value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows: rest }));

/** The rows of a submitted window, which stand behind the channel that it was opened from. */
export const Shared = z
  .object({ private_metadata: z.string().transform((text) => text.slice(text.indexOf('\n') + 1)) })
  .transform(({ private_metadata: value }) => ({ value, rows: value }))
  .pipe(z.object({ value: z.string(), rows }));

/** A list that was too long to be read is no list of rows; zod would look at it all the same. */
const ifRead = { when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };

/** Rows to requery, and nothing else. */
export const Requeries = Listed.refine((list) => list.rows.every(({ isRequery }) => isRequery), ifRead);

/** Records, and no requeries. */
export const References = Listed.refine((list) => list.rows.every(({ isRequery }) => !isRequery), ifRead);

/** All rows of a table, and for whom it was drawn. */
export const Drawn = button
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

export type List = z.infer<typeof Listed>;

/** What they were asked for, in the order of the table. */
export function textOf({ rows: asks }: List): string {
  return asks.map(({ asked }) => asked).join(' ');
}

export function manyOf({ rows: asks }: List): Many {
  const those = (isRequery: boolean) => asks.flatMap((each) => (each.isRequery === isRequery ? each.asked : []));
  const records = new Map(asks.map(({ asked, ofRecord, recorded }) => [asked, { ofRecord, recorded }]));
  return { references: those(false), identifiers: those(true), records };
}
