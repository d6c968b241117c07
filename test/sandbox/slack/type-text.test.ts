import { afterEach, beforeEach, expect, it } from 'vitest';
import { modal, plain, startViewBot, type ViewBot } from './view-bot.ts';
import { workspace } from './workspace.ts';

const input = (id: string, block = {}, element = {}) => ({
  type: 'input',
  block_id: id,
  label: plain('Text'),
  element: { type: 'plain_text_input', action_id: 'text', max_length: 20, ...element },
  ...block,
});
const blocks = [
  input('one'),
  input('two'),
  input('telling', { dispatch_action: true }),
  { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] },
];
let bot: ViewBot;
let viewId: string;
beforeEach(async () => {
  bot = await startViewBot();
  ({
    view: { id: viewId },
  } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal({ submit: plain('Go'), blocks }) }));
});
afterEach(() => bot.stop());
const place = (blockId: string) => ({ viewId, blockId, actionId: 'text' });

it('keeps what is written, tells nobody, and sends it along with the next press', async () => {
  const before = bot.requests.length;
  await bot.slack.typeText({ ...place('two'), text: 'a\nb' });
  expect(bot.requests).toHaveLength(before);
  await bot.slack.pressViewButton({ viewId, actionId: 'go' });
  const values = () => bot.received().view.state.values;
  expect(values()).toMatchObject({
    one: { text: { type: 'plain_text_input', value: null } },
    two: { text: { value: 'a\nb' } },
  });
  await bot.slack.typeText({ ...place('two'), text: '' });
  await bot.slack.pressViewButton({ viewId, actionId: 'go' });
  expect(values().two.text.value).toBeNull();
});

it.each([
  ['nowhere', {}, 'no field'],
  ['one', { actionId: 'go' }, 'no field'],
  ['one', { text: 'x'.repeat(21) }, 'takes 20 characters'],
  ['one', { userId: workspace.otherPersonId }, 'does not see'],
  ['telling', {}, 'dispatches'],
])('cannot be done in %s with %j', async (blockId, more, problem) => {
  await expect(bot.slack.typeText({ ...place(blockId), text: 'x', ...more })).rejects.toThrow(problem);
});
