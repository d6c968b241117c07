import { z } from 'zod';
import type { Delivery } from '../slack/types.ts';
import { createJsonPost, RefusedPost } from './json-post.ts';
import type { ManifestCommand, SlackForPage } from './types.ts';

const commandSchema = z.object({ input: z.string() });
const pressSchema = z.object({
  messageId: z.string(),
  actionId: z.string(),
  blockId: z.string().optional(),
});

/** What the page says of a delivery; the rest, a secret URL among it, stays here. */
function outcomeOf({ outcome, ackMs, httpStatus }: Delivery) {
  return { outcome, ackMs, httpStatus };
}

/** What a person can do on the page, as routes. */
export function createPostRoutes(slack: SlackForPage, commands: readonly ManifestCommand[]) {
  return {
    'POST /commands': createJsonPost(commandSchema, async ({ input }) => {
      const [, command = '', text = ''] = /^(\S+)(?:\s([\s\S]*))?$/.exec(input.trimStart()) ?? [];
      if (!commands.some((known) => known.command === command)) {
        const known = commands.map((each) => each.command).join(', ');
        throw new RefusedPost(404, `Slack knows no such command here. Start with one of ${known}.`);
      }
      return outcomeOf(await slack.sendCommand({ command, text }));
    }),
    'POST /presses': createJsonPost(pressSchema, async ({ messageId, actionId, blockId }) =>
      outcomeOf(await slack.pressButton({ messageId, actionId, ...(blockId === undefined ? {} : { blockId }) })),
    ),
  };
}
