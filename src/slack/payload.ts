import * as z from 'zod';

/**
 * What Bolt and the listeners take for granted of a payload, and would stumble over. Who asks and where is read with
 * more patience elsewhere: whoever is not named is told so.
 */
const word = z.string();
const withId = z.object({ id: word });

const event = {
  text: word.optional(),
  channel: z.union([word, withId]).optional(),
  item: z.looseObject({}).optional(),
};
const Event = z.object({
  event: z.union([
    z.object({ ...event, type: z.literal('app_mention'), text: word }),
    z.object({ ...event, type: word.refine((type) => type !== 'app_mention') }),
  ]),
  authorizations: z.array(z.looseObject({})).optional(),
});
const Command = z.object({ command: word, text: word.optional(), response_url: word.optional() });
const Interaction = z.object({
  user: z.looseObject({}),
  team: withId.nullish(),
  enterprise: withId.nullish(),
  channel: withId.optional(),
  response_url: word.optional(),
  response_urls: z.array(z.object({ response_url: word })).optional(),
});
const Shortcut = Interaction.extend({ callback_id: word });
const View = Interaction.extend({ view: z.object({ callback_id: word }) });
const interactions: Readonly<Record<string, z.ZodType>> = {
  block_actions: Interaction.extend({ actions: z.tuple([z.object({ action_id: word })], z.unknown()) }),
  block_suggestion: Interaction.extend({ action_id: word, value: word }),
  shortcut: Shortcut,
  message_action: Shortcut,
  view_submission: View,
  view_closed: View,
};

const Any = z.object({ type: z.unknown().optional(), event: z.unknown().optional(), command: z.unknown().optional() });

/** Whether it is of a kind that Slack sends to this app, and has the shape of it. Signed bytes may still be anything. */
export function isPayload(body: unknown): boolean {
  const { type, event, command } = Any.safeParse(body).data ?? {};
  if (event !== undefined) return Event.safeParse(body).success;
  if (command !== undefined) return Command.safeParse(body).success;
  const schema = typeof type === 'string' && Object.hasOwn(interactions, type) ? interactions[type] : undefined;
  return schema?.safeParse(body).success ?? false;
}
