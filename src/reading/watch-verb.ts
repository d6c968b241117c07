/** What somebody asks of watches: to begin or stop one of what the text names, or which ones they have. */
export type WatchVerb = { verb: 'watch' | 'stop'; text: string } | { verb: 'watching' };

const lists = /^(?:(?:list|show)(?: my)? |my )?(?:watching|watches)$|^list$|^what (?:am|do) i watch(?:ing)?$/i;
const begins = /^watch(?:$|[\s:,]+(?<text>[\s\S]*))/i;
const stops = /^(?:(?:unwatch|stop watching)(?:$|[\s:,]+(?<text>[\s\S]*))|stop$)/i;
/** Names nothing: what is meant stands above. */
const pointing = /^(?:it|this|that|these|those|them|all|now|please|pls|thanks)$/i;

/** Reads `watch GARO-8f3k2j1`, `unwatch GARO-8f3k2j1`, `stop` and `watching`; `undefined` for any other words. */
export function readWatchVerb(words: string): WatchVerb | undefined {
  const said = withoutPointing(words);
  if (lists.test(said)) return { verb: 'watching' };
  const stopped = stops.exec(said);
  if (stopped !== null) return { verb: 'stop', text: stopped.groups?.text ?? '' };
  const begun = begins.exec(words);
  return begun === null ? undefined : { verb: 'watch', text: begun.groups?.text ?? '' };
}

/** `stop watching this, please!` → `stop watching` */
function withoutPointing(words: string): string {
  if (words.length > 60) return words;
  const said = words.split(/[\s,.!?]+/).filter((word) => word !== '');
  const end = said.findLastIndex((word) => !pointing.test(word)) + 1;
  return end === 0 || /\d/.test(words) ? words : said.slice(0, end).join(' ');
}
