import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SlackStandIn } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import * as z from 'zod';
import { clickables, textFields } from './clickables.ts';

/** In place of a version: what has been drawn since the last one. */
export const unreleased = 'unreleased';

export const Blocks = z.array(z.record(z.string(), z.unknown()));

/** What one version of txnbot drew to be clicked. */
const DrawnButtons = z.object({
  messages: z.array(
    z.object({
      /** What brought the message up. */
      from: z.string(),
      /** Whether the person who asked sees it alone. */
      isEphemeral: z.boolean(),
      /** Its blocks that hold something to click. */
      blocks: Blocks,
    }),
  ),
  /** Those of the Home tab. */
  home: Blocks,
});
export type DrawnButtons = z.infer<typeof DrawnButtons>;

/** The blocks that hold something to click. */
export function clickable(blocks: readonly unknown[]): z.infer<typeof Blocks> {
  return Blocks.parse(blocks.filter((block) => JSON.stringify(block).includes('"action_id"')));
}

/** What each version drew, by the name of the version, oldest first. */
export function readDrawnButtons(): Map<string, DrawnButtons> {
  const folder = 'test/fixtures/buttons';
  return new Map(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      DrawnButtons.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    ]),
  );
}

/** All that can be pressed there, each time on a message or a Home that is shown anew. */
export function pressesOf(slack: SlackStandIn, { messages, home }: DrawnButtons, userId: string = workspace.personId) {
  const showing = async (method: string, args: object) => {
    const headers = { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json; charset=utf-8' };
    const response = await fetch(slack.apiUrl + method, { method: 'POST', headers, body: JSON.stringify(args) });
    const answer = await response.text();
    if (!answer.includes('"ok":true')) throw new Error(`${method}: ${answer}`);
  };
  const inMessages = messages.flatMap(({ from, isEphemeral, blocks }) =>
    clickables(blocks).flatMap(({ actionId, blockId, choices }) =>
      (choices.length > 0 ? choices : [undefined]).map((option) => ({
        name: `${from}: ${actionId} ${option?.value ?? ''}`,
        async press() {
          const message = { channel: workspace.channelId, text: 'x', blocks, unfurl_links: false, unfurl_media: false };
          await showing(isEphemeral ? 'chat.postEphemeral' : 'chat.postMessage', {
            ...message,
            ...(isEphemeral && { user: userId }),
          });
          const clicked = { messageId: slack.messages.at(-1)?.id ?? '', actionId, blockId, userId };
          await (option ? slack.select({ ...clicked, option }) : slack.pressButton(clicked));
        },
      })),
    ),
  );
  const atHome = clickables(home).map(({ actionId, blockId }) => ({
    name: `home: ${actionId} ${blockId}`,
    async press() {
      await showing('views.publish', { user_id: userId, view: { type: 'home', blocks: home } });
      const viewId = slack.views.find((view) => view.type === 'home' && view.userId === userId)?.id ?? '';
      for (const field of textFields(home)) await slack.typeText({ ...field, viewId, userId, text: 'GARO-8f3k2j1' });
      await slack.pressViewButton({ viewId, actionId, blockId, userId });
    },
  }));
  return [...inMessages, ...atHome];
}
