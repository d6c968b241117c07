import { createHmac } from 'node:crypto';

/** 132 bits of the HMAC, in base64url: no two references share them by chance. */
const length = 22;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  return (asked) => createHmac('sha256', key).update(asked).digest('base64url').slice(0, length);
}
