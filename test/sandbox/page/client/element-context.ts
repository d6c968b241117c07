import { createContext, useContext } from 'react';
import { z } from 'zod';
import type { Spot } from './deliver.ts';
import { usePage } from './page-context.ts';

/** The message or view in which elements stand. */
export interface Surroundings {
  /** Names the message or the view for the sandbox. */
  readonly owner: { readonly messageId: string } | { readonly viewId: string };
  readonly spot: Spot;
  /** The channel of a message; a view has none. */
  readonly channelId?: string;
  /** What a view's elements hold, as `view.state.values`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** block_id to the words to show there. */
  readonly errors: Readonly<Record<string, string>>;
  /**
   * Texts that the sandbox has not heard of: what is being typed counts, though nobody has left the
   * field.
   */
  readonly drafts: Map<string, object>;
}

export const ElementContext = createContext<Surroundings | undefined>(undefined);

const heldSchema = z.looseObject({
  value: z.string().nullish(),
  selected_option: z
    .looseObject({ value: z.string(), text: z.looseObject({ text: z.string() }) })
    .nullish(),
  selected_conversation: z.string().nullish(),
});

/** What the elements of a message or view share: what they hold, and how they tell the sandbox. */
export function useSurroundings() {
  const surroundings = useContext(ElementContext);
  if (!surroundings) throw new Error('An element stands in a message or a view.');
  const { owner, spot, channelId, values, errors, drafts } = surroundings;
  const { deliver, person } = usePage();
  const asker = { userId: person.id, ...(channelId !== undefined && { channelId }) };

  async function sendDrafts(): Promise<void> {
    const typed = [...drafts.values()];
    drafts.clear();
    for (const body of typed) await deliver('/texts', body, spot);
  }

  return {
    errors,
    sendDrafts,
    /** Where an element stands, as Slack names it. */
    placeOf: (blockId: string | undefined, actionId = '') => ({
      ...asker,
      ...owner,
      ...(blockId !== undefined && { blockId }),
      actionId,
    }),
    /** Notes what is being typed in a field. */
    draft(place: object, text: string) {
      drafts.set(JSON.stringify(place), { ...place, text });
    },
    /** Tells what a person did, after whatever they typed before it. */
    async send(path: string, body: object) {
      await sendDrafts();
      return deliver(path, { ...asker, ...body }, spot);
    },
    /** What an element holds now; undefined when nothing was put in so far. */
    heldBy(blockId: string | undefined, actionId: string | undefined) {
      const held = heldSchema.safeParse(values[blockId ?? '']?.[actionId ?? '']).data;
      return {
        text: held?.value ?? undefined,
        option: held?.selected_option ?? undefined,
        conversation: held?.selected_conversation ?? undefined,
      };
    },
  };
}
