import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { inputs } from './inputs.ts';
import { interactive } from './interactive.ts';
import { selects } from './selects.ts';
import { characters, overflowOption, plainText } from './text-objects.ts';

const { button: buttonLimits, overflow: overflowLimits, id, url } = slackLimits;

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

/** Slack takes these; one that the bot starts to use deserves a rule of its own. */
const unchecked = <const Types extends readonly string[]>(types: Types) =>
  z.looseObject({ type: z.enum(types), action_id: characters(id).optional() });

const choices = unchecked([
  'checkboxes',
  'radio_buttons',
  'users_select',
  'channels_select',
  'datepicker',
  'timepicker',
  'datetimepicker',
  'multi_static_select',
  'multi_external_select',
  'multi_users_select',
  'multi_conversations_select',
  'multi_channels_select',
]);

export const imageElement = unchecked(['image']);

export const actionsElement = z.discriminatedUnion('type', [
  button,
  overflow,
  ...selects,
  choices,
  unchecked(['workflow_button']),
]);

export const sectionAccessory = z.discriminatedUnion('type', [actionsElement, imageElement]);

export const inputElement = z.discriminatedUnion('type', [
  ...inputs,
  ...selects,
  choices,
  unchecked(['number_input', 'email_text_input', 'url_text_input', 'file_input', 'rich_text_input']),
]);
