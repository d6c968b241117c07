import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { actionsElement, anyText, characters, inputElement, plainText } from './elements.ts';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
    highlight: z.boolean().optional(),
    client_highlight: z.boolean().optional(),
    unlink: z.boolean().optional(),
  })
  .optional();

const inlineText = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });
const link = z.strictObject({
  type: z.literal('link'),
  url: characters(slackLimits.url),
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
  style,
});

const inline = z.discriminatedUnion('type', [
  inlineText,
  link,
  z.strictObject({
    type: z.literal('emoji'),
    name: z.string().min(1),
    unicode: z.string().optional(),
    url: z.string().optional(),
    style,
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: z.string().min(1),
    url: z.string().optional(),
    fallback: z.string().optional(),
    style,
  }),
  z.looseObject({ type: z.enum(['color', 'channel', 'team', 'user', 'usergroup', 'broadcast']) }),
]);

const border = z.union([z.literal(0), z.literal(1)]).optional();
const richSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inline) });

export const richTextElement = z.discriminatedUnion('type', [
  richSection,
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inline), border }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(z.discriminatedUnion('type', [inlineText, link])),
    border,
    language: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']),
    elements: z.array(richSection),
    indent: z.int().min(0).max(slackLimits.richText.listIndent).optional(),
    offset: z.int().min(0).optional(),
    border,
  }),
]);

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

const { columns, rows, pageSize } = slackLimits.dataTable;

const headerRow = z.array(z.discriminatedUnion('type', rawCells)).min(1).max(columns);
const row = z
  .array(z.discriminatedUnion('type', [...rawCells, richTextBlock]))
  .min(1)
  .max(columns);

/** A table that the reader sorts, filters and pages: a header and at least one row, all of the same length. */
export const dataTableBlock = z
  .strictObject({
    ...common,
    type: z.literal('data_table'),
    rows: z.tuple([headerRow, row], row),
    caption: z.string().min(1),
    page_size: z.int().min(1).max(pageSize).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine((block) => block.rows.length <= rows, { error: `has more than ${rows} rows`, path: ['rows'] })
  .refine(({ rows: [header, ...others] }) => others.every(({ length }) => length === header.length), {
    error: 'has rows of different lengths',
    path: ['rows'],
  })
  .refine(({ rows: [header], row_header_column_index: index = 0 }) => index < header.length, {
    error: 'names no column of the table',
    path: ['row_header_column_index'],
  });

/** Where blocks can stand. */
export type Surface = 'message' | 'modal' | 'home';

const everywhere = [
  actionsBlock,
  contextBlock,
  dividerBlock,
  headerBlock,
  inputBlock,
  richTextBlock,
  sectionBlock,
] as const;

const { message, view } = slackLimits;

/** The blocks of each surface, each by itself; what binds them together is in `check-blocks.ts`. */
export const surfaces = {
  message: z.array(z.discriminatedUnion('type', [...everywhere, tableBlock, dataTableBlock])).max(message.blocks),
  modal: z.array(z.discriminatedUnion('type', everywhere)).max(view.blocks),
  home: z.array(z.discriminatedUnion('type', [...everywhere, dataTableBlock])).max(view.blocks),
} as const;
