import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { workspace } from '../sandbox/slack/workspace.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { startSocketSlack } from '../support/socket-slack.ts';

const user = { id: workspace.personId };
const shortcut = { type: 'shortcut', callback_id: 'find_bank_code' };
const click = { type: 'block_actions', user, actions: [{ action_id: 'txn:run', value: 'canary' }] };
const event = { type: 'event_callback', event: { type: 'message', text: 'canary' } };
/** Each is signed, and nothing that Slack sends. */
const none: [string, unknown][] = [
  ['a number', 5],
  ['a list', ['canary']],
  ['an object of no kind', { canary: 'canary' }],
  ['of an unknown type', { ...click, type: 'canary' }],
  ['an event that is a word', { ...event, event: 'canary' }],
  ['an event that is null', { ...event, event: null }],
  ['an event in a channel that is null', { ...event, event: { type: 'message', channel: null, text: 'canary' } }],
  ['a mention without words', { ...event, event: { type: 'app_mention' } }],
  ['an event for an installation that is null', { ...event, authorizations: [null] }],
  ['a click on nothing', { ...click, actions: [] }],
  ['a click on a list', { ...click, actions: { canary: 'canary' } }],
  ['a click by nobody', { ...click, user: undefined }],
  ['a click in a channel that is null', { ...click, channel: null }],
  ['a click on what has a number for its name', { ...click, actions: [{ action_id: 5 }] }],
  ['a shortcut without its name', { ...shortcut, user, callback_id: undefined }],
  ['a window that is missing', { type: 'view_submission', user }],
  ['typing that is no text', { type: 'block_suggestion', user, action_id: 'bank:pick', value: ['canary'] }],
];

describe('what is signed and no payload of Slack’s', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
  });
  afterAll(() => app.stop());

  it.each(none)('is refused at once: %s', async (_what, payload) => {
    const lines = app.log.lines.length;
    const { status } = await send(signedPost(app.requestUrl, app.slack.signingSecret, payload));
    expect(status).toBe(400);
    await app.bot.inFlight.settled();
    expect(app.log.entries().slice(lines)).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringMatching(/^A signed request was refused/) }),
    ]);
    expect(app.log.lines.slice(lines).join()).not.toContain('canary');
    expect(app.audit).toEqual([]);
  });

  it('is refused when a command has two texts', async () => {
    const form = new URLSearchParams({ command: '/txn', text: 'canary' });
    form.append('text', 'canary');
    expect((await send(signedPost(app.requestUrl, app.slack.signingSecret, form))).status).toBe(400);
  });
});

it('is refused in Socket Mode too', async () => {
  const socketSlack = await startSocketSlack();
  const app = await runApp({
    mode: 'socket',
    transferApi: { baseUrl: 'http://127.0.0.1:1' },
    env: { SLACK_API_URL: socketSlack.apiUrl.slice(0, -1) },
  });
  for (const [index, [, payload]] of none.entries())
    socketSlack.send({ type: 'interactive', envelope_id: String(index), payload });
  await vi.waitFor(() =>
    expect(app.log.lines.filter((line) => line.includes('A signed request was refused'))).toHaveLength(none.length),
  );
  expect(app.log.lines.join()).not.toContain('canary');
  await app.stop();
  await socketSlack.close();
});
