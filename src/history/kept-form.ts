import * as z from 'zod';
import type { Entry } from './entry.ts';
import { KeptEntry } from './kept-entry.ts';

const Kept = z.object({ key: z.string(), entries: z.array(KeptEntry) });

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
