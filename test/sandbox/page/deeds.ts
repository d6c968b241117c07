import { z } from 'zod';
import type { ManifestCommand } from '../manifest.ts';
import type { Delivery } from '../slack/types.ts';
import { toSlackText } from './slack-text.ts';
import type { Answer, Sample, SlackForPage } from './types.ts';

/** An answer other than 200, with a sentence for the person at the page. */
export class RefusedDeed extends Error {
  readonly status: 400 | 403 | 404 | 415;

  constructor(status: RefusedDeed['status'], sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Takes the JSON of a post; answers with JSON. */
export type Deed = (body: unknown) => Promise<Answer>;

/** Who does it, and where; the stand-in knows what to assume when they are not given. */
const asker = { userId: z.string().exactOptional(), channelId: z.string().exactOptional() };
const element = { ...asker, blockId: z.string().exactOptional(), actionId: z.string() };
const inMessage = z.object({ ...element, messageId: z.string() });
const inView = z.object({ ...element, viewId: z.string() });
const view = z.object({ userId: z.string().exactOptional(), viewId: z.string() });
const option = z.union([
  z.object({ text: z.string(), value: z.string(), description: z.string().exactOptional() }),
  z.object({ conversation: z.string() }),
]);
/** As base64, which JSON can carry. */
const file = z.object({ name: z.string().min(1).max(255), base64: z.base64() });
const message = z
  .object({
    ...asker,
    text: z.string().trim(),
    files: z.array(file).max(10).default([]),
    threadTs: z.string().exactOptional(),
  })
  .refine(({ text, files }) => text !== '' || files.length > 0);

function deed<Body>(
  schema: z.ZodType<Body>,
  act: (body: Body) => Promise<Answer | Delivery>,
): Deed {
  return async (body) => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new RefusedDeed(400, 'That JSON is not what is expected here.');
    return outcomeOf(await act(parsed.data));
  };
}

/** What the page says of a delivery; the rest, a secret URL among it, stays here. */
function outcomeOf(answer: Answer | Delivery): Answer {
  if (!('responseUrl' in answer || 'ackBody' in answer)) return answer;
  const { responseUrl: _, ackBody: __, ...rest } = answer;
  return rest;
}

/**
 * The worst of several deliveries, for a message that no bot or more than one delivery heard of.
 */
const worstOf = (deliveries: readonly Delivery[]): Delivery | Answer =>
  deliveries.find(({ outcome }) => outcome !== 'acked') ?? deliveries[0] ?? { outcome: 'unheard' };

interface DeedsOptions {
  readonly slack: SlackForPage;
  readonly commands: readonly ManifestCommand[];
  readonly samples: readonly Sample[];
}

/** What a person can do on the page, by the path that it is posted to. */
export function createDeeds({
  slack,
  commands,
  samples,
}: DeedsOptions): Readonly<Record<string, Deed>> {
  const kept: Answer = { outcome: 'kept' };
  const hasErrors = (viewId: string) =>
    Object.keys(slack.views.find(({ id }) => id === viewId)?.errors ?? {}).length > 0;

  return {
    '/commands': deed(
      z.object({ ...asker, input: z.string(), threadTs: z.string().exactOptional() }),
      async ({ input, threadTs, ...rest }) => {
        const [, command = '', text = ''] = /^(\S+)(?:\s([\s\S]*))?$/.exec(input.trimStart()) ?? [];
        if (!commands.some((known) => known.command === command)) {
          const known = commands.map((each) => each.command).join(', ');
          throw new RefusedDeed(
            404,
            `Slack knows no such command here. Start with one of ${known}.`,
          );
        }
        return threadTs === undefined
          ? slack.sendCommand({ ...rest, command, text })
          : { outcome: 'refused', sentence: `${command} is not supported in threads. Sorry!` };
      },
    ),
    '/messages': deed(message, async ({ text, files, ...rest }) => {
      const sent = files.map(({ name, base64 }) => ({
        name,
        content: Buffer.from(base64, 'base64'),
      }));
      const content = { text: toSlackText(text), ...(sent.length > 0 && { files: sent }) };
      return worstOf((await slack.writeMessage({ ...rest, ...content })).deliveries);
    }),
    '/alerts': deed(
      z.object({ ...asker, sample: z.int().nonnegative() }),
      async ({ sample, ...rest }) => {
        const alert = samples[sample];
        if (alert?.kind !== 'alert') throw new RefusedDeed(404, 'There is no such alert.');
        const { kind: _, command: __, title: ___, ...content } = alert;
        return worstOf(
          (await slack.writeMessage({ ...rest, ...content, author: 'bot' })).deliveries,
        );
      },
    ),
    '/message-shortcuts': deed(
      z.object({ ...asker, callbackId: z.string(), messageId: z.string() }),
      slack.runMessageShortcut,
    ),
    '/global-shortcuts': deed(
      z.object({ ...asker, callbackId: z.string() }),
      slack.runGlobalShortcut,
    ),
    '/homes': deed(z.object(asker), slack.openHome),
    '/presses': deed(z.union([inMessage, inView]), slack.pressButton),
    '/selections': deed(
      z.union([inMessage.extend({ option }), inView.extend({ option })]),
      async (choice) => (await slack.select(choice)) ?? kept,
    ),
    '/texts': deed(inView.extend({ text: z.string() }), async (typed) => {
      await slack.typeText(typed);
      return kept;
    }),
    '/typeahead': deed(
      z.union([inMessage.extend({ value: z.string() }), inView.extend({ value: z.string() })]),
      async (typed) => {
        const { delivery, options } = await slack.typeahead(typed);
        return { ...outcomeOf(delivery), options };
      },
    ),
    '/submissions': deed(view, async (input) => {
      try {
        return await slack.submitView(input);
      } catch (error) {
        // An empty field is said at the field; the bot was not even asked.
        if (hasErrors(input.viewId)) return kept;
        throw error;
      }
    }),
    '/closings': deed(view, async (input) => {
      await slack.closeView(input);
      return kept;
    }),
  };
}
