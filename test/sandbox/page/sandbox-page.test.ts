import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { hostileText } from './fake/cards.ts';
import { createEventReader } from './fake/event-reader.ts';
import { createFakeSlack } from './fake/fake-slack.ts';
import { readManifestCommands } from './manifest-commands.ts';
import { createSandboxPage } from './sandbox-page.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function start(slack = createFakeSlack()) {
  const page = await createSandboxPage({
    slack,
    commands: readManifestCommands(),
    samples: [{ command: '/bank', text: 'zenith "<b>"', title: `By ${hostileText}` }],
  });
  cleanUps.push(page.close);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(page.url + path, {
      method: 'POST',
      headers: { origin: page.url, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { slack, url: page.url, post };
}

describe('the page', () => {
  test('offers the commands of the manifest and the samples, and lets no text be markup', async () => {
    const { url } = await start();
    const html = await (await fetch(url)).text();
    expect(html).toContain('data-command="/tsq"');
    expect(html).toContain('&lt;transactionId&gt;');
    expect(html).toContain('data-input="/bank zenith &quot;&lt;b&gt;&quot;"');
    expect(html).not.toContain('<script>alert');
  });

  test('takes scripts and styles from itself alone, and every file that it names is there', async () => {
    const { url } = await start();
    const response = await fetch(url);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(html).not.toMatch(/ style="|<style|<script>| on[a-z]+="/);
    const files = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(7);
    for (const file of files) {
      expect((await fetch(url + file)).status, file).toBe(200);
    }
  });

  test('serves nothing but its own files', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/sandbox-page.ts`)).status).toBe(404);
    expect((await fetch(`${url}/..%2fsandbox-page.ts`)).status).toBe(404);
  });
});

describe('what a person does', () => {
  test('reaches Slack as typed, and the answer keeps secrets to itself', async () => {
    const { slack, post } = await start();
    const response = await post('/commands', { input: '/bank  first <b>\nbank ' });
    expect(await response.json()).toEqual({ outcome: 'acked', ackMs: 12.3, httpStatus: 200 });
    expect(slack.received).toEqual([{ command: '/bank', text: ' first <b>\nbank ' }]);
  });

  test('a press names message, block and action', async () => {
    const { slack, post } = await start();
    await post('/presses', { messageId: 'm1', blockId: 'txn', actionId: 'txn:refresh' });
    await post('/presses', { messageId: 'm1', actionId: 'txn:refresh' });
    expect(slack.received).toEqual([
      { messageId: 'm1', blockId: 'txn', actionId: 'txn:refresh' },
      { messageId: 'm1', actionId: 'txn:refresh' },
    ]);
  });

  test.each(['/nope x', 'hello', ''])('what is no command is answered with a sentence: %j', async (input) => {
    const { slack, post } = await start();
    const response = await post('/commands', { input });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringContaining('/txn, /tsq, /bank') });
    expect(slack.received).toEqual([]);
  });

  test('a stand-in that fails is reported', async () => {
    const failing = createFakeSlack({
      onDelivery: () => {
        throw new Error('No such message.');
      },
    });
    const { post } = await start(failing);
    const response = await post('/presses', { messageId: 'm1', actionId: 'x' });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: 'No such message.' });
  });
});

describe('another web page', () => {
  const command = { input: '/bank zenith' };

  test.each([
    ['another origin', { origin: 'http://evil.example' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('cannot drive it: %s', async (_name, headers, status) => {
    const { slack, post } = await start();
    expect((await post('/commands', command, headers)).status).toBe(status);
    expect(slack.received).toEqual([]);
  });

  test('cannot post without saying where it comes from', async () => {
    const { slack, url } = await start();
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/commands`, { method: 'POST', headers, body: JSON.stringify(command) })).status).toBe(
      403,
    );
    expect(slack.received).toEqual([]);
  });

  test.each([
    ['not JSON', 400],
    [{ input: 3 }, 400],
    [{ input: 'x'.repeat(3_000_000) }, 413],
  ])('bad bodies are refused', async (body, status) => {
    const { post } = await start();
    expect((await post('/commands', body)).status).toBe(status);
  });

  test('cannot read it under a name of its own', async () => {
    const { url } = await start();
    const status = await new Promise((resolve, reject) => {
      request(url, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

test('a port that is taken is an error', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(createSandboxPage({ slack: createFakeSlack(), samples: [], commands: [], port })).rejects.toThrow(
    'EADDRINUSE',
  );
});

test('closing ends the streams and stops listening to Slack', async () => {
  const slack = createFakeSlack();
  const page = await createSandboxPage({ slack, samples: [], commands: [] });
  const events = await createEventReader(`${page.url}/events`);
  await page.close();
  await expect(events.close()).resolves.toBeUndefined();
  await expect(fetch(page.url)).rejects.toThrow();
  slack.show({});
});
