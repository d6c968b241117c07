const depthMax = 12;
const wordKeys = new Set(['text', 'fallback', 'pretext', 'title', 'value', 'footer', 'url']);

/** Every text of a message: its own, and those of its blocks and attachments, as deep as they are nested. */
export function textsOf(message: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') return textsOf(value, depth + 1);
    return wordKeys.has(key) ? [value] : [];
  });
}
