import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import {
  actionsBlock,
  common,
  contextBlock,
  dividerBlock,
  headerBlock,
  richTextBlock,
  sectionBlock,
  tableBlock,
  unchecked,
} from './blocks.ts';
import { imageElement } from './elements.ts';
import { anyText, plainText } from './text-objects.ts';

const { childBlocks, title, subtitle } = slackLimits.container;

/** In Slack's documentation rich text is one of them; its validator is said to refuse it, so it is refused here. */
const child = z.discriminatedUnion('type', [
  actionsBlock,
  contextBlock,
  dividerBlock,
  headerBlock,
  sectionBlock,
  tableBlock,
  unchecked(['image']),
]);

export const containerBlock = z
  .strictObject({
    ...common,
    type: z.literal('container'),
    title: plainText(title).optional(),
    rich_text_title: richTextBlock.optional(),
    subtitle: anyText(subtitle).optional(),
    child_blocks: z.array(child).min(1).max(childBlocks),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine((block) => block.title !== undefined || block.rich_text_title !== undefined, { error: 'needs a title' })
  .refine((block) => block.default_collapsed !== true || block.is_collapsible === true, {
    error: 'is collapsed and cannot be opened: it needs is_collapsible',
  })
  .refine((block) => block.has_header_divider !== true || block.is_collapsible !== true, {
    error: 'has a header divider, which Slack does not take where it is collapsible',
  });
