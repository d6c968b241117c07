import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import { TransferApiError, type TransferApiErrorDetails, UserError } from '../../src/errors.ts';
import type { TransferApiFailure } from '../../src/transfer-api-failure.ts';
import { errorReply } from '../../src/views/error-reply.ts';
import { again, failureLines } from '../support/failure-lines.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention, directMessage } = commandNames('');

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
        expect(failureLines(failure, { operation }).join()).not.toMatch(/not found|no transaction|knows no/i);
    for (const operation of ['transaction', 'requery'] as const)
      expect(failureLines('not_found', { operation }).join()).not.toMatch(/fail|error|trouble|broke/i);
  });
});

describe("the service's own words", () => {
  it('are quoted, never interpreted, at most 200 characters', () => {
    const lines = failureLines('rejected', { status: 422, serviceMessage: `<!channel> ${'x'.repeat(400)}` });
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
    const { text } = errorReply({
      error,
      reference: 'K7QZ9M',
      again,
      spelling: slash,
      audience: 'asker',
      knowsShape: true,
    });
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
    const reply = errorReply({ error, reference: 'K7QZ9M', again, spelling: slash, audience, knowsShape: true });
    expect(JSON.stringify(reply)).not.toMatch(/NullPointer|acme|10\.0/);
    expect(reply.text).toMatch(/\. The service's own words are withheld, as they show how it is made inside\.$/);
    expect(reply.text).not.toMatch(/does not say why|one person reads|own words(?:, which|:)/);
  });

  it('are not taken for it when they are plain', () => {
    const lines = failureLines('rejected', { status: 422, serviceMessage: 'Amount must be at least 1,000.00 NGN.' });
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
      const reply = errorReply({
        error,
        reference: 'K7QZ9M',
        again,
        spelling: mention,
        audience: 'channel',
        knowsShape: true,
      });
      expect(JSON.stringify(reply)).not.toMatch(/JANE|0123456789/);
    }
    const error = new TransferApiError('rejected', { operation: 'transaction', asked: 'X-1', serviceMessage: 'JANE' });
    expect(
      errorReply({ error, reference: 'K', again, spelling: directMessage, audience: 'channel', knowsShape: true }).text,
    ).toContain('Its reason is shown only in an answer that one person reads.');
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
    expect(failureLines(failure).includes('[Try Again] txn:run:0 X-1')).toBe(offered);
  });
});

describe('other errors', () => {
  it('that the person can put right are shown as written, without a reference', () => {
    const reply = errorReply({
      error: new UserError('Digits only.'),
      reference: 'K7QZ9M',
      again,
      spelling: slash,
      audience: 'asker',
      knowsShape: true,
    });
    expect(shownLines(reply)).toEqual(['Digits only.']);
  });

  it.each([new Error('secret detail'), 'a string', undefined])('are our own, and give nothing away: %s', (error) => {
    const lines = shownLines(
      errorReply({
        error,
        reference: 'K7QZ9M',
        again: undefined,
        spelling: slash,
        audience: 'asker',
        knowsShape: true,
      }),
    );
    expect(lines[0]).toMatch(/^Something broke on txnbot's side\./);
    expect(lines.join()).not.toContain('secret');
    expect(lines.at(-1)).toBe('~ For whoever runs txnbot: `K7QZ9M`');
  });
});
