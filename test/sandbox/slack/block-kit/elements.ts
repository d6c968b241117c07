import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { inputs } from './inputs.ts';
import { interactive } from './interactive.ts';
import { selects } from './selects.ts';
import { characters, overflowOption, plainText } from './text-objects.ts';

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
