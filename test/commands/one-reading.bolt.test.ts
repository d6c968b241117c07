import { RE2JS } from 're2js';
import { workspace } from 'slack-sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import {
  type AppWithSamples,
  runWithSamples,
  startWithSamples,
} from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

const at = `<@${workspace.botUserId}>`;
const channelId = workspace.directMessageId;
/** A word that stands once in what is sent, and nowhere else. */
const word = 'needle';

const env = { REFERENCE_PATTERN: 'GARO-[a-z0-9]{7}' };
let app: AppWithSamples;
beforeAll(async () => {
  app = await startWithSamples({ env });
});
afterAll(() => app.stop());

/** Writes a message, and waits until it is answered. */
const write = (message: object) => app.answered(app.slack.writeMessage({ text: '', ...message }));

const ways: Record<string, (text: string) => Promise<unknown>> = {
  '/txn': (text) => app.answered(app.slack.sendCommand({ command: '/txn', text })),
  '/tsq': (text) => app.answered(app.slack.sendCommand({ command: '/tsq', text })),
  'a mention': (text) => write({ text: `${at} ${text}` }),
  'a mention behind the words': (text) => write({ text: `${text} ${at} please look` }),
  'a mention before more words': (text) => write({ text: `hello there ${at} ${text}` }),
  'a direct message': (text) => write({ text, channelId }),
  'what a message carries': (text) =>
    write({ text: at, blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] }),
  async 'the message shortcut'(text) {
    const { message } = await app.slack.writeMessage({ text });
    await app.answered(
      app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id }),
    );
  },
};

describe.each(Object.keys(ways))('a text read %s', (way) => {
  it.each(['nothing to look up in', 'GARO-8f3k2j1 and', 'is opay down?', 'session'])(
    'the text of one request is read once: %s',
    async (words) => {
      const searched = vi.spyOn(RE2JS.prototype, 'matcher');
      onTestFinished(() => searched.mockRestore());

      await ways[way]?.(`${words} ${word}`);

      const readings = searched.mock.calls.filter(([text]) => String(text).includes(word));
      expect(readings).toHaveLength(1);
    },
  );
});

it.each<[string, (userId: string, text: string) => Promise<unknown>]>([
  ['/txn', (userId, text) => app.slack.sendCommand({ command: '/txn', text, userId })],
  ['a mention', (userId, text) => app.slack.writeMessage({ text: `${at} ${text}`, userId })],
])('no text of %s is read before Slack says who asks', async (way, ask) => {
  const { promise: until, resolve: answer } = withResolvers<void>();
  app.slack.setFailure('users.info', { until });
  const searched = vi.spyOn(RE2JS.prototype, 'matcher');
  onTestFinished(() => searched.mockRestore());
  const isCalled = () => app.slack.requests.filter((method) => method === 'users.info').length;
  const before = isCalled();

  const asked = ask(way === '/txn' ? 'U0NEW1' : 'U0NEW2', word);
  await waitFor(() => expect(isCalled()).toBeGreaterThan(before));
  const early = searched.mock.calls.length;
  app.slack.setFailure('users.info', undefined);
  answer();
  await app.answered(asked);

  expect(early).toBe(0);
  expect(searched).toHaveBeenCalled();
});

it('no text is read from a person who is over the rate limit', async (test) => {
  const limited = await runWithSamples(test, { env: { ...env, RATE_LIMIT_PER_MINUTE: '1' } });
  await limited.answered(limited.slack.writeMessage({ text: `${at} help` }));
  const searched = vi.spyOn(RE2JS.prototype, 'matcher');
  onTestFinished(() => searched.mockRestore());

  const refused = await limited.answered(limited.slack.writeMessage({ text: `${at} ${word}` }));

  expect(refused.text).toContain('asked very often');
  expect(searched).not.toHaveBeenCalled();
});
