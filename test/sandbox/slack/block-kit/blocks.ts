import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';

/**
 * The blocks and elements that txnbot sends, as strictly as Slack takes them. Slack takes more;
 * what the bot starts to use deserves a rule of its own.
 */

const characters = (max: number) => z.string().min(1).max(max);
const size = (max: number) => z.int().min(1).max(max).optional();

export const plainText = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: characters(max),
    emoji: z.boolean().optional(),
  });

const anyText = (max: number) =>
  z.discriminatedUnion('type', [
    plainText(max),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: characters(max),
      verbatim: z.boolean().optional(),
    }),
  ]);

const { id, option: ofOption, select, input, table, dataTable } = slackLimits;

export const option = z.strictObject({
  text: plainText(ofOption.text),
  value: characters(ofOption.value),
  description: plainText(ofOption.description).optional(),
});

/** What every element that a person can use may have. */
const interactive = { action_id: characters(id).optional() };
const withPlaceholder = { ...interactive, placeholder: plainText(select.placeholder).optional() };

const button = z.strictObject({
  ...interactive,
  type: z.literal('button'),
  text: plainText(slackLimits.button.text),
  value: z.string().max(slackLimits.button.value).optional(),
  style: z.literal('primary').optional(),
});

const overflow = z.strictObject({
  ...interactive,
  type: z.literal('overflow'),
  options: z.array(option).min(1).max(slackLimits.overflow.options),
});

const selects = [
  z.strictObject({
    ...withPlaceholder,
    type: z.literal('static_select'),
    options: z.array(option).min(1).max(select.options),
  }),
  z.strictObject({
    ...withPlaceholder,
    type: z.literal('external_select'),
    min_query_length: z.int().min(0).optional(),
  }),
  z.strictObject({
    ...withPlaceholder,
    type: z.literal('conversations_select'),
    default_to_current_conversation: z.boolean().optional(),
    /** Where what was chosen is to be answered; only a modal's input block may ask for it. */
    response_url_enabled: z.boolean().optional(),
  }),
] as const;

/** A person writes into it; only an input block takes it. */
const textInput = z.strictObject({
  ...withPlaceholder,
  type: z.literal('plain_text_input'),
  multiline: z.boolean().optional(),
  max_length: size(input.text),
});

const actionsElement = z.discriminatedUnion('type', [button, overflow, ...selects]);
const inputElement = z.discriminatedUnion('type', [textInput, ...selects]);

/** What every block may have. */
const common = { block_id: characters(id).optional() };

const richText = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const date = z.strictObject({
  type: z.literal('date'),
  timestamp: z.int(),
  format: z.string().min(1),
  fallback: z.string().optional(),
});
const line = z.array(z.discriminatedUnion('type', [richText, date]));

const richTextBlock = z.strictObject({
  ...common,
  type: z.literal('rich_text'),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('rich_text_section'), elements: line }),
        z.strictObject({ type: z.literal('rich_text_quote'), elements: line }),
        z.strictObject({ type: z.literal('rich_text_preformatted'), elements: z.array(richText) }),
      ]),
    )
    .min(1),
});

/** What a cell of a table may hold; a header's cell of a data table holds no rich text. */
const rawCells = [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
] as const;

const cell = z.discriminatedUnion('type', [...rawCells, richTextBlock]);
const column = z.strictObject({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional(),
});

const tableBlock = z.strictObject({
  ...common,
  type: z.literal('table'),
  rows: z.array(z.array(cell).min(1).max(table.columns)).min(1).max(table.rows),
  column_settings: z.array(column.nullable()).max(table.columns).optional(),
});

const headerRow = z.array(z.discriminatedUnion('type', rawCells)).min(1).max(dataTable.columns);
const row = z.array(cell).min(1).max(dataTable.columns);

/**
 * A table that the reader sorts, filters and pages: a header and at least one row, all of the same
 * length.
 */
const dataTableBlock = z
  .strictObject({
    ...common,
    type: z.literal('data_table'),
    rows: z.tuple([headerRow, row], row),
    caption: z.string().min(1),
    page_size: size(dataTable.pageSize),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine(({ rows }) => rows.length <= dataTable.rows, {
    error: `has more than ${dataTable.rows} rows`,
    path: ['rows'],
  })
  .refine(
    ({ rows: [header, ...others] }) => others.every(({ length }) => length === header.length),
    {
      error: 'has rows of different lengths',
      path: ['rows'],
    },
  )
  .refine(({ rows: [header], row_header_column_index: index = 0 }) => index < header.length, {
    error: 'names no column of the table',
    path: ['row_header_column_index'],
  });

const everywhere = [
  z.strictObject({
    ...common,
    type: z.literal('actions'),
    elements: z.array(actionsElement).min(1).max(slackLimits.actions.elements),
  }),
  z.strictObject({
    ...common,
    type: z.literal('context'),
    elements: z.array(anyText(slackLimits.text)).min(1).max(slackLimits.context.elements),
  }),
  z.strictObject({ ...common, type: z.literal('divider') }),
  z.strictObject({
    ...common,
    type: z.literal('header'),
    text: plainText(slackLimits.header.text),
  }),
  z.strictObject({
    ...common,
    type: z.literal('input'),
    label: plainText(input.label),
    element: inputElement,
  }),
  richTextBlock,
  z
    .strictObject({
      ...common,
      type: z.literal('section'),
      text: anyText(slackLimits.section.text).optional(),
      fields: z
        .array(anyText(slackLimits.section.field))
        .min(1)
        .max(slackLimits.section.fields)
        .optional(),
      accessory: actionsElement.optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined, {
      error: 'needs text or fields',
    }),
] as const;

/** One block of any kind. */
export const block = z.discriminatedUnion('type', [...everywhere, tableBlock, dataTableBlock]);

type Block = z.infer<typeof block>;
export type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>;
type Element = z.infer<typeof actionsElement> | z.infer<typeof inputElement>;
export type ElementOf<Type extends Element['type'] = Element['type']> = Extract<
  Element,
  { type: Type }
>;
export type Option = z.infer<typeof option>;

/** Where blocks can stand. */
export type Surface = 'message' | 'modal' | 'home';

/** The blocks of each surface, each by itself; what binds them together is in `check-blocks.ts`. */
export const surfaces = {
  message: z.array(block).max(slackLimits.message.blocks),
  modal: z.array(z.discriminatedUnion('type', everywhere)).max(slackLimits.view.blocks),
  home: z
    .array(z.discriminatedUnion('type', [...everywhere, dataTableBlock]))
    .max(slackLimits.view.blocks),
} as const;
