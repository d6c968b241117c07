/** Every string from outside goes through here on its way into a message. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack's three: this is what keeps a stranger's `<!channel>` from pinging and `<url|text>` from linking. */
export function escapeMrkdwn(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** An identifier, exactly as it is: Slack gives code a copy gesture, and `_A_1_` does not turn italic. */
export function code(text: string, maxLength = 300): string {
  const oneLine = foldBlanks(text).replace(/`/g, 'ˋ'); // a backtick cannot be escaped, and would end the span
  return oneLine === '' ? '' : `\`${escapeWithin(oneLine, maxLength)}\``;
}

/**
 * Words from outside, within a line. `*`, `_`, `~`, emoji names, quotes and addresses cannot be escaped
 * in mrkdwn, so a text that holds any is shown as code, where nothing is formatted.
 */
export function outside(text: string, maxLength = 200): string {
  const oneLine = foldBlanks(text);
  const mayFormat = /[*_~`|@#]|:[^\s:]+:|^[>•]|:\/\/|www\./i.test(oneLine);
  return mayFormat ? code(oneLine, maxLength) : escapeWithin(oneLine, maxLength);
}

/** Escaped and cut; what counts is the length that Slack counts, of the escaped text. */
function escapeWithin(text: string, maxLength: number): string {
  const escaped = escapeMrkdwn(text.slice(0, maxLength + 1));
  if (text.length <= maxLength && escaped.length <= maxLength) return escaped;
  return take(text, maxLength, escapeMrkdwn);
}

/** Emphasis around mrkdwn; what holds code stands out already, and not every reader of mrkdwn takes both. */
export function bold(mrkdwn: string): string {
  return mrkdwn.includes('`') ? mrkdwn : `*${mrkdwn}*`;
}

/** Cuts by characters as people count them, never inside one. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : take(text, maxLength, (segment) => segment);
}

/** A segmenter reads all that it is given, so it is given little more than can be kept. */
const segmenter = new Intl.Segmenter();
const longestCharacter = 64;

function take(text: string, maxLength: number, write: (segment: string) => string): string {
  let kept = '';
  for (const { segment } of segmenter.segment(text.slice(0, maxLength + longestCharacter))) {
    const written = write(segment);
    if (kept.length + written.length > maxLength - 1) break;
    kept += written;
  }
  return `${kept}…`;
}

const foldedMax = 5_000;
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Runs of blanks, line breaks among them, become one; what cannot be seen goes: controls, zero-width characters and
 * those that steer the direction of text. No line of ours is longer than what is kept.
 */
export function foldBlanks(text: string): string {
  if (text.length <= foldedMax && isPlain.test(text)) return text; // most are, and the rest takes four times as long
  return text
    .slice(0, foldedMax)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

export type DateFormat = 'full' | 'time';

const slackFormats: Record<DateFormat, string> = { full: '{date_short_pretty} {time_secs}', time: '{time_secs}' };

/** A time that each reader sees in their own zone; where that is not possible, in UTC, and it says so. */
export function date(epochMs: number, format: DateFormat = 'full'): string {
  return `<!date^${Math.floor(epochMs / 1000)}^${slackFormats[format]}|${utc(epochMs, format)}>`;
}

/** `2026-01-31 14:08:09 UTC`, for texts in which Slack formats no dates. */
export function utc(epochMs: number, format: DateFormat = 'full'): string {
  const iso = new Date(epochMs).toISOString();
  return `${format === 'full' ? `${iso.slice(0, 10)} ` : ''}${iso.slice(11, 19)} UTC`;
}
