import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { placeholder } from './interactive.ts';
import { characters } from './text-objects.ts';

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
