import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { HistoryFile } from './history-file.ts';

const bytes = 32;
const Kept = z.object({ key: z.base64().refine((text) => Buffer.from(text, 'base64').length >= bytes) });

/** The content of `history-key.json`: the key in base64. */
export type KeptKey = z.infer<typeof Kept>;

export const keyVersion = 1;

/** @returns `undefined` when it is no such file */
export function parseKey(content: unknown): KeptKey | undefined {
  return Kept.safeParse(content).data;
}

export interface HistoryKey {
  /** Always the same one. */
  read(): Promise<Uint8Array>;
  /** Whether the one that was read is there after a restart. */
  isKept(): boolean;
}

/**
 * The key of the fingerprints, made at the first start. A key that cannot be kept is used all the same: until the
 * process ends it does what it is for.
 */
export function createHistoryKey(file: HistoryFile<KeptKey>, onTrouble: (error: unknown) => void): HistoryKey {
  let isKept = false;
  let reading: Promise<Uint8Array> | undefined;

  async function readOrMake(): Promise<Uint8Array> {
    const made = randomBytes(bytes);
    if (!file.hasPlace()) return made;
    try {
      const kept = await file.read();
      if (kept === undefined) await file.write({ key: made.toString('base64') });
      isKept = true;
      return kept === undefined ? made : Buffer.from(kept.key, 'base64');
    } catch (error) {
      onTrouble(error);
      return made;
    }
  }

  return {
    read() {
      reading ??= readOrMake();
      return reading;
    },
    isKept: () => isKept,
  };
}
