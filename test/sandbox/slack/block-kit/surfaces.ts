import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import {
  actionsBlock,
  contextBlock,
  dividerBlock,
  headerBlock,
  inputBlock,
  richTextBlock,
  sectionBlock,
  tableBlock,
} from './blocks.ts';
import { chartBlock } from './chart.ts';
import { dataTableBlock } from './data-table.ts';

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
  message: z
    .array(z.discriminatedUnion('type', [...everywhere, tableBlock, dataTableBlock, chartBlock]))
    .max(message.blocks),
  modal: z.array(z.discriminatedUnion('type', everywhere)).max(view.blocks),
  home: z.array(z.discriminatedUnion('type', [...everywhere, dataTableBlock])).max(view.blocks),
} as const;
