/** A code that is safe to log, of Node, of Redis or of its client: their messages quote addresses and keys. */
export function redisErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+(?=[ :]|$)/.exec(error.message)?.[0] ?? error.name; // `OOM command not allowed when …`
}
