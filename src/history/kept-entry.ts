import * as z from 'zod';
import type { FailedEntry } from './entry.ts';

/** Each failure that is remembered. */
const failures = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  proxy: 'proxy',
  untrusted: 'untrusted',
  rate_limited: 'rate_limited',
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  rejected: 'rejected',
  unexpected_body: 'unexpected_body',
} as const satisfies { [Failure in FailedEntry['failure']]: Failure };

const dated = { fingerprint: z.string().max(64), atMs: z.int() };

/** An entry as it is kept. */
export const KeptEntry = z.union([
  z.strictObject({
    ...dated,
    personId: z.string().regex(/^\w{1,40}$/),
    words: z.string().max(100).optional(),
    group: z.enum(['settled', 'moving', 'failed', 'reversed', 'unknown']),
    bank: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  z.strictObject({
    ...dated,
    failure: z.enum(failures),
  }),
]);
