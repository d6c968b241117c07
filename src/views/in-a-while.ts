/** When to ask again, to end a sentence with; nothing when the service does not say. */
export function inAWhile(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return '';
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds > 3600 ? ' much later' : ` in ${seconds} s`;
}
