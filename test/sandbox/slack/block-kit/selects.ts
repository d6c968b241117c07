import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { interactive, placeholder } from './interactive.ts';
import { plainOption } from './text-objects.ts';

const selectable = { ...interactive, placeholder, focus_on_load: z.boolean().optional() };
/** Slack refuses a first choice that is not on the menu. */
const offersItsChoice = ({ options, initial_option: initial }: Menu) =>
  initial === undefined || options.some(({ value }) => value === initial.value);

interface Menu {
  options: { value: string }[];
  initial_option?: { value: string } | undefined;
}

export const selects = [
  z
    .strictObject({
      ...selectable,
      type: z.literal('static_select'),
      options: z.array(plainOption).min(1).max(slackLimits.select.options),
      initial_option: plainOption.optional(),
    })
    .refine(offersItsChoice, { error: 'starts with an option that it does not offer' }),
  z.strictObject({
    ...selectable,
    type: z.literal('external_select'),
    min_query_length: z.int().min(0).optional(),
    initial_option: plainOption.optional(),
  }),
  z.strictObject({
    ...selectable,
    type: z.literal('conversations_select'),
    default_to_current_conversation: z.boolean().optional(),
    filter: z
      .strictObject({
        include: z
          .array(z.enum(['im', 'mpim', 'private', 'public']))
          .min(1)
          .optional(),
        exclude_external_shared_channels: z.boolean().optional(),
        exclude_bot_users: z.boolean().optional(),
      })
      .refine((filter) => Object.keys(filter).length > 0, { error: 'is empty' })
      .optional(),
    /** Where what was chosen is to be answered; only a modal's input block may ask for it (see `check-surface.ts`). */
    response_url_enabled: z.boolean().optional(),
    initial_conversation: z.string().optional(),
  }),
] as const;
