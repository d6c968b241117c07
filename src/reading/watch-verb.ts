/** What somebody asks of watches: to begin one of what the text names, or which ones they have. */
export type WatchVerb = { verb: 'watch'; text: string } | { verb: 'watching' };

/** Reads `watch GARO-8f3k2j1` and `watching`; `undefined` for any other words. */
export function readWatchVerb(words: string): WatchVerb | undefined {
  if (/^watching[.!?]?$/i.test(words)) return { verb: 'watching' };
  const read = /^watch(?:$|[\s:,]+(?<text>[\s\S]*))/i.exec(words);
  return read === null ? undefined : { verb: 'watch', text: read.groups?.text ?? '' };
}
