import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { placeholder } from './interactive.ts';
import { characters } from './text-objects.ts';

const { id, input } = slackLimits;
const actionId = { action_id: characters(id).optional() };
const writable = {
  ...actionId,
  placeholder,
  focus_on_load: z.boolean().optional(),
  dispatch_action_config: z
    .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
    .optional(),
};
const line = <Type extends string>(type: Type) =>
  z.strictObject({ ...writable, type: z.literal(type), initial_value: z.string().max(input.text).optional() });

/** The elements that a person writes into; only an input block takes them. */
export const inputs = [
  z
    .strictObject({
      ...writable,
      type: z.literal('plain_text_input'),
      initial_value: z.string().max(input.text).optional(),
      multiline: z.boolean().optional(),
      min_length: z.int().min(0).max(input.text).optional(),
      max_length: z.int().min(1).max(input.text).optional(),
    })
    .refine(({ min_length = 0, max_length = input.text }) => min_length <= max_length, {
      error: 'has a min_length above its max_length',
    }),
  z.strictObject({
    ...writable,
    type: z.literal('number_input'),
    is_decimal_allowed: z.boolean(),
    initial_value: z.string().optional(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
  }),
  line('email_text_input'),
  line('url_text_input'),
  z.looseObject({ ...actionId, type: z.enum(['file_input', 'rich_text_input']) }),
] as const;
