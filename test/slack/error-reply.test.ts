import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import {
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  transferApiFailures,
} from '../../src/errors.ts';
import { errorReply } from '../../src/slack/error-boundary.ts';
import { places } from '../support/asker.ts';
import { shownLines } from '../support/shown.ts';

const silence = "*This proves nothing. Don't resend.*";
const notFound = "*This doesn't mean that nothing was sent. Don't resend yet.*";
const tell = 'Tell whoever runs me: `K7QZ9M`.';
const broken = `${silence} ${tell}`;
const retry = '[Ask Again] txn:run:0 X-1';
const service = '`X-1`: the transfer service';
const asked = { command: 'txn', text: 'X-1' };
const again = { actionId: 'txn:run:0', value: 'X-1' };

function replyTo(error: unknown, audience: 'asker' | 'channel' = 'asker') {
  const reply = errorReply({
    error,
    reference: 'K7QZ9M',
    asked,
    again,
    isPublic: places[audience].isPublic,
    knowsShape: true,
  });
  expect(checkMessage({ ...reply }).breaches).toEqual([]);
  return reply;
}

const failed = (failure: TransferApiFailure, details: Partial<TransferApiErrorDetails>) =>
  new TransferApiError(failure, { operation: 'transaction', asked: 'X-1', ...details });

const noRecord = (asked: string, what: string) => `No record of \`${asked}\`. It ${what}.`;
const hour = { retryAfterMs: 3_600_001 };
const nowhere = {
  reason: 'wrong_address',
  status: 404,
  serviceMessage: 'no Route matched',
} as const;
const wrong = '`X-1`: the address that I was given looks wrong: no bank list there (HTTP 404).';
const phone = `${noRecord('08012345678', 'looks like an account or a phone number')} Ask with the transfer's reference or transaction ID.`;
const requery = '[Requery It] tsq:run:1 08012345678';

/**
 * What `messages.txt` does not have: a line that says what happened, and one what not to conclude.
 */
type Failed = [TransferApiFailure, Partial<TransferApiErrorDetails>, string, string, ...string[]];
const rows: Failed[] = [
  ['timeout', { status: 408 }, `${service} gave up waiting (HTTP 408).`, silence, retry],
  [
    'not_asked',
    { reason: 'outage' },
    '`X-1`: not looked up, as the transfer service is down.',
    silence,
    retry,
  ],
  ['unauthorized', { status: 403 }, `${service} refused my access (HTTP 403).`, broken],
  [
    'rate_limited',
    hour,
    `${service} is limiting requests.`,
    `${silence} Try again in 61 min.`,
    retry,
  ],
  ...(
    [
      ['transaction', 'no record in it', broken],
      ['requery', 'no data in it', broken],
      ['banks', 'no usable list in it', 'Tell whoever runs me: `K7QZ9M`.'],
    ] as const
  ).map(
    ([operation, why, below]): Failed => [
      'unexpected_body',
      { operation, reason: 'wrong_data', status: 200 },
      `${service} answered something that cannot be read (${why}).`,
      below,
      retry,
    ],
  ),
  ['unexpected_body', nowhere, wrong, broken, '> no Route matched'],
  [
    'not_found',
    { asked: 'GARO-8f3k2' },
    noRecord('GARO-8f3k2', 'is shorter than usual and may be cut off: paste the whole reference'),
    notFound,
    retry,
  ],
  [
    'not_found',
    { asked: 'GARO-0a0a0a0' },
    'No record of `GARO-0a0a0a0`.',
    `${notFound} Check the reference.`,
    retry,
  ],
  [
    'not_found',
    { asked: '40400', operation: 'requery' },
    'The requery of `40400` found nothing.',
    `${notFound} Check the ID.`,
    retry,
  ],
  ['not_found', { asked: '08012345678' }, phone, notFound, retry, requery],
  ...(
    [
      ['12345698690885579', 'looks like'],
      ['19247', 'may be'],
    ] as const
  ).map(
    ([id, what]): Failed => [
      'not_found',
      { asked: id },
      `No record of \`${id}\` as a reference. It ${what} a transaction ID: requery it.`,
      notFound,
      retry,
      `[Requery It] tsq:run:1 ${id}`,
    ],
  ),
];

describe('a failure', () => {
  it.each(rows)('%s %j', (failure, details, ...lines) => {
    const reply = replyTo(failed(failure, details));
    expect(shownLines(reply)).toEqual(lines);
    expect(reply.text).toBe(lines[0]);
  });

  it.each(transferApiFailures)(
    'no failure reads as "not found", and "not found" reads as no failure: %s',
    (failure) => {
      const said = shownLines(replyTo(failed(failure, { timeoutMs: 8_000 }))).join();
      const notFoundWords = /not found|no record|found nothing|has no/i;
      const failureWords = /fail|error|trouble|broke|in time|answer within/i;
      expect(said).not.toMatch(failure === 'not_found' ? failureWords : notFoundWords);
    },
  );

  it("a failure quotes at most 200 characters of the service's words, never as markup", () => {
    const [, , words] = shownLines(
      replyTo(failed('rejected', { serviceMessage: `<!channel> ${'x'.repeat(400)}` })),
    );
    expect(words).toMatch(/^> <!channel> x{188}…$/);
  });

  it.each([
    [
      'asker',
      'NullPointerException\n    at com.acme.Transfer.find(Transfer.java:12)',
      /NullPointer|acme/,
    ],
    ['channel', 'Account 0123456789 of JANE DOE', /JANE|0123456789/],
  ] as const)(
    "a failure shows the %s nothing of the service's words %j",
    (audience, serviceMessage, secret) => {
      for (const failure of transferApiFailures)
        expect(JSON.stringify(replyTo(failed(failure, { serviceMessage }), audience))).not.toMatch(
          secret,
        );
    },
  );
});
