import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';

export const characters = (max: number) => z.string().min(1).max(max);

export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: characters(max), emoji: z.boolean().optional() });

const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: characters(max), verbatim: z.boolean().optional() });

export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

const { confirm, option, select } = slackLimits;

export const confirmDialog = z.strictObject({
  title: plainText(confirm.title),
  text: anyText(confirm.text),
  confirm: plainText(confirm.button),
  deny: plainText(confirm.button),
  style: z.enum(['primary', 'danger']).optional(),
});

export const plainOption = z.strictObject({
  text: plainText(option.text),
  value: characters(option.value),
  description: plainText(option.description).optional(),
});
/** Only an overflow menu's options may open a link. */
export const overflowOption = plainOption.extend({ url: characters(slackLimits.url).optional() });

/** A static menu's two ways to say what it offers, of which it uses one. The answer to a typeahead has the same two. */
export const optionChoices = {
  options: z.array(plainOption).min(1).max(select.options).optional(),
  option_groups: z
    .array(
      z.strictObject({
        label: plainText(option.text),
        options: z.array(plainOption).min(1).max(select.options),
      }),
    )
    .min(1)
    .max(select.optionGroups)
    .optional(),
};
