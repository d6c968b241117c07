import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import {
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  UserError,
} from '../../src/errors.ts';
import { errorReply } from '../../src/views/error-reply.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention, directMessage } = commandNames('');

const again = { actionId: 'txn:run:0', value: 'X-1' };

function linesOf(failure: TransferApiFailure, details: Partial<TransferApiErrorDetails> = {}): string[] {
  const error = new TransferApiError(failure, { operation: 'transaction', asked: 'X-1', ...details });
  const reply = errorReply({ error, reference: 'K7QZ9M', again, spelling: slash, audience: 'asker' });
  expect(checkMessage({ ...reply }).breaches).toEqual([]);
  return shownLines(reply);
}

describe('each failure has its sentence, what to do, and a reference', () => {
  it.each<[TransferApiFailure, Partial<TransferApiErrorDetails>, string]>([
    ['not_found', {}, 'No transaction has the reference `X-1`. If it was created in the last minute, ask again.'],
    [
      'not_found',
      { asked: '100004240926153311119822107551' },
      'No transaction has the reference `100004240926153311119822107551`. It looks like a session id, which neither command takes.',
    ],
    [
      'not_found',
      { operation: 'requery', asked: '500004' },
      'The transfer service found nothing under the identifier `500004`. This says nothing about the transfer; check the digits. For a reference, use `/txn`.',
    ],
    [
      'not_found',
      { asked: '08012345678' },
      'No transaction has the reference `08012345678`. It looks like an account or a phone number.',
    ],
    [
      'not_found',
      { asked: '0123456789' },
      'No transaction has the reference `0123456789`. It looks like an account or a phone number.',
    ],
    [
      'timeout',
      { timeoutMs: 8000 },
      'The transfer service did not answer within 8 s. This says nothing about the transaction `X-1`; try again.',
    ],
    [
      'timeout',
      { status: 408 },
      'The transfer service gave up waiting (HTTP 408). This says nothing about the transaction `X-1`; try again.',
    ],
    [
      'unreachable',
      { attempts: 3 },
      'The transfer service could not be reached, in 3 tries. This says nothing about the transaction `X-1`; try again.',
    ],
    [
      'unreachable',
      { status: 503 },
      'The transfer service is in trouble: it answered with an error (HTTP 503). This says nothing about the transaction `X-1`; try again.',
    ],
    [
      'proxy',
      { code: 'proxy_502', attempts: 3 },
      'The transfer service could not be reached: the proxy on the way there refused (HTTP 502). This says nothing about the transaction `X-1`; try again, or tell whoever runs txnbot.',
    ],
    [
      'proxy',
      { code: 'proxy_timeout' },
      'The transfer service could not be reached: the proxy on the way there did not answer. This says nothing about the transaction `X-1`; try again, or tell whoever runs txnbot.',
    ],
    [
      'proxy',
      { operation: 'banks', code: 'proxy_ECONNREFUSED' },
      'The transfer service could not be reached: the proxy on the way there could not be reached. The bank list could not be loaded, so `X-1` was not looked for; try again, or tell whoever runs txnbot.',
    ],
    [
      'not_asked',
      { reason: 'outage' },
      'The transfer service has answered nobody of late, so txnbot leaves it alone for a moment; yours was not asked. This says nothing about the transaction `X-1`; try again in a few seconds.',
    ],
    [
      'not_asked',
      { reason: 'busy' },
      'More questions are under way than the transfer service answers; yours was not asked. This says nothing about the transaction `X-1`; try again in a few seconds.',
    ],
    [
      'untrusted',
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'The certificate of the transfer service is not trusted, so nothing was asked. This says nothing about the transaction `X-1`. Tell whoever runs txnbot.',
    ],
    [
      'unauthorized',
      { status: 401 },
      "The transfer service refused txnbot's access token. This says nothing about the transaction `X-1`. Tell whoever runs txnbot.",
    ],
    [
      'unauthorized',
      { status: 403 },
      'The transfer service refused txnbot access (HTTP 403). This says nothing about the transaction `X-1`. Tell whoever runs txnbot.',
    ],
    [
      'rate_limited',
      { retryAfterMs: 59_001 },
      'The transfer service is limiting how often txnbot may ask. This says nothing about the transaction `X-1`; try again in 60 s.',
    ],
    [
      'rejected',
      { status: 200 },
      'The transfer service refused this request. It does not say why. This says nothing about the transaction `X-1`; check what was asked.',
    ],
    [
      'unexpected_body',
      { status: 200 },
      'The transfer service answered something txnbot cannot read. This says nothing about the transaction `X-1`; try again, or tell whoever runs txnbot.',
    ],
    [
      'unexpected_body',
      { reason: 'another_reference' },
      'The transfer service answered with a transaction that is not `X-1`, so txnbot does not show it. This says nothing about the transaction `X-1`; try again, or tell whoever runs txnbot.',
    ],
  ])('%s %j', (failure, details, sentence) => {
    const lines = linesOf(failure, details);
    expect(lines[0]).toBe(sentence);
    // Nothing is broken where there is nothing.
    const code = '~ For whoever runs txnbot: `K7QZ9M`';
    if (failure === 'not_found') expect(lines).not.toContain(code);
    else expect(lines.at(-1)).toBe(code);
  });
});

describe('what must never be mixed up', () => {
  it('says "not found" in nothing but not found, and no failure in that', () => {
    const others: TransferApiFailure[] = [
      'timeout',
      'unreachable',
      'proxy',
      'rate_limited',
      'unauthorized',
      'rejected',
      'unexpected_body',
    ];
    for (const failure of others)
      for (const operation of ['transaction', 'requery', 'banks'] as const)
        expect(linesOf(failure, { operation }).join()).not.toMatch(/not found|no transaction|knows no/i);
    for (const operation of ['transaction', 'requery'] as const)
      expect(linesOf('not_found', { operation }).join()).not.toMatch(/fail|error|trouble|broke/i);
  });

  it('points a number that is no reference to /tsq', () => {
    const lines = linesOf('not_found', { asked: '12345' });
    expect(lines[0]).toContain('ask with `/tsq`');
    expect(lines).toContain('[Requery It] tsq:run:1 12345');
    expect(linesOf('not_found').join()).not.toContain('/tsq');
  });
});

describe("the service's own words", () => {
  it('are quoted, never interpreted, at most 200 characters', () => {
    const lines = linesOf('rejected', { status: 422, serviceMessage: `<!channel> ${'x'.repeat(400)}` });
    expect(lines[0]).toBe(
      'The transfer service refused this request (HTTP 422). This says nothing about the transaction `X-1`; check what was asked. Its own words:',
    );
    expect(lines[1]).toMatch(/^> <!channel> x+…$/);
    expect(lines[1]?.length).toBe(202);
  });

  it.each<[TransferApiFailure, TransferApiErrorDetails['operation']]>([
    ['timeout', 'transaction'],
    ['unreachable', 'transaction'],
    ['rate_limited', 'transaction'],
    ['unauthorized', 'transaction'],
    ['rejected', 'transaction'],
    ['unexpected_body', 'transaction'],
    ['not_found', 'requery'],
    ['not_found', 'banks'],
  ])('are said to be its own where they stand without a quotation too: %s of a %s', (failure, operation) => {
    const error = new TransferApiError(failure, { operation, asked: '1', serviceMessage: 'Transaction not found' });
    const { text } = errorReply({ error, reference: 'K7QZ9M', again, spelling: slash, audience: 'asker' });
    expect(text).toMatch(/ own words(?:, which txnbot cannot judge)?: Transaction not found$/);
  });
});

describe("the service's own words that show how it is made inside", () => {
  const trace = 'NullPointerException\n    at com.acme.Transfer.find(Transfer.java:12) 10.0.0.5';
  const failures = ['timeout', 'unreachable', 'rate_limited', 'unauthorized', 'rejected', 'unexpected_body'] as const;
  const cases = failures.flatMap((failure) => (['asker', 'channel'] as const).map((to) => [failure, to] as const));
  it.each(cases)('are withheld, and it says so: %s, for the %s', (failure, audience) => {
    const details = { operation: 'transaction', asked: 'X-1', status: 500, serviceMessage: trace } as const;
    const error = new TransferApiError(failure, details);
    const reply = errorReply({ error, reference: 'K7QZ9M', again, spelling: slash, audience });
    expect(JSON.stringify(reply)).not.toMatch(/NullPointer|acme|10\.0/);
    expect(reply.text).toMatch(/\. The service's own words are withheld, as they show how it is made inside\.$/);
    expect(reply.text).not.toMatch(/does not say why|one person reads|own words(?:, which|:)/);
  });

  it('are not taken for it when they are plain', () => {
    const lines = linesOf('rejected', { status: 422, serviceMessage: 'Amount must be at least 1,000.00 NGN.' });
    expect(lines[1]).toBe('> Amount must be at least 1,000.00 NGN.');
  });
});

describe('in a channel', () => {
  it("keeps the service's own words for an answer that one person reads", () => {
    for (const failure of ['rejected', 'unreachable', 'unexpected_body', 'unauthorized', 'rate_limited'] as const) {
      const error = new TransferApiError(failure, {
        operation: 'transaction',
        asked: 'X-1',
        serviceMessage: 'Account 0123456789 of JANE DOE',
      });
      const reply = errorReply({ error, reference: 'K7QZ9M', again, spelling: mention, audience: 'channel' });
      expect(JSON.stringify(reply)).not.toMatch(/JANE|0123456789/);
    }
    const error = new TransferApiError('rejected', { operation: 'transaction', asked: 'X-1', serviceMessage: 'JANE' });
    expect(errorReply({ error, reference: 'K', again, spelling: directMessage, audience: 'channel' }).text).toContain(
      'Its reason is shown only in an answer that one person reads.',
    );
  });
});

describe('asking again', () => {
  it.each<[TransferApiFailure, boolean]>([
    ['timeout', true],
    ['unreachable', true],
    ['proxy', true],
    ['rate_limited', true],
    ['unexpected_body', true],
    ['not_found', true],
    ['unauthorized', false],
    ['rejected', false],
  ])('is offered as a button when it can help: %s', (failure, offered) => {
    expect(linesOf(failure).includes('[Try Again] txn:run:0 X-1')).toBe(offered);
  });
});

it('of a reference that is cut off says so, and of a whole one nothing', () => {
  const cutOff = / It looks cut off: others, such as `GARO-8f3k2j1`, are longer\.$/;
  expect(linesOf('not_found', { asked: 'GARO-8f3k2' })[0]).toMatch(cutOff);
  expect(linesOf('not_found', { asked: 'R-GARO-8f' })[0]).toMatch(cutOff);
  for (const asked of ['GARO-8f3k2j4', 'TXN-1', 'GARO-8f3k2j45'])
    expect(linesOf('not_found', { asked })[0]).not.toContain('cut off');
});

it.each(['100004240926153311119822107551', '08012345678', '0123456789'])(
  'of %s, which is no reference, is not asked again',
  (asked) => {
    expect(linesOf('not_found', { asked }).join('\n')).not.toContain('Try Again');
  },
);

describe('other errors', () => {
  it('that the person can put right are shown as written, without a reference', () => {
    const reply = errorReply({
      error: new UserError('Digits only.'),
      reference: 'K7QZ9M',
      again,
      spelling: slash,
      audience: 'asker',
    });
    expect(shownLines(reply)).toEqual(['Digits only.']);
  });

  it.each([new Error('secret detail'), 'a string', undefined])('are our own, and give nothing away: %s', (error) => {
    const lines = shownLines(
      errorReply({ error, reference: 'K7QZ9M', again: undefined, spelling: slash, audience: 'asker' }),
    );
    expect(lines[0]).toMatch(/^Something broke on txnbot's side\./);
    expect(lines.join()).not.toContain('secret');
    expect(lines.at(-1)).toBe('~ For whoever runs txnbot: `K7QZ9M`');
  });
});
