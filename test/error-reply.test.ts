import { describe, expect, it } from 'vitest';
import { errorReply } from '../src/error-reply.ts';
import {
  AccessError,
  SlackApiError,
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  UserError,
} from '../src/errors.ts';
import { again, failureLines } from './support/failure-lines.ts';
import { shownLines } from './support/shown.ts';

const silence = 'This says nothing about the transfer.';
const notFound = 'This does not mean that nothing was sent: do not resend on this.';
const tell = 'Tell whoever runs this bot: `K7QZ9M`.';
const retry = '[Try Again] txn:run:0 X-1';

/** Every failure of a look-up, as its asker reads it. */
const failures: [TransferApiFailure, Partial<TransferApiErrorDetails>, ...string[]][] = [
  ['timeout', { timeoutMs: 8000 }, `\`X-1\`: the transfer service did not answer within 8 s.\n${silence}`, retry],
  ['timeout', { status: 408 }, `\`X-1\`: the transfer service gave up waiting (HTTP 408).\n${silence}`, retry],
  ['unreachable', { attempts: 3 }, `\`X-1\`: the transfer service could not be reached.\n${silence}`, retry],
  [
    'unreachable',
    { status: 503, retryAfterMs: 59_001 },
    `\`X-1\`: the transfer service answered with an error (HTTP 503).\n${silence} Try again in 60 s.`,
    retry,
  ],
  [
    'proxy',
    { code: 'proxy_502' },
    `\`X-1\`: the proxy before the transfer service refused (HTTP 502).\n${silence} ${tell}`,
    retry,
  ],
  [
    'proxy',
    { operation: 'banks', code: 'proxy_timeout' },
    `\`X-1\`: the proxy before the transfer service did not answer.\nThe bank list could not be loaded. ${tell}`,
    retry,
  ],
  ['not_asked', { reason: 'outage' }, `The transfer service is down; \`X-1\` was not looked up.\n${silence}`, retry],
  ['not_asked', { reason: 'busy' }, `Too many look-ups are under way; \`X-1\` was not looked up.\n${silence}`, retry],
  [
    'untrusted',
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    `\`X-1\`: the certificate of the transfer service is not trusted, so nothing was asked.\n${silence} ${tell}`,
  ],
  ['unauthorized', { status: 401 }, `\`X-1\`: the transfer service refused this bot's token.\n${silence} ${tell}`],
  [
    'unauthorized',
    { status: 403 },
    `\`X-1\`: the transfer service refused this bot's access (HTTP 403).\n${silence} ${tell}`,
  ],
  [
    'rate_limited',
    { retryAfterMs: 3_600_001 },
    `\`X-1\`: the transfer service limits how often one may ask.\n${silence} Try again much later.`,
    retry,
  ],
  [
    'rejected',
    { status: 422, serviceMessage: 'Amount must be at least 1,000.00 NGN.' },
    `\`X-1\`: the transfer service refused this request (HTTP 422).\n${silence}`,
    '> Amount must be at least 1,000.00 NGN.',
  ],
  [
    'unexpected_body',
    { status: 200 },
    `\`X-1\`: the transfer service answered something that cannot be read.\n${silence} ${tell}`,
    retry,
  ],
  [
    'unexpected_body',
    { reason: 'too_large' },
    `\`X-1\`: the transfer service answered more than this bot reads.\n${silence} ${tell}`,
    retry,
  ],
  [
    'unexpected_body',
    { reason: 'another_reference' },
    `The service answered with a transaction that is not \`X-1\`; it is not shown.\n${silence} ${tell}`,
    retry,
  ],
  ['not_found', {}, `No record of \`X-1\`.\n${notFound}`, retry],
  ['not_found', { serviceMessage: 'No such route' }, `No record of \`X-1\`.\n${notFound}`, '> No such route', retry],
  ['not_found', { asked: 'GARO-8f3k2' }, `No record of \`GARO-8f3k2\`. It may be cut off.\n${notFound}`, retry],
  [
    'not_found',
    { asked: 'GARO-8F3K2J1' },
    `No record of \`GARO-8F3K2J1\`.\n${notFound}`,
    retry,
    '[Look Up GARO-8f3k2j1] txn:run:2 GARO-8f3k2j1',
  ],
  [
    'not_found',
    { asked: '08012345678' },
    `No record of \`08012345678\`. It looks like an account or a phone number.\n${notFound}`,
    retry,
    '[Requery It] tsq:run:1 08012345678',
  ],
  [
    'not_found',
    { asked: '100004240926153311119822107551' },
    `No record of \`100004240926153311119822107551\`. It looks like a session id, which no command takes.\n${notFound}`,
  ],
  ['not_found', { operation: 'requery' }, `The requery of \`X-1\` found nothing.\n${notFound}`, retry],
  [
    'unexpected_body',
    { reason: 'wrong_address', status: 404, serviceMessage: 'no Route matched' },
    `\`X-1\`: the address that this bot was given looks wrong: no bank list there (HTTP 404).\n${silence} ${tell}`,
    '> no Route matched',
  ],
];

describe('a failure', () => {
  it.each(failures)('%s %j', (failure, details, ...lines) => {
    expect(failureLines(failure, details)).toEqual(lines);
  });

  it('is notified by its first line', () => {
    const error = new TransferApiError('timeout', { operation: 'transaction', asked: 'X-1', timeoutMs: 500 });
    expect(replyTo(error).text).toBe('`X-1`: the transfer service did not answer within 0.5 s.');
  });

  it('is "not found" in nothing but not found, and that is no failure', () => {
    for (const [failure, details] of failures) {
      const said = failureLines(failure, { ...details, serviceMessage: undefined }).join();
      if (failure === 'not_found') expect(said).not.toMatch(/fail|error|trouble|broke|in time|answer within/i);
      else expect(said).not.toMatch(/not found|no record|found nothing|has no/i);
    }
  });

  it('does not say that a reference is cut off where an operator says what references look like', () => {
    expect(failureLines('not_found', { asked: 'GARO-8f3k2' }, false)[0]).not.toContain('cut off');
  });
});

describe("the service's own words", () => {
  it('are quoted, never interpreted, at most 200 characters', () => {
    const lines = failureLines('rejected', { serviceMessage: `<!channel> ${'x'.repeat(400)}` });
    expect(lines[1]).toMatch(/^> <!channel> x{188}…$/);
  });

  it.each(['asker', 'channel'] as const)('that show how it is made inside are withheld from the %s', (audience) => {
    const serviceMessage = 'NullPointerException\n    at com.acme.Transfer.find(Transfer.java:12) 10.0.0.5';
    for (const [failure, details] of failures) {
      const error = new TransferApiError(failure, { operation: 'transaction', ...details, serviceMessage });
      expect(JSON.stringify(replyTo(error, audience))).not.toMatch(/NullPointer|acme|10\.0/);
    }
  });

  it('are withheld from a channel', () => {
    for (const [failure, details] of failures) {
      const serviceMessage = 'Account 0123456789 of JANE DOE';
      const error = new TransferApiError(failure, { operation: 'transaction', ...details, serviceMessage });
      expect(JSON.stringify(replyTo(error, 'channel'))).not.toMatch(/JANE|0123456789/);
    }
  });
});

describe('other errors', () => {
  it.each([
    [new UserError('Digits only.'), 'Digits only.'],
    [new AccessError('guest', 'Guests get no answer.'), '`X-1` was not looked up. Guests get no answer.'],
    [
      new SlackApiError({ failure: 'refused', code: 'missing_scope', neededScope: 'files:write' }),
      `\`X-1\` was not looked up: Slack refused what this bot needs, which lacks the scope \`files:write\` (\`missing_scope\`).\n${silence} ${tell}`,
    ],
    [
      new SlackApiError({ failure: 'timeout', code: 'ETIMEDOUT' }),
      `\`X-1\` was not looked up: Slack did not do what this bot needs (\`ETIMEDOUT\`).\n${silence} ${tell}`,
    ],
  ])('%s', (error, sentence) => {
    expect(shownLines(replyTo(error))[0]).toBe(sentence);
  });

  it.each([new Error('secret detail'), 'a string', undefined])('are our own, and give nothing away: %s', (error) => {
    const lines = shownLines(replyTo(error));
    expect(lines).toEqual([`\`X-1\` was not looked up: something broke in this bot.\n${silence} ${tell}`, retry]);
  });
});

function replyTo(error: unknown, audience: 'asker' | 'channel' = 'asker') {
  const asked = { command: 'txn', text: 'X-1' };
  return errorReply({ error, reference: 'K7QZ9M', asked, again, audience, knowsShape: true });
}

it.each(['unknown_method', 'not_allowed_token_type', 'missing_scope', 'invalid_auth'])(
  'offers no second try where Slack answers %s, which it cannot mend',
  (code) => {
    const lasting = replyTo(new SlackApiError({ failure: 'refused', code }));
    expect(JSON.stringify(lasting)).toContain('Tell whoever runs');
    expect(JSON.stringify(lasting)).not.toMatch(/try again/i);
    const passing = replyTo(new SlackApiError({ failure: 'refused', code: 'internal_error' }));
    expect(JSON.stringify(passing)).toContain('Try Again');
  },
);
