import { describe, expect, it } from 'vitest';
import type { TransferApiErrorDetails } from '../../src/errors.ts';
import type { TransferApiFailure } from '../../src/transfer-api-failure.ts';
import { failureLines } from '../support/failure-lines.ts';

describe('each failure has its sentence, what to do, and a reference', () => {
  it.each<[TransferApiFailure, Partial<TransferApiErrorDetails>, string]>([
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
    const lines = failureLines(failure, details);
    expect(lines[0]).toBe(sentence);
    expect(lines.at(-1)).toBe('~ For whoever runs txnbot: `K7QZ9M`');
  });
});
