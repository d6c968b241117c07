import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { KeptFile } from '../state/state.ts';

const bytes = 32;
const Kept = z.object({
  version: z.literal(1),
  key: z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
});

/**
 * The key of the fingerprints, made at the first start. A key that cannot be kept is used all the same: until the
 * process ends it does what it is for.
 */
export async function readHistoryKey(file: KeptFile, onTrouble: (error: unknown) => void): Promise<Uint8Array> {
  const made = new Uint8Array(randomBytes(bytes));
  try {
    const value = await file.read();
    if (value !== undefined) return Kept.parse(value).key;
    await file.write({ version: 1, key: Buffer.from(made).toString('base64') });
  } catch (error) {
    onTrouble(error);
  }
  return made;
}
