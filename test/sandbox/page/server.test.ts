import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../manifest.ts';
import { readEvents } from './fake/event-reader.ts';
import { createFakeSlack } from './fake/fake-slack.ts';
import { startPage } from './fake/start-page.ts';

const alert = {
  kind: 'alert',
  text: 'GARO-1 is stuck',
  title: 'An alert',
  attachments: [{ text: 'GARO-2' }],
} as const;
const samples = [
  { command: '/bank', text: 'zenith', title: 'By </script><script>alert(1)</script>' },
  alert,
];

async function start(slack = createFakeSlack()) {
  const page = await startPage({
    slack,
    commands: readManifest().features.slash_commands,
    samples,
  });
  onTestFinished(page.close);
  return page;
}

/** Hears what the page hears; each call waits for the next. */
function listen(url: string) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const events = readEvents(`${url}/events`, ending.signal);
  return async () => (await events.next()).value;
}

describe('the page', () => {
  test('the page loads scripts and styles from itself alone, and serves every file that it names', async () => {
    const { url } = await start();
    const response = await fetch(url);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
    );
    expect(html).not.toContain('<script>alert');
    const files = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, file]) => file);
    expect(files).toEqual(['/icon.svg', '/main.css', '/main.js']);
    for (const file of [...files, '/chevron.svg'])
      expect((await fetch(url + file)).status, file).toBe(200);
    for (const path of ['/server.ts', '/..%2fserver.ts', '/files/F1'])
      expect((await fetch(url + path)).status).toBe(404);
  });

  test('the page serves a file to save, under any name', async () => {
    const { slack, url } = await start();
    slack.share({
      id: 'F1',
      name: "o'k ü.csv",
      title: '',
      channelId: 'C1',
      content: 'a,b\n<script>',
    });
    const response = await fetch(`${url}/files/F1`);
    expect(await response.text()).toBe('a,b\n<script>');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''o%27k%20%C3%BC.csv",
    );
  });

  test('the page has a port of its own', async () => {
    const { url } = await start();
    await expect(startPage({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});

const where = { userId: 'U0BISI000', channelId: 'C0RANDOM' };
const acked = { outcome: 'acked', ackMs: 12.3, httpStatus: 200 };
const kept = { outcome: 'kept' };
const inMessage = { ...where, messageId: 'm1', blockId: 'b1', actionId: 'a1' };
const inView = { userId: 'U1', viewId: 'V1', blockId: 'b1', actionId: 'a1' };
const option = { text: 'ZENITH BANK PLC', value: '000015', description: 'By name' };
const view = { userId: 'U1', viewId: 'V1' };

describe('what a person does', () => {
  test.each<[string, object, object, object?]>([
    [
      '/commands',
      { ...where, input: '/bank  first <b>\nbank ' },
      { ...where, command: '/bank', text: ' first <b>\nbank ' },
    ],
    [
      '/messages',
      { ...where, text: ' @txnbot txn <GARO-1> & https://a.example/x ', threadTs: '1.1' },
      {
        did: 'writeMessage',
        ...where,
        threadTs: '1.1',
        text: '<@U0TXNBOT0> txn &lt;GARO-1&gt; &amp; <https://a.example/x>',
      },
    ],
    [
      '/alerts',
      { ...where, sample: 1 },
      {
        did: 'writeMessage',
        ...where,
        author: 'bot',
        text: alert.text,
        attachments: [...alert.attachments],
      },
    ],
    [
      '/message-shortcuts',
      { ...where, callbackId: 'x', messageId: 'm1' },
      { did: 'runMessageShortcut' },
    ],
    [
      '/global-shortcuts',
      { ...where, callbackId: 'x' },
      { did: 'runGlobalShortcut', ...where, callbackId: 'x' },
    ],
    ['/homes', where, { did: 'openHome', ...where }],
    ['/presses', inMessage, { did: 'pressButton', ...inMessage }],
    ['/presses', inView, { did: 'pressButton', ...inView }],
    ['/selections', { ...inMessage, option }, { did: 'select', ...inMessage, option }],
    [
      '/selections',
      { ...inView, option: { conversation: 'C1' } },
      { did: 'select', option: { conversation: 'C1' } },
    ],
    ['/texts', { ...inView, text: 'G\n<b>' }, { did: 'typeText', ...inView, text: 'G\n<b>' }, kept],
    [
      '/typeahead',
      { ...inView, value: '<z>' },
      { did: 'typeahead', value: '<z>' },
      { ...acked, options: [option] },
    ],
    ['/submissions', view, { did: 'submitView', ...view }],
    ['/closings', view, { did: 'closeView', ...view }, kept],
  ])(
    'POST %s %j reaches Slack, and the response holds no secret',
    async (path, body, received, answer = acked) => {
      const { slack, post } = await start(createFakeSlack({ offer: () => [option] }));
      expect(await post(path, body)).toEqual({ status: 200, answer });
      expect(slack.received).toEqual([expect.objectContaining(received)]);
    },
  );

  test.each<[string, unknown, number]>([
    ['/messages', { text: ' \n ' }, 400],
    ['/alerts', { sample: 0 }, 404],
    ['/alerts', { sample: 1.5 }, 400],
    ['/selections', { ...inView, option: {} }, 400],
    ['/texts', { ...inMessage, text: 'x' }, 400],
    ['/commands', { input: 3 }, 400],
    ['/commands', { input: '/nope x' }, 404],
    ['/commands', { input: 'x'.repeat(3_000_000) }, 413],
  ])('POST %s refuses %j', async (path, body, status) => {
    const { slack, post } = await start();
    const refused = await post(path, body);
    expect(refused).toEqual({ status, answer: { error: expect.any(String) } });
    if (status === 404 && path === '/commands')
      expect(refused.answer.error).toContain('/txn, /tsq, /bank');
    expect(slack.received).toEqual([]);
  });

  test("a command in a thread is refused in Slack's words", async () => {
    const { post } = await start();
    const { answer } = await post('/commands', { input: '/bank zenith', threadTs: '1.1' });
    expect(answer).toEqual({
      outcome: 'refused',
      sentence: '/bank is not supported in threads. Sorry!',
    });
  });

  test('the page says when no bot is reached, and shows an error at an empty field', async () => {
    const slack = createFakeSlack({
      onDelivery: () => {
        throw new Error('Not now.');
      },
    });
    const { post } = await start(slack);
    expect(await post('/submissions', view)).toEqual({
      status: 502,
      answer: { error: 'Not now.' },
    });
    slack.showView({ errors: { b1: 'Please complete this required field.' } });
    expect(await post('/submissions', view)).toEqual({ status: 200, answer: kept });
    slack.select = async () => undefined;
    expect(await post('/selections', { ...inView, option })).toEqual({ status: 200, answer: kept });
  });
});

test.each([
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://127.0.0.1:1' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'content-type': 'text/plain' }, 415],
])('another web page cannot send the page requests: %j', async (headers, status) => {
  const { slack, post } = await start();
  for (const path of ['/commands', '/presses', '/submissions'])
    expect((await post(path, { input: '/bank zenith' }, headers)).status).toBe(status);
  expect(slack.received).toEqual([]);
});

test('another web page cannot read the page under another host name', async () => {
  const { url } = await start();
  const status = await new Promise((resolve, reject) => {
    request(url, { headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test("the page's stream sends everything first, then only new or replaced messages and breaches", async () => {
  const { slack, url } = await start();
  slack.show({ ts: '1.1', threadTs: '1.1', text: 'One' });
  const hear = listen(url);
  const first = await hear();
  expect(first).toMatchObject({ order: ['m1'], changed: [{ id: 'm1', text: 'One' }], views: [] });
  expect(first.changed[0]).not.toHaveProperty('threadTs');

  slack.show({ ts: '2.1', threadTs: '1.1', visibleTo: 'U0BISI000' });
  expect(await hear()).toMatchObject({
    order: ['m1', 'm2'],
    changed: [{ id: 'm2', threadTs: '1.1' }],
  });
  slack.show({ id: 'm1', text: 'Replaced' });
  expect((await hear()).changed).toMatchObject([{ id: 'm1', text: 'Replaced' }]);
  slack.breach('Too long');
  expect(await hear()).toMatchObject({ changed: [], breaches: ['Too long'] });
  expect((await listen(url)()).order).toEqual(['m1', 'm2']);
});

test("the page's stream has the beginning of a file, and the page on which a window opened", async () => {
  const { slack, post, url } = await start();
  const content = 'x'.repeat(100_000);
  slack.show({ files: [{ id: 'F1', name: 'a.txt', title: '', channelId: 'C1', content }] });
  await post('/homes', {}, { 'x-page': 'one' });
  slack.showView({ id: 'V1' });
  const hear = listen(url);
  const { changed, views } = await hear();
  expect(changed[0]?.files?.[0]).toMatchObject({
    bytes: 100_000,
    beginning: content.slice(0, 4_000),
  });
  expect(views).toMatchObject([{ id: 'V1', openedOn: 'one' }]);
  await post('/homes', {}, { 'x-page': 'other' });
  slack.showView({ id: 'V2', type: 'home' });
  slack.showView({ id: 'V1', title: 'Changed' });
  const { views: later } = await hear();
  expect(later.map(({ id, openedOn }) => [id, openedOn])).toEqual([
    ['V1', 'one'],
    ['V2', undefined],
  ]);
});
