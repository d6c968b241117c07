import { createContext } from 'react';
import { z } from 'zod';

/** What a view's elements hold, and what the bot said is wrong with it. A message has neither. */
interface DrawingState {
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** block_id to the words to show there. */
  readonly errors: Readonly<Record<string, string>>;
  /** Whose view it is. */
  readonly userId?: string;
}

/** Reaches every element of what is drawn. */
export const DrawingContext = createContext<DrawingState>({ values: {}, errors: {} });

const heldSchema = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string(), text: z.looseObject({ text: z.string() }) }).nullish(),
  selected_conversation: z.string().nullish(),
});

/** What an element holds now; undefined when nothing was put in so far. */
export function heldBy({ values }: DrawingState, blockId: string | undefined, actionId: string | undefined) {
  const held = heldSchema.safeParse(values[blockId ?? '']?.[actionId ?? '']).data;
  return {
    text: held?.value ?? undefined,
    option: held?.selected_option ?? undefined,
    conversation: held?.selected_conversation ?? undefined,
  };
}
