import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { inputs } from './inputs.ts';
import { interactive } from './interactive.ts';
import { pickers } from './pickers.ts';
import { multiSelects, offersItsChoice, ownChoice, singleSelects } from './selects.ts';
import { anyOption, characters, overflowOption, plainText } from './text-objects.ts';

const { button: buttonLimits, overflow: overflowLimits, choices, image, id, url } = slackLimits;

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

const choosable = {
  ...interactive,
  options: z.array(anyOption).min(1).max(choices.options),
  focus_on_load: z.boolean().optional(),
};

const choiceElements = [
  z
    .strictObject({
      ...choosable,
      type: z.literal('checkboxes'),
      initial_options: z.array(anyOption).min(1).optional(),
    })
    .refine(offersItsChoice, ownChoice),
  z
    .strictObject({ ...choosable, type: z.literal('radio_buttons'), initial_option: anyOption.optional() })
    .refine(offersItsChoice, ownChoice),
] as const;

/** Slack takes it; a bot that starts to use it deserves a rule of its own above. */
const workflowButton = z.looseObject({ type: z.literal('workflow_button'), action_id: characters(id).optional() });

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

const selects = [...singleSelects, ...multiSelects] as const;

export const actionsElement = z.discriminatedUnion('type', [
  button,
  overflow,
  workflowButton,
  ...selects,
  ...choiceElements,
  ...pickers,
]);

export const sectionAccessory = z.discriminatedUnion('type', [
  button,
  overflow,
  workflowButton,
  imageElement,
  ...selects,
  ...choiceElements,
  ...pickers,
]);

export const inputElement = z.discriminatedUnion('type', [...inputs, ...selects, ...choiceElements, ...pickers]);
