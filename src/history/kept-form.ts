import * as z from 'zod';
import type { Entry, FailedEntry } from './entry.ts';

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
const Kept = z.object({
  key: z.string(),
  entries: z.array(
    z.union([
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
    ]),
  ),
});

/** The content of `history.json`. */
export interface KeptHistory {
  /** A fingerprint of nothing asked. Under another key the same transfer has another one, and would count twice. */
  key: string;
  entries: readonly Entry[];
}

export const historyVersion = 1;

/** @returns `undefined` when it is no such file */
export function parseHistory(content: unknown): KeptHistory | undefined {
  return Kept.safeParse(content).data;
}
