import { RespondError, webApi } from '@slack/bolt';
import { describe, expect, it, vi } from 'vitest';
import { plainReply } from '../../src/blocks/blocks.ts';
import { DeliveryError, ProxyError } from '../../src/errors.ts';
import { sendSafely } from '../../src/slack/send.ts';
import { holdClock } from '../support/hold-clock.ts';
import { waitFor } from '../support/wait-for.ts';

const reply = { text: 'Successful · 25,000.00', blocks: [{ type: 'divider' as const }] };
const plain = plainReply(reply.text);

const platform = (error: string) => new webApi.WebAPIPlatformError({ ok: false, error });
const http = (status: number) => new webApi.WebAPIHTTPError(status, '', {});
const posted = (status: number) => new RespondError('https://hooks.slack.com/canary', status);
const network = (code: string) => Object.assign(new Error('https://hooks.slack.com/canary'), { code });
const wrapped = (code: string) => new Error('https://hooks.slack.com/canary', { cause: network(code) });

/** Which of the two it is: words alone hold none of the blocks that Slack may have refused. */
const formOf = (message: unknown) => {
  if (message === reply) return 'whole';
  expect(message).toEqual(plain);
  return 'plain';
};

/** Slack's answers to one try after another, and then it takes what comes. */
async function sending(failures: unknown[]) {
  const sent: unknown[] = [];
  const send = async (message: unknown) => {
    sent.push(message);
    if (failures.length > 0) throw failures.shift();
  };
  const startedAtMs = performance.now();
  const code = await sendSafely(send, reply, {
    startedAtMs,
    givenUp: new AbortController().signal,
  }).then(
    () => 'sent',
    (error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error;
      return error.code;
    },
  );
  return { code, sent: sent.map(formOf) };
}

describe('an answer', () => {
  it.each<[string, unknown[], string, string[]]>([
    ['that arrives', [], 'sent', ['whole']],
    ['whose blocks Slack refuses', [platform('invalid_blocks')], 'sent', ['whole', 'plain']],
    ['whose blocks a response_url refuses', [posted(400)], 'sent', ['whole', 'plain']],
    [
      'that is refused as words too',
      [platform('invalid_blocks_format'), platform('invalid_arguments'), platform('invalid_arguments')],
      'invalid_arguments',
      ['whole', 'plain'],
    ],
    ['that Slack refuses for another reason', [platform('channel_not_found')], 'channel_not_found', ['whole']],
    ['whose response_url is over', [posted(404)], 'http_404', ['whole']],
    ['that HTTP refuses, without a word of blocks', [http(400)], 'http_400', ['whole']],
    ['at which Slack stumbles twice', [posted(503), posted(500)], 'sent', ['whole', 'whole', 'plain']],
    [
      'at which Slack stumbles always',
      [http(500), http(502), http(503), http(504)],
      'http_503',
      ['whole', 'whole', 'plain'],
    ],
    ['that a proxy did not let through, once', [new ProxyError(502)], 'sent', ['whole', 'whole']],
    ['whose proxy refuses txnbot', [new ProxyError(407)], 'proxy_407', ['whole']],
    ['whose proxy is silent', [new ProxyError('timeout')], 'proxy_timeout', ['whole']],
    ['that was not sent, twice', [wrapped('ECONNREFUSED'), wrapped('ENOTFOUND')], 'sent', ['whole', 'whole', 'whole']],
    [
      'that is never sent',
      Array.from({ length: 4 }, () => wrapped('UND_ERR_CONNECT_TIMEOUT')),
      'UND_ERR_CONNECT_TIMEOUT',
      ['whole', 'whole', 'whole'],
    ],
    ['that may have arrived', [wrapped('ECONNRESET')], 'ECONNRESET', ['whole']],
    ['of which nothing is known', ['words'], 'unknown', ['whole']],
  ])('%s is tried as often as helps, as what helps', async (_what, failures, code, sent) => {
    expect(await sending([...failures])).toMatchObject({ code, sent });
  });
});

describe('an answer that Slack does not take for now', () => {
  const limited = (seconds: number) => new webApi.WebAPIRateLimitedError(seconds);

  it('is waited with for a second at least, as often as it takes', async () => {
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
    expect(await asked).toMatchObject({ code: 'sent', sent: Array(4).fill('whole') });
  });

  it('is waited with until the thirty minutes of a response_url are over, and no longer', async () => {
    holdClock();
    expect(await sending([limited(1_800)])).toEqual(expect.objectContaining({ code: 'ratelimited', sent: ['whole'] }));
    const sent = vi.fn();
    void sending([limited(1_799)]).then(sent);
    await waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(1_798_999);
    await new Promise(setImmediate);
    expect(sent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ code: 'sent' })));
  });
});
