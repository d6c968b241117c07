import { z } from 'zod';

const textSchema = z.looseObject({ text: z.string() });
const optionSchema = z.looseObject({
  text: textSchema,
  value: z.string(),
  description: textSchema.optional(),
});
const common = { action_id: z.string().optional() };
const select = { ...common, placeholder: textSchema.optional() };

export type OptionObject = z.infer<typeof optionSchema>;

/** The interactive elements that the page can draw, as much of each as it draws. */
export const elementSchema = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('button'),
    text: textSchema,
    style: z.string().optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    accessibility_label: z.string().optional(),
  }),
  z.looseObject({
    ...select,
    type: z.literal('static_select'),
    options: z.array(optionSchema).default([]),
    option_groups: z.array(z.looseObject({ label: textSchema, options: z.array(optionSchema).min(1) })).default([]),
    initial_option: optionSchema.optional(),
  }),
  z.looseObject({
    ...select,
    type: z.literal('external_select'),
    min_query_length: z.int().optional(),
    initial_option: optionSchema.optional(),
  }),
  z.looseObject({
    ...select,
    type: z.literal('conversations_select'),
    initial_conversation: z.string().optional(),
  }),
  z.looseObject({ ...common, type: z.literal('overflow'), options: z.array(optionSchema).min(1) }),
  z.looseObject({
    ...common,
    type: z.literal('plain_text_input'),
    placeholder: textSchema.optional(),
    multiline: z.boolean().optional(),
    max_length: z.int().optional(),
    initial_value: z.string().optional(),
  }),
]);

type InteractiveElement = z.infer<typeof elementSchema>;
export type ElementOf<Type extends InteractiveElement['type']> = Extract<InteractiveElement, { type: Type }>;

/** What every drawing of an element is told. */
export interface ElementProps<Type extends InteractiveElement['type']> {
  readonly element: ElementOf<Type>;
  readonly blockId: string | undefined;
  /** Of the input block that it stands in. */
  readonly label: string | undefined;
}
