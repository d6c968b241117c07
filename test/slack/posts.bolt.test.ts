import { Blob } from 'node:buffer';
import { RespondError, webApi } from '@slack/bolt';
import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mrkdwnReply, withoutCustomer } from '../../src/blocks/blocks.ts';
import { DeliveryError, ProxyError } from '../../src/errors.ts';
import { createNotify, sendFile, sendSafely } from '../../src/slack/posts.ts';
import { places } from '../support/asker.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer } from '../support/http-server.ts';
import { liveBytes } from '../support/live-bytes.ts';
import { waitFor } from '../support/wait-for.ts';
import { clientOf } from './support.ts';

const reply = { text: 'Successful · 25,000.00', blocks: [{ type: 'divider' as const }] };
const plain = mrkdwnReply(reply.text);

const platform = (error: string) => new webApi.WebAPIPlatformError({ ok: false, error });
const http = (status: number) => new webApi.WebAPIHTTPError(status, '', {});
const posted = (status: number) => new RespondError('https://hooks.slack.com/canary', status);
const network = (code: string) =>
  Object.assign(new Error('https://hooks.slack.com/canary'), { code });
const wrapped = (code: string) =>
  new Error('https://hooks.slack.com/canary', { cause: network(code) });

/** Which of the two it is: words alone hold none of the blocks that Slack may have refused. */
const formOf = (message: unknown) => {
  if (message === reply) return 'whole';
  expect(message).toEqual(plain);
  return 'plain';
};

/**
 * Slack's answers to one try after another, and then it takes what comes. @returns how it ended,
 * and what was sent
 */
async function sending(failures: unknown[]) {
  const sent: string[] = [];
  const send = async (message: unknown) => {
    sent.push(formOf(message));
    if (failures.length > 0) throw failures.shift();
  };
  const limit = { startedAtMs: performance.now(), givenUp: new AbortController().signal };
  const end = await sendSafely(send, reply, limit).then(
    () => 'sent',
    (error: unknown) => (error instanceof DeliveryError ? error.code : String(error)),
  );
  return [end, ...sent].join(' ');
}

const timedOut = wrapped('UND_ERR_CONNECT_TIMEOUT');
const noBlocks = platform('invalid_blocks');

it.each<[string, unknown[], string]>([
  ['that arrives', [], 'sent whole'],
  ['whose blocks Slack refuses', [noBlocks], 'sent whole plain'],
  ['whose blocks a response_url refuses', [posted(400)], 'sent whole plain'],
  [
    'that is refused as words too',
    [noBlocks, platform('invalid_arguments')],
    'invalid_arguments whole plain',
  ],
  [
    'that Slack refuses for another reason',
    [platform('channel_not_found')],
    'channel_not_found whole',
  ],
  ['whose response_url is over', [posted(404)], 'http_404 whole'],
  ['that HTTP refuses, without a word of blocks', [http(400)], 'http_400 whole'],
  ['at which Slack stumbles twice', [posted(503), posted(500)], 'sent whole whole plain'],
  [
    'at which Slack stumbles always',
    [http(500), http(502), http(503), http(504)],
    'http_503 whole whole plain',
  ],
  ['that a proxy did not let through, once', [new ProxyError(502)], 'sent whole whole'],
  ['whose proxy refuses txnbot', [new ProxyError(407)], 'proxy_407 whole'],
  ['whose proxy is silent', [new ProxyError('timeout')], 'proxy_timeout whole'],
  [
    'that was not sent, twice',
    [wrapped('ECONNREFUSED'), wrapped('ENOTFOUND')],
    'sent whole whole whole',
  ],
  ['that is never sent', Array(4).fill(timedOut), 'UND_ERR_CONNECT_TIMEOUT whole whole whole'],
  ['that may have arrived', [wrapped('ECONNRESET')], 'ECONNRESET whole'],
  ['of which nothing is known', ['words'], 'unknown whole'],
])('an answer %s is retried in the form that can succeed', async (_what, failures, ending) => {
  expect(await sending([...failures])).toBe(ending);
});

describe('an answer that Slack rate limits', () => {
  const limited = (seconds: number) => new webApi.WebAPIRateLimitedError(seconds);

  it('a rate-limited answer is retried after a second at least, as often as Slack limits it', async () => {
    holdClock();
    const asked = sending([limited(0), limited(0), http(500)]); // the first two are no tries
    for (const _times of [1, 2]) {
      await waitFor(() => expect(vi.getTimerCount()).toBe(1));
      vi.advanceTimersByTime(999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await new Promise(setImmediate);
    }
    vi.advanceTimersByTime(249); // after a failure of Slack’s: neither at once nor after a second
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await asked).toBe('sent whole whole whole whole');
  });

  it('a rate-limited answer is retried until its response_url expires after thirty minutes', async () => {
    holdClock();
    expect(await sending([limited(1_800)])).toBe('ratelimited whole');
    const sent = vi.fn();
    void sending([limited(1_799)]).then(sent);
    await waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(1_798_999);
    await new Promise(setImmediate);
    expect(sent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await waitFor(() => expect(sent).toHaveBeenCalledWith('sent whole whole'));
  });
});

const { personId, channelId } = workspace;
const direct = { personId };
const masked = (words: string) => withoutCustomer(mrkdwnReply(words));

async function start() {
  const slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  const { message } = await slack.writeMessage({ text: 'hello' });
  const thread = { channelId, threadTs: message.ts, personId };
  const posted = () => slack.messages.filter(({ author }) => author === 'bot');
  return {
    slack,
    message,
    thread,
    posted,
    notify: createNotify(clientOf(slack), new AbortController().signal),
  };
}

describe('a notification', () => {
  it('a notification goes into the direct message, or into the thread', async () => {
    const { slack, thread, posted, notify } = await start();
    await notify.send(direct, places.asker, mrkdwnReply('alone'));
    await notify.send(thread, places.channel, masked('there'));
    expect(posted()).toMatchObject([
      { text: 'alone', channelId: directMessageOf(personId), via: 'chat.postMessage' },
      { text: 'there', channelId, threadTs: thread.threadTs },
    ]);
    expect(slack.breaches).toEqual([]); // such as unfurling
  });

  it.each([
    ['not masked', mrkdwnReply('0123456789')],
    ['masked for none', { ...mrkdwnReply('0123456789'), isMasked: false }],
  ])('a notification that is %s goes into no thread, but to the person', async (_what, reply) => {
    const { thread, posted, notify } = await start();
    await expect(notify.send(thread, places.channel, reply)).rejects.toThrow('unmasked');
    await notify.send(thread, places.asker, reply);
    expect(posted()).toMatchObject([{ channelId: directMessageOf(personId) }]);
  });

  it("a notification that Slack refuses fails with Slack's code or its Retry-After", async () => {
    const { slack, posted, notify } = await start();
    slack.setFailure('chat.postMessage', { error: 'channel_not_found' }, 1);
    const closed = { code: 'channel_not_found', details: { isPlaceClosed: true } };
    await expect(notify.send(direct, places.asker, mrkdwnReply('lost'))).rejects.toMatchObject(
      closed,
    );
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '600' } }, 1);
    const early = { details: { retryAfterMs: 600_000 } };
    await expect(notify.send(direct, places.asker, mrkdwnReply('early'))).rejects.toMatchObject(
      early,
    );
    expect(posted()).toEqual([]);
  });

  it('a notification to a thread that lost its root is deleted from the channel', async () => {
    const { slack, message, thread, posted, notify } = await start();
    slack.deleteMessage(message.id);
    const closed = new DeliveryError('thread_not_found', { isPlaceClosed: true });
    await expect(notify.send(thread, places.channel, masked('there'))).rejects.toEqual(closed);
    expect(posted()).toEqual([]);
  });
});

it('a file that Slack does not take fails with the status of its upload', async () => {
  await using server = await startServer((request, response) => {
    response.statusCode = request.url === '/upload' ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, upload_url: `${server.url}/upload`, file_id: 'F1' }));
  });
  const client = clientOf({ apiUrl: `${server.url}/api/` });
  const sent = sendFile(client, personId, { name: 'a.csv', content: 'a' });
  await expect(sent).rejects.toMatchObject({ details: { failure: 'http_status', status: 503 } });
  expect(server.requests.at(-1)?.url).toBe('/upload'); // which is not completed
});

it('a file of 32 MB goes to Slack with no copy of the whole', async () => {
  const content = new Blob(Array.from({ length: 512 }, () => new Blob(['x'.repeat(2 ** 16)])));
  const before = liveBytes();
  let receivedBytes = 0;
  let mostBytes = 0;
  await using server = await startServer(async (request, response) => {
    if (request.url === '/upload') {
      for await (const chunk of request) {
        if (receivedBytes % 2 ** 22 < chunk.length) mostBytes = Math.max(mostBytes, liveBytes());
        receivedBytes += chunk.length;
      }
    }

    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, upload_url: `${server.url}/upload`, file_id: 'F1' }));
  });

  await sendFile(clientOf({ apiUrl: `${server.url}/api/` }), personId, { name: 'a.csv', content });

  expect(receivedBytes).toBe(content.size);
  expect(mostBytes - before).toBeLessThan(content.size / 2);
});
