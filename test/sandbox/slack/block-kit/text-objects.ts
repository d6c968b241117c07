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
