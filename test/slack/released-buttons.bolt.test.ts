import { readdirSync } from 'node:fs';
import { workspace } from 'slack-sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { version } from '../../src/text.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { callSlack } from '../support/doors.ts';
import { type AppWithSamples, startWithSamples } from '../support/run-with-samples.ts';

/** What one version drew to be clicked: one of each kind. Without a value, the button carries none. */
const Button = z.object({
  at: z.enum(['asker', 'channel', 'home']),
  type: z.enum(['button', 'overflow', 'static_select']),
  actionId: z.string(),
  value: z.string().optional(),
});
const releases = readdirSync('test/fixtures/buttons');

let app: AppWithSamples;
let people = 0;
beforeAll(async () => {
  app = await startWithSamples({ env: { RATE_LIMIT_PER_MINUTE: '10000' } });
  return app.stop;
});

const text = { type: 'plain_text', text: 'x' };
const field = {
  type: 'input',
  block_id: 'paste:0',
  label: text,
  element: { type: 'plain_text_input', action_id: 'home:paste' },
};

/** Somebody new has the button on a message or a Home of their own, and presses it. */
async function press({ at, type, actionId, value }: z.infer<typeof Button>): Promise<void> {
  const { slack } = app;
  const userId = `U0PERSON${people++}`;
  const option = type !== 'button' && value !== undefined ? { text: 'x', value } : undefined;
  const carried = option ? { options: [{ text, value }] } : { text, value };
  const blocks = [{ type: 'actions', elements: [{ type, action_id: actionId, ...carried }] }];
  if (at === 'home') {
    await callSlack(slack, 'views.publish', { user_id: userId, view: { type: 'home', blocks: [field, ...blocks] } });
    const viewId = slack.views.find((view) => view.userId === userId)?.id ?? '';
    await slack.typeText({ viewId, userId, actionId: 'home:paste', text: 'GARO-8f3k2j1' });
    await slack.pressViewButton({ viewId, actionId, userId });
  } else {
    const message = { channel: workspace.channelId, text: 'x', blocks };
    if (at === 'asker') await callSlack(slack, 'chat.postEphemeral', { ...message, user: userId });
    else await callSlack(slack, 'chat.postMessage', { ...message, unfurl_links: false, unfurl_media: false });
    const clicked = { messageId: slack.messages.at(-1)?.id ?? '', actionId, userId };
    await (option ? slack.select({ ...clicked, option }) : slack.pressButton(clicked));
  }
}

describe.each(releases)('of what was drawn by %s', (file) => {
  it.each(jsonLines(`buttons/${file}`, Button))('$at can click $actionId $value', async (button) => {
    const before = { lines: app.log.lines.length, messages: app.slack.messages.length };
    await press(button);
    await app.bot.inFlight.settled();
    const outcomes = app.log
      .entries()
      .slice(before.lines)
      .flatMap(({ msg, outcome }) => (msg === 'command' ? [outcome] : []));
    // A reference that is not there is an answer as well; what a batch carries is its id, which another process lacks.
    expect([
      ['answered'],
      ['not_found'],
      ...(button.actionId.startsWith('batch:') ? [['user_error']] : []),
    ]).toContainEqual(outcomes);
    expect(JSON.stringify(app.slack.messages.slice(before.messages))).not.toContain('older version');
  });
});

it('the buttons of this version are stored', () => {
  expect(releases, 'npm run release').toContain(`${version}.jsonl`);
});
