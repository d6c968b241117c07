import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { actionsElement, inputElement } from './elements.ts';
import { richTextElement } from './rich-text.ts';
import { anyText, characters, plainText } from './text-objects.ts';

const { section, header, context, actions, input, table, id, text } = slackLimits;
/** What every block may have. */
export const common = { block_id: characters(id).optional() };

export const sectionBlock = z
  .strictObject({
    ...common,
    type: z.literal('section'),
    text: anyText(section.text).optional(),
    fields: z.array(anyText(section.field)).min(1).max(section.fields).optional(),
    accessory: actionsElement.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, { error: 'needs text or fields' });

export const headerBlock = z.strictObject({
  ...common,
  type: z.literal('header'),
  text: plainText(header.text),
  level: z.int().min(1).max(header.level).optional(),
});

export const contextBlock = z.strictObject({
  ...common,
  type: z.literal('context'),
  elements: z.array(anyText(text)).min(1).max(context.elements),
});

export const actionsBlock = z.strictObject({
  ...common,
  type: z.literal('actions'),
  elements: z.array(actionsElement).min(1).max(actions.elements),
});

export const richTextBlock = z.strictObject({
  ...common,
  type: z.literal('rich_text'),
  elements: z.array(richTextElement).min(1),
});

/** What a cell of a table may hold; a header's cell of a data table holds no rich text. */
export const rawCells = [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
] as const;

export const tableBlock = z.strictObject({
  ...common,
  type: z.literal('table'),
  rows: z
    .array(
      z
        .array(z.discriminatedUnion('type', [...rawCells, richTextBlock]))
        .min(1)
        .max(table.columns),
    )
    .min(1)
    .max(table.rows),
  column_settings: z
    .array(
      z
        .strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: z.boolean().optional() })
        .nullable(),
    )
    .max(table.columns)
    .optional(),
});

export const dividerBlock = z.strictObject({ ...common, type: z.literal('divider') });

export const inputBlock = z.strictObject({
  ...common,
  type: z.literal('input'),
  label: plainText(input.label),
  element: inputElement,
  hint: plainText(input.hint).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});
