import * as z from 'zod';

const text = z.string();
const user = z.object({ id: text });
/** What each kind of Slack's payloads must hold, with the fields that we read without checking again. */
const Payload = z.union([
  z.object({ command: text, text }),
  z.object({ event: z.object({ type: z.literal('app_mention'), text }) }),
  z.object({ event: z.object({ type: text.regex(/^(?!app_mention$)/), text: text.nullish() }) }),
  z.object({ type: z.literal('block_actions'), user, actions: z.tuple([z.object({ action_id: text })], z.unknown()) }),
  z.object({ type: z.literal('block_suggestion'), user, action_id: text, value: text }),
  z.object({ type: z.enum(['shortcut', 'message_action']), user, callback_id: text }),
  z.object({ type: z.literal('view_submission'), user, view: z.object({ callback_id: text }) }),
]);

/** A body that is none of the payloads that Slack describes. The message quotes nothing of it. */
export class MalformedPayloadError extends Error {
  override readonly name = 'MalformedPayloadError';

  constructor() {
    super('malformed payload');
  }
}

/** @throws MalformedPayloadError */
export function checkPayload(body: unknown): void {
  if (!Payload.safeParse(body).success) throw new MalformedPayloadError();
}
