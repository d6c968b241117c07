import { z } from 'zod';
import { interactive, placeholder } from './interactive.ts';
import { optionChoices, plainOption } from './text-objects.ts';

const selectable = { ...interactive, placeholder, focus_on_load: z.boolean().optional() };
interface Menu {
  options?: { value: string }[] | undefined;
  option_groups?: { options: { value: string }[] }[] | undefined;
  initial_option?: { value: string } | undefined;
}

const hasOneSource = ({ options, option_groups }: Menu) => (options === undefined) !== (option_groups === undefined);

/** Slack refuses a first choice that is not on the menu. */
function offersItsChoice({ options = [], option_groups = [], initial_option }: Menu): boolean {
  const offered = [...options, ...option_groups.flatMap((group) => group.options)];
  return initial_option === undefined || offered.some(({ value }) => value === initial_option.value);
}

export const selects = [
  z
    .strictObject({
      ...selectable,
      ...optionChoices,
      type: z.literal('static_select'),
      initial_option: plainOption.optional(),
    })
    .refine(hasOneSource, { error: 'needs either options or option_groups' })
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
