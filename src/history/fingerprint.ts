import { createHmac, createSecretKey } from 'node:crypto';

/** 128 bits of the HMAC: no two references share them by chance. */
const bytes = 16;

/** Turns what was asked into its fingerprint: the same for the same text, and without the key it tells nothing of it. */
export function createFingerprint(key: Uint8Array): (asked: string) => string {
  const secret = createSecretKey(key); // with the bytes themselves, Node 24 takes four times as long
  // Not a slice of the whole text, which would be kept with it.
  return (asked) => createHmac('sha256', secret).update(asked).digest().toString('base64url', 0, bytes);
}
