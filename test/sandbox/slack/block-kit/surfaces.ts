import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import {
  actionsBlock,
  alertBlock,
  common,
  contextBlock,
  dividerBlock,
  headerBlock,
  imageBlock,
  inputBlock,
  markdownBlock,
  richTextBlock,
  sectionBlock,
  tableBlock,
} from './blocks.ts';
import { chartBlock } from './chart.ts';
import { containerBlock } from './container.ts';
import { dataTableBlock } from './data-table.ts';

/** Where blocks can stand. */
export type Surface = 'message' | 'modal' | 'home';

const everywhere = [
  actionsBlock,
  contextBlock,
  dividerBlock,
  headerBlock,
  imageBlock,
  inputBlock,
  richTextBlock,
  sectionBlock,
] as const;

/** Slack takes these there; a bot that starts to use one deserves a rule of its own. */
const unchecked = <const Types extends readonly string[]>(types: Types) =>
  z.looseObject({ ...common, type: z.enum(types) });

const messageOnly = unchecked(['card', 'carousel', 'context_actions', 'plan', 'task_card', 'video']);

const { message, view } = slackLimits;

/** The blocks of each surface, each by itself; what binds them together is in `check-blocks.ts`. */
export const surfaces = {
  message: z
    .array(
      z.discriminatedUnion('type', [
        ...everywhere,
        tableBlock,
        dataTableBlock,
        chartBlock,
        containerBlock,
        markdownBlock,
        messageOnly,
      ]),
    )
    .max(message.blocks),
  modal: z.array(z.discriminatedUnion('type', [...everywhere, alertBlock, unchecked(['video'])])).max(view.blocks),
  home: z
    .array(
      z.discriminatedUnion('type', [
        ...everywhere,
        dataTableBlock,
        containerBlock,
        unchecked(['card', 'carousel', 'video']),
      ]),
    )
    .max(view.blocks),
} as const;
