import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { actionsElement, hasOneImageSource, imageElement, imageSource, sectionAccessory } from './elements.ts';
import { richTextElement } from './rich-text.ts';
import { anyText, characters, plainText } from './text-objects.ts';

const { message, section, header, context, actions, image, table, id, text } = slackLimits;
const common = { block_id: characters(id).optional() };

const sectionBlock = z
  .strictObject({
    ...common,
    type: z.literal('section'),
    text: anyText(section.text).optional(),
    fields: z.array(anyText(section.field)).min(1).max(section.fields).optional(),
    accessory: sectionAccessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, { error: 'needs text or fields' });

const headerBlock = z.strictObject({
  ...common,
  type: z.literal('header'),
  text: plainText(header.text),
  level: z.int().min(1).max(header.level).optional(),
});

const contextBlock = z.strictObject({
  ...common,
  type: z.literal('context'),
  elements: z
    .array(z.discriminatedUnion('type', [anyText(text), imageElement]))
    .min(1)
    .max(context.elements),
});

const actionsBlock = z.strictObject({
  ...common,
  type: z.literal('actions'),
  elements: z.array(actionsElement).min(1).max(actions.elements),
});

const imageBlock = z
  .strictObject({
    ...common,
    ...imageSource,
    type: z.literal('image'),
    alt_text: characters(image.altText),
    title: plainText(image.title).optional(),
  })
  .refine(hasOneImageSource, { error: 'needs either image_url or slack_file' });

const richTextBlock = z.strictObject({
  ...common,
  type: z.literal('rich_text'),
  elements: z.array(richTextElement).min(1),
});

const tableBlock = z.strictObject({
  ...common,
  type: z.literal('table'),
  rows: z
    .array(
      z
        .array(
          z.discriminatedUnion('type', [
            z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
            z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
            richTextBlock,
          ]),
        )
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

const markdownBlock = z.strictObject({
  ...common,
  type: z.literal('markdown'),
  text: characters(message.markdownText),
});

/** Slack takes these in a message; a bot that starts to use one deserves its own rule above. */
const uncheckedBlock = z.looseObject({
  ...common,
  type: z.enum([
    'card',
    'carousel',
    'container',
    'context_actions',
    'data_table',
    'data_visualization',
    'plan',
    'task_card',
    'video',
  ]),
});

/** The blocks of one message, each by itself; what binds them together is in `check-blocks.ts`. */
export const messageBlocks = z
  .array(
    z.discriminatedUnion('type', [
      sectionBlock,
      headerBlock,
      contextBlock,
      actionsBlock,
      imageBlock,
      richTextBlock,
      tableBlock,
      markdownBlock,
      z.strictObject({ ...common, type: z.literal('divider') }),
      uncheckedBlock,
    ]),
  )
  .max(message.blocks);
