import { readdirSync } from 'node:fs';
import { workspace } from 'slack-sandbox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { version } from '../../src/text.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { callSlack } from '../support/doors.ts';
import { type AppWithSamples, startWithSamples } from '../support/run-with-samples.ts';
import { pressOf, sendForged } from '../support/signed-post.ts';

let app: AppWithSamples;
beforeAll(async () => {
  app = await startWithSamples({ env: { RATE_LIMIT_PER_MINUTE: '10000' } });
  return async () => {
    expect(new Set(app.slack.breaches)).toEqual(new Set(['response_url: used_url'])); // a forged one goes nowhere
    app.slack.forget();
    await app.stop();
  };
});
beforeEach(() => app.service.forget());

/** How the question of a forged click ended, before its answer went nowhere. */
async function outcomeOf(payload: Record<string, unknown>): Promise<unknown> {
  const before = app.log.lines.length;
  expect(await sendForged(app, payload)).toMatchObject({ status: 200 });
  await app.bot.inFlight.settled();
  return app.log.entries().slice(before)[0]?.outcome;
}
const click = (action: Record<string, unknown>) => outcomeOf(pressOf(action));
const refresh = (changes: object) => ({
  action_id: 'txn:refresh',
  value: JSON.stringify({ reference: 'GARO-8f3k2j1', seen: {}, audience: 'asker', ...changes }),
});
const asked = () => app.service.requests.length;

describe('what a button may carry', () => {
  it("the largest values that a card's buttons can carry are accepted", async () => {
    const most = {
      reference: 'x'.repeat(200),
      seen: { status: 'x'.repeat(100) },
      sharedBy: 'x'.repeat(80),
    };
    await click(refresh(most));
    expect(app.service.requests.filter(({ url }) => url.includes('/reference/'))).toHaveLength(1);
  });

  it.each([
    ['a reference of 201 letters', refresh({ reference: 'x'.repeat(201) })],
    ['a status of 101 letters', refresh({ seen: { status: 'x'.repeat(101) } })],
    ['another audience', refresh({ audience: 'everybody' })],
    [
      'an option of 221 letters',
      { action_id: 'txn:open', selected_option: { value: `txn ${'x'.repeat(217)}` } },
    ],
    ['no value at all', { action_id: 'txn:run:0' }],
    ['a list of 2,001 letters', { action_id: 'txn:csv', value: `txn ${'x'.repeat(1_997)}` }],
    ['a list of 26', { action_id: 'txn:share-all', value: `=txn GARO-\n${'x\n'.repeat(25)}x` }],
    ['a table that is no JSON', { action_id: 'txn:refresh-all', value: 'txn GARO-8f3k2j1' }],
    ['a file that is no JSON', { action_id: 'batch:read:0', value: 'list.csv' }],
    [
      'a look-up to be requeried',
      { action_id: 'tsq:requery-all', value: 'tsq 19253\ntxn GARO-8f3k2j1' },
    ],
    [
      'a requery to be watched',
      { action_id: 'txn:watch-all', value: 'txn GARO-8f3k2j1\ntsq 19253' },
    ],
    ['a watch to be stopped without a name', { action_id: 'watch:stop:3', value: '{}' }],
    ['a question of 2,001 letters', { action_id: 'txn:run:0', value: 'x'.repeat(2_001) }],
    ['a code of seven digits', { action_id: 'bank:pick', selected_option: { value: '0000150' } }],
  ])('a click is refused whose button carries %s', async (_what, action) => {
    expect(await click(action)).toBe('user_error');
    expect(asked()).toBe(0);
  });

  it('a click on the button of a bank that is gone says so', async () => {
    expect(await click({ action_id: 'bank:pick', selected_option: { value: '000099' } })).toBe(
      'user_error',
    );
    expect(app.audit.at(-1)).toMatchObject({ command: 'bank', asked: '000099' });
  });

  it.each([
    ['/txn', 'GARO-8f3k2j1'],
    ['txn:share:x', '{"reference":"GARO-8f3k2j1"}'],
    ['txn:run:1:x', 'GARO-8f3k2j1'],
    ['txn:1:run', 'GARO-8f3k2j1'],
    ['txn:other', 'x'],
  ])("a click is refused whose action_id is no button's: %s", async (action_id, value) => {
    expect(await click({ action_id, value })).toBe('user_error');
    expect(asked()).toBe(0);
    expect(app.audit.at(-1)).toMatchObject({ outcome: 'user_error' });
  });
});

/**
 * What Slack leaves out of a payload that comes from a window, and what it says in place of that.
 */
const inWindow = (view: object) => ({
  channel: undefined,
  response_url: undefined,
  container: { type: 'view', view_id: 'V1' },
  view: { id: 'V1', type: 'modal', state: { values: {} }, ...view },
});
const posted = (code: string) => ({
  ...inWindow({ callback_id: 'bank:post', private_metadata: code }),
  type: 'view_submission',
  response_urls: [
    {
      response_url: app.slack.apiUrl.replace('/api/', '/actions/unknown'),
      channel_id: workspace.channelId,
    },
  ],
});
const share = () => pressOf({ action_id: 'txn:share', value: '{"reference":"GARO-8f3k2j1"}' });
const atHome = (action: Record<string, unknown>, values: object) => ({
  ...inWindow({ type: 'home', state: { values } }),
  trigger_id: app.slack.handedOut.findLast((token) => !token.startsWith('http')),
  ...pressOf(action),
});
it('the longest reference can be looked up again from Home', async () => {
  await app.slack.sendCommand({ command: '/txn', text: 'help' }); // hands out a trigger
  const value = `txn ${'x'.repeat(200)}`;
  await outcomeOf(atHome({ action_id: 'home:again:0', value }, {}));
  expect(asked()).toBe(1);
});

const pasted = { b: { 'home:paste': { value: 'x'.repeat(3_001) } } };

it.each<[string, string, () => Record<string, unknown>]>([
  [
    'a window of no name',
    'user_error',
    () => ({ ...inWindow({ callback_id: 'other' }), type: 'view_submission' }),
  ],
  ['a bank to post without a code', 'user_error', () => posted('')],
  ['a bank to post with a code that is none', 'user_error', () => posted('x000015')],
  ['a bank to post with a code of no bank', 'user_error', () => posted('000099')],
  [
    'Share in a window, which belongs to no channel',
    'refused',
    () => ({ ...inWindow({}), ...share() }),
  ],
  ['a field of 3,001 letters', 'user_error', () => atHome({ action_id: 'home:ask' }, pasted)],
  [
    '221 letters to ask again',
    'user_error',
    () => atHome({ action_id: 'home:again:0', value: 'x'.repeat(221) }, {}),
  ],
])('a forged click on %s ends as %s', async (_what, outcome, payload) => {
  await app.slack.sendCommand({ command: '/txn', text: 'help' }); // hands out a trigger
  expect(await outcomeOf(payload())).toBe(outcome);
  expect(asked()).toBe(0);
  expect(
    app
      .answers()
      .filter(({ channelId, visibleTo }) => channelId === workspace.channelId && !visibleTo),
  ).toEqual([]);
});

/**
 * What one version drew to be clicked: one of each kind. Without a value, the button carries none.
 */
const Button = z.object({
  at: z.enum(['asker', 'channel', 'home']),
  type: z.enum(['button', 'overflow', 'static_select']),
  actionId: z.string(),
  value: z.string().optional(),
});
const releases = readdirSync('test/fixtures/buttons');

let people = 0;
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
    await callSlack(slack, 'views.publish', {
      user_id: userId,
      view: { type: 'home', blocks: [field, ...blocks] },
    });
    const viewId = slack.views.find((view) => view.userId === userId)?.id ?? '';
    await slack.typeText({ viewId, userId, actionId: 'home:paste', text: 'GARO-8f3k2j1' });
    await slack.pressViewButton({ viewId, actionId, userId });
  } else {
    const message = { channel: workspace.channelId, text: 'x', blocks };
    if (at === 'asker') await callSlack(slack, 'chat.postEphemeral', { ...message, user: userId });
    else
      await callSlack(slack, 'chat.postMessage', {
        ...message,
        unfurl_links: false,
        unfurl_media: false,
      });
    const clicked = { messageId: slack.messages.at(-1)?.id ?? '', actionId, userId };
    await (option ? slack.select({ ...clicked, option }) : slack.pressButton(clicked));
  }
}

describe.each(releases)('buttons drawn by %s', (file) => {
  it.each(jsonLines(`buttons/${file}`, Button))(
    'a button that this version can still click, drawn at $at: $actionId $value',
    async (button) => {
      const before = { lines: app.log.lines.length, messages: app.slack.messages.length };
      await press(button);
      await app.bot.inFlight.settled();
      const outcomes = app.log
        .entries()
        .slice(before.lines)
        .flatMap(({ msg, outcome }) => (msg === 'command' ? [outcome] : []));
      // A reference that is not there is an answer as well. A batch carries its id, which another
      // process lacks, and Take Back who may press it.
      expect([
        ['answered'],
        ['not_found'],
        ...(/^(?:batch|share):/.test(button.actionId) ? [['user_error']] : []),
      ]).toContainEqual(outcomes);
      expect(JSON.stringify(app.slack.messages.slice(before.messages))).not.toContain(
        'older version',
      );
    },
  );
});

it('test/fixtures/buttons has the buttons of this version', () => {
  expect(releases, 'npm run release').toContain(`${version}.jsonl`);
});
