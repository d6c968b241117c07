import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';

export const characters = (max: number) => z.string().min(1).max(max);

export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: characters(max), emoji: z.boolean().optional() });

const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: characters(max), verbatim: z.boolean().optional() });

export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

const { option } = slackLimits;

export const plainOption = z.strictObject({
  text: plainText(option.text),
  value: characters(option.value),
  description: plainText(option.description).optional(),
});
/** Only an overflow menu's options may open a link. */
export const overflowOption = plainOption.extend({ url: characters(slackLimits.url).optional() });

/** What every element that a person can use may have. */
export const interactive = { action_id: characters(slackLimits.id).optional() };

export const placeholder = plainText(slackLimits.select.placeholder).optional();

const { id, input } = slackLimits;
/** The elements that a person writes into; only an input block takes them. */
export const inputs = [
  z
    .strictObject({
      type: z.literal('plain_text_input'),
      action_id: characters(id).optional(),
      placeholder,
      focus_on_load: z.boolean().optional(),
      dispatch_action_config: z
        .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
        .optional(),
      initial_value: z.string().max(input.text).optional(),
      multiline: z.boolean().optional(),
      min_length: z.int().min(0).max(input.text).optional(),
      max_length: z.int().min(1).max(input.text).optional(),
    })
    .refine(({ min_length = 0, max_length = input.text }) => min_length <= max_length, {
      error: 'has a min_length above its max_length',
    }),
] as const;

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

const { button: buttonLimits, overflow: overflowLimits, url } = slackLimits;

const button = z.strictObject({
  ...interactive,
  type: z.literal('button'),
  text: plainText(buttonLimits.text),
  value: z.string().max(buttonLimits.value).optional(),
  url: characters(url).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: characters(buttonLimits.accessibilityLabel).optional(),
});

const overflow = z.strictObject({
  ...interactive,
  type: z.literal('overflow'),
  options: z.array(overflowOption).min(1).max(overflowLimits.options),
});

/** Slack takes more kinds; one that the bot starts to use deserves a rule of its own. */
export const actionsElement = z.discriminatedUnion('type', [button, overflow, ...selects]);

export const inputElement = z.discriminatedUnion('type', [...inputs, ...selects]);
