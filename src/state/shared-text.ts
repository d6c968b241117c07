/** A text that processes share. Every method rejects with a KeepError while it cannot be reached. */
export interface SharedText {
  /** Resolves with `undefined` when there is none. */
  read(): Promise<string | undefined>;
  /** Puts `after` in the place of `before` for so long; resolves with whether `before` was still there. */
  replace(before: string | undefined, after: string, ttlMs: number): Promise<boolean>;
}
