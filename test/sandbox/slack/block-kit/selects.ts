import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { interactive, placeholder } from './interactive.ts';
import { optionChoices, plainOption } from './text-objects.ts';

const selectable = { ...interactive, placeholder, focus_on_load: z.boolean().optional() };
const most = { max_selected_items: z.int().min(1).optional() };
const minQueryLength = { min_query_length: z.int().min(0).optional() };
const ids = z.array(z.string().min(1)).optional();
const conversations = {
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
};

/** Where what was chosen is to be answered; only a modal's input block may ask for it (see `check-surface.ts`). */
const answerable = { response_url_enabled: z.boolean().optional() };

interface Menu {
  options?: { value: string }[] | undefined;
  option_groups?: { options: { value: string }[] }[] | undefined;
  initial_option?: { value: string } | undefined;
  initial_options?: { value: string }[] | undefined;
}

const hasOneSource = ({ options, option_groups }: Menu) => (options === undefined) !== (option_groups === undefined);

/** Slack refuses a first choice that is not on the menu. */
export function offersItsChoice({ options, option_groups = [], initial_option, initial_options = [] }: Menu): boolean {
  const offered = [...(options ?? []), ...option_groups.flatMap((group) => group.options)].map(({ value }) => value);
  return [...initial_options, ...(initial_option ? [initial_option] : [])].every(({ value }) =>
    offered.includes(value),
  );
}

const oneSource = { error: 'needs either options or option_groups' };
export const ownChoice = { error: 'starts with an option that it does not offer' };

export const singleSelects = [
  z
    .strictObject({
      ...selectable,
      ...optionChoices,
      type: z.literal('static_select'),
      initial_option: plainOption.optional(),
    })
    .refine(hasOneSource, oneSource)
    .refine(offersItsChoice, ownChoice),
  z.strictObject({
    ...selectable,
    ...minQueryLength,
    type: z.literal('external_select'),
    initial_option: plainOption.optional(),
  }),
  z.strictObject({ ...selectable, type: z.literal('users_select'), initial_user: z.string().optional() }),
  z.strictObject({
    ...selectable,
    ...conversations,
    ...answerable,
    type: z.literal('conversations_select'),
    initial_conversation: z.string().optional(),
  }),
  z.strictObject({
    ...selectable,
    ...answerable,
    type: z.literal('channels_select'),
    initial_channel: z.string().optional(),
  }),
] as const;

const firstOptions = { initial_options: z.array(plainOption).min(1).max(slackLimits.select.options).optional() };

export const multiSelects = [
  z
    .strictObject({
      ...selectable,
      ...most,
      ...optionChoices,
      ...firstOptions,
      type: z.literal('multi_static_select'),
    })
    .refine(hasOneSource, oneSource)
    .refine(offersItsChoice, ownChoice),
  z.strictObject({
    ...selectable,
    ...most,
    ...minQueryLength,
    ...firstOptions,
    type: z.literal('multi_external_select'),
  }),
  z.strictObject({ ...selectable, ...most, type: z.literal('multi_users_select'), initial_users: ids }),
  z.strictObject({
    ...selectable,
    ...most,
    ...conversations,
    type: z.literal('multi_conversations_select'),
    initial_conversations: ids,
  }),
  z.strictObject({ ...selectable, ...most, type: z.literal('multi_channels_select'), initial_channels: ids }),
] as const;
