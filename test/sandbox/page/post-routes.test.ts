import { afterEach, describe, expect, test } from 'vitest';
import { startPage } from './fake/start-page.ts';
import { readManifestCommands } from './manifest-commands.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) {
    await cleanUp();
  }
});

const alert = { kind: 'alert', text: 'GARO-1 is stuck', title: 'An alert', attachments: [{ text: 'GARO-2' }] } as const;

async function start() {
  const page = await startPage({
    commands: readManifestCommands(),
    samples: [{ command: '/bank', text: 'zenith', title: 'By name' }, alert],
  });
  cleanUps.push(page.close);
  return page;
}

const acked = { outcome: 'acked', ackMs: 12.3, httpStatus: 200 };
const where = { userId: 'U0BISI000', channelId: 'D0BISI000' };

describe('what a person writes', () => {
  test('is a message in the conversation, in the format of Slack', async () => {
    const { slack, post } = await start();
    const input = { ...where, text: ' @txnbot txn <GARO-1> & https://a.example/x ' };
    expect(await post('/messages', input)).toEqual({ status: 200, answer: acked });
    const text = '<@U0TXNBOT0> txn &lt;GARO-1&gt; &amp; <https://a.example/x>';
    expect(slack.received).toEqual([{ did: 'writeMessage', ...where, text }]);
  });

  test('in a thread is a reply', async () => {
    const { slack, post } = await start();
    await post('/messages', { text: 'hello', threadTs: '1700000000.000100' });
    expect(slack.received).toEqual([{ did: 'writeMessage', text: 'hello', threadTs: '1700000000.000100' }]);
  });

  test('a message that no bot hears is no problem', async () => {
    const { slack, post } = await start();
    slack.writeMessage = async () => ({ message: slack.messages[0] ?? never(), deliveries: [] });
    slack.show({});
    expect(await post('/messages', { text: 'hello' })).toEqual({ status: 200, answer: { outcome: 'unheard' } });
  });

  test('nothing is no message', async () => {
    const { slack, post } = await start();
    expect((await post('/messages', { text: ' \n ' })).status).toBe(400);
    expect(slack.received).toEqual([]);
  });

  test('a command comes from whom and where it is typed', async () => {
    const { slack, post } = await start();
    await post('/commands', { ...where, input: '/bank zenith' });
    expect(slack.received).toEqual([{ ...where, command: '/bank', text: 'zenith' }]);
  });

  test('a command in a thread is refused in the words of Slack', async () => {
    const { slack, post } = await start();
    const { status, answer } = await post('/commands', { input: '/bank zenith', threadTs: '1700000000.000100' });
    expect(status).toBe(200);
    expect(answer).toEqual({ outcome: 'refused', sentence: '/bank is not supported in threads. Sorry!' });
    expect(slack.received).toEqual([]);
  });
});

describe('an alert', () => {
  test('is posted by another app, as the sample says', async () => {
    const { slack, post } = await start();
    await post('/alerts', { channelId: 'C0RANDOM', sample: 1 });
    const { text, attachments } = alert;
    expect(slack.received).toEqual([
      { did: 'writeMessage', channelId: 'C0RANDOM', author: 'bot', text, attachments: [...attachments] },
    ]);
  });

  test.each([0, 2, -1, 1.5])('is one of the samples: not %d', async (sample) => {
    const { slack, post } = await start();
    expect((await post('/alerts', { sample })).status).toBeGreaterThanOrEqual(400);
    expect(slack.received).toEqual([]);
  });
});

test.each([
  ['/message-shortcuts', 'runMessageShortcut', { callbackId: 'look_up_references', messageId: 'm1' }],
  ['/global-shortcuts', 'runGlobalShortcut', { callbackId: 'find_bank_code' }],
  ['/homes', 'openHome', {}],
])('%s reaches Slack as %s', async (path, did, input) => {
  const { slack, post } = await start();
  expect(await post(path, { ...where, ...input })).toEqual({ status: 200, answer: acked });
  expect(slack.received).toEqual([{ did, ...where, ...input }]);
});

test.each(['/messages', '/alerts', '/message-shortcuts', '/global-shortcuts', '/homes'])(
  'another web page cannot post to %s',
  async (path) => {
    const { slack, post } = await start();
    expect((await post(path, { text: 'x', sample: 1 }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await post(path, { text: 'x', sample: 1 }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(slack.received).toEqual([]);
  },
);

function never(): never {
  throw new Error('There is a message.');
}
