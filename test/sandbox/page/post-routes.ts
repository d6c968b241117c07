import { z } from 'zod';
import type { Delivery } from '../slack/types.ts';
import { createJsonPost, RefusedPost } from './json-post.ts';
import { toSlackText } from './slack-text.ts';
import type { ManifestCommand, Sample, SlackForPage } from './types.ts';

/** Who does it, and where; the stand-in knows what to assume when they are not given. */
const asker = { userId: z.string().exactOptional(), channelId: z.string().exactOptional() };
const commandSchema = z.object({ ...asker, input: z.string(), threadTs: z.string().exactOptional() });
/** As base64, which JSON can carry. */
const fileSchema = z.object({ name: z.string().min(1).max(255), base64: z.base64() });
const messageSchema = z
  .object({
    ...asker,
    text: z.string().trim(),
    files: z.array(fileSchema).max(10).default([]),
    threadTs: z.string().exactOptional(),
  })
  .refine(({ text, files }) => text !== '' || files.length > 0);
const alertSchema = z.object({ ...asker, sample: z.int().nonnegative() });
const messageShortcutSchema = z.object({ ...asker, callbackId: z.string(), messageId: z.string() });
const globalShortcutSchema = z.object({ ...asker, callbackId: z.string() });

/** What the page says of a delivery; the rest, a secret URL among it, stays here. */
export function outcomeOf({ outcome, ackMs, httpStatus }: Delivery) {
  return { outcome, ackMs, httpStatus };
}

/** The worst of several deliveries, for a message that no bot or more than one delivery heard of. */
function outcomeOfAll(deliveries: readonly Delivery[]) {
  const worst = deliveries.find(({ outcome }) => outcome !== 'acked') ?? deliveries[0];
  return worst ? outcomeOf(worst) : { outcome: 'unheard' };
}

interface PostRoutesOptions {
  readonly slack: SlackForPage;
  readonly commands: readonly ManifestCommand[];
  readonly samples: readonly Sample[];
}

/** What a person can do in a conversation, as routes. */
export function createPostRoutes({ slack, commands, samples }: PostRoutesOptions) {
  return {
    'POST /commands': createJsonPost(commandSchema, async ({ input, threadTs, ...asker }) => {
      const [, command = '', text = ''] = /^(\S+)(?:\s([\s\S]*))?$/.exec(input.trimStart()) ?? [];
      if (!commands.some((known) => known.command === command)) {
        const known = commands.map((each) => each.command).join(', ');
        throw new RefusedPost(404, `Slack knows no such command here. Start with one of ${known}.`);
      }
      if (threadTs !== undefined) {
        return { outcome: 'refused', sentence: `${command} is not supported in threads. Sorry!` };
      }
      return outcomeOf(await slack.sendCommand({ ...asker, command, text }));
    }),
    'POST /messages': createJsonPost(messageSchema, async ({ text, files, ...rest }) => {
      const sent = files.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, 'base64') }));
      const { deliveries } = await slack.writeMessage({
        ...rest,
        text: toSlackText(text),
        ...(sent.length > 0 && { files: sent }),
      });
      return outcomeOfAll(deliveries);
    }),
    'POST /alerts': createJsonPost(alertSchema, async ({ sample, ...asker }) => {
      const alert = samples[sample];
      if (alert?.kind !== 'alert') {
        throw new RefusedPost(404, 'There is no such alert.');
      }
      const { text, blocks, attachments, files } = alert;
      const content = { text, ...(blocks && { blocks }), ...(attachments && { attachments }), ...(files && { files }) };
      return outcomeOfAll((await slack.writeMessage({ ...asker, ...content, author: 'bot' })).deliveries);
    }),
    'POST /message-shortcuts': createJsonPost(messageShortcutSchema, async (input) =>
      outcomeOf(await slack.runMessageShortcut(input)),
    ),
    'POST /global-shortcuts': createJsonPost(globalShortcutSchema, async (input) =>
      outcomeOf(await slack.runGlobalShortcut(input)),
    ),
    'POST /homes': createJsonPost(z.object(asker), async (input) => outcomeOf(await slack.openHome(input))),
  };
}
