import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { anyOption, characters, confirmDialog, overflowOption, plainOption, plainText } from './text-objects.ts';

const { button: buttonLimits, select, overflow: overflowLimits, choices, image, id, url } = slackLimits;

const interactive = { action_id: characters(id).optional(), confirm: confirmDialog.optional() };
const selectable = {
  ...interactive,
  placeholder: plainText(select.placeholder).optional(),
  focus_on_load: z.boolean().optional(),
};

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

const staticSelect = z
  .strictObject({
    ...selectable,
    type: z.literal('static_select'),
    options: z.array(plainOption).min(1).max(select.options).optional(),
    option_groups: z
      .array(
        z.strictObject({
          label: plainText(slackLimits.option.text),
          options: z.array(plainOption).min(1).max(select.options),
        }),
      )
      .min(1)
      .max(select.optionGroups)
      .optional(),
    initial_option: plainOption.optional(),
  })
  .refine((menu) => (menu.options === undefined) !== (menu.option_groups === undefined), {
    error: 'needs either options or option_groups',
  });

const externalSelect = z.strictObject({
  ...selectable,
  type: z.literal('external_select'),
  initial_option: plainOption.optional(),
  min_query_length: z.int().min(0).optional(),
});

const choice = z.strictObject({
  ...interactive,
  type: z.enum(['checkboxes', 'radio_buttons']),
  options: z.array(anyOption).min(1).max(choices.options),
  initial_options: z.array(anyOption).min(1).optional(),
  initial_option: anyOption.optional(),
  focus_on_load: z.boolean().optional(),
});

/** Slack takes these; a bot that starts to use one deserves its own rule above. */
const unchecked = z.looseObject({
  type: z.enum([
    'datepicker',
    'datetimepicker',
    'timepicker',
    'users_select',
    'conversations_select',
    'channels_select',
    'multi_static_select',
    'multi_external_select',
    'multi_users_select',
    'multi_conversations_select',
    'multi_channels_select',
    'workflow_button',
  ]),
  action_id: characters(id).optional(),
});

/** An image has its picture from a link or from a file in Slack, never both. */
export const imageSource = {
  image_url: characters(url).optional(),
  slack_file: z.looseObject({}).optional(),
};

export const hasOneImageSource = (element: { image_url?: unknown; slack_file?: unknown }) =>
  (element.image_url === undefined) !== (element.slack_file === undefined);

export const imageElement = z
  .strictObject({ ...imageSource, type: z.literal('image'), alt_text: characters(image.altText) })
  .refine(hasOneImageSource, { error: 'needs either image_url or slack_file' });

export const actionsElement = z.discriminatedUnion('type', [
  button,
  overflow,
  staticSelect,
  externalSelect,
  choice,
  unchecked,
]);

export const sectionAccessory = z.discriminatedUnion('type', [
  button,
  overflow,
  staticSelect,
  externalSelect,
  choice,
  unchecked,
  imageElement,
]);
