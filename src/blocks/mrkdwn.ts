import { cut, foldBlanks, truncateEncoded } from '../text.ts';

/**
 * Every string from the service or from Slack passes through this file before it enters a message.
 */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes Slack's three control characters, so that `<!channel>` does not ping and `<url|text>`
 * does not link.
 */
export function escapeMrkdwn(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/**
 * Formats an identifier as code, which is easy to copy in Slack and in which `_A_1_` does not turn
 * italic.
 */
export function code(text: string, maxLength = 300): string {
  // A backtick cannot be escaped and would end the code.
  const oneLine = foldBlanks(text).replace(/`/g, 'ˋ');
  return oneLine === '' ? '' : `\`${escapeWithin(oneLine, maxLength)}\``;
}

/**
 * Escapes untrusted text for use within a line. `*`, `_`, `~`, emoji names, quotes and addresses
 * cannot be escaped in mrkdwn, so a text that contains any of them is shown as code, in which Slack
 * formats nothing.
 */
export function safeText(text: string, maxLength = 200): string {
  const oneLine = foldBlanks(text);
  const mayFormat = /[*_~`|@#]|:[^\s:]+:|^[>•]|:\/\/|www\./i.test(oneLine);
  return mayFormat ? code(oneLine, maxLength) : escapeWithin(oneLine, maxLength);
}

/**
 * Escapes untrusted text and adds a colon. Shows `:zq` as code, since the colon would make it an
 * emoji's name.
 */
export function label(text: string, maxLength?: number): string {
  return /:[^\s:]*$/.test(text) ? `${code(text, maxLength)}:` : `${safeText(text, maxLength)}:`;
}

/**
 * Escapes and cuts a text. `maxLength` limits the text once it is escaped, because that is what
 * Slack counts.
 */
function escapeWithin(text: string, maxLength: number): string {
  const escaped = escapeMrkdwn(text.slice(0, maxLength + 1));
  if (text.length <= maxLength && escaped.length <= maxLength) return escaped;
  return truncateEncoded(text, maxLength, escapeMrkdwn);
}

/**
 * Makes mrkdwn bold, unless it contains code: code stands out already, and some clients don't
 * render bold code.
 */
export function bold(mrkdwn: string): string {
  return mrkdwn.includes('`') ? mrkdwn : `*${mrkdwn}*`;
}

/**
 * Mentions a person or a channel; this pings nobody in an answer that only one person reads. An id
 * of another form could hold any text, so it is not repeated.
 */
export function mention(id: string, otherwise = 'somebody'): string {
  if (/^[UW][A-Z0-9]+$/.test(id)) return `<@${id}>`;
  return /^[CG][A-Z0-9]+$/.test(id) ? `<#${id}>` : otherwise;
}

type DateFormat = 'full' | 'time' | 'seconds';

const slackFormats: Record<DateFormat, string> = {
  full: '{date_short_pretty} {time}',
  time: '{time}',
  seconds: '{date_short_pretty} {time_secs}',
};

/**
 * Formats a time so that Slack shows it in each reader's time zone; the fallback text is in UTC and
 * says so.
 */
export function date(epochMs: number, format: DateFormat = 'full'): string {
  return `<!date^${Math.floor(epochMs / 1000)}^${slackFormats[format]}|${utc(epochMs, format)}>`;
}

const halfDayMs = 12 * 3_600_000;

/** Formats a time that is past as `date` does, without its day where that is clear. */
export function recentDate(epochMs: number, nowMs: number): string {
  return date(epochMs, nowMs - epochMs < halfDayMs ? 'time' : 'full');
}

/** Formats a time as `2026-01-31 14:08:09 UTC`, for texts in which Slack formats no dates. */
function utc(epochMs: number, format: DateFormat): string {
  const iso = new Date(epochMs).toISOString();
  return `${format === 'time' ? '' : `${iso.slice(0, 10)} `}${iso.slice(11, format === 'seconds' ? 19 : 16)} UTC`;
}

/**
 * Formats a time as `25 Nov, 8:04 PM` in one person's time zone, for texts in which Slack formats
 * no dates.
 */
export function localTime(epochMs: number, utcOffsetSeconds = 0): string {
  const local = new Date(epochMs + utcOffsetSeconds * 1000);
  const month = local.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  const hours = local.getUTCHours();
  const minutes = String(local.getUTCMinutes()).padStart(2, '0');
  return `${local.getUTCDate()} ${month}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats a time as `25 Nov 2026, 8:04 PM UTC+1`, for readers in other time zones. */
export function zonedTime(epochMs: number, utcOffsetSeconds = 0): string {
  const year = new Date(epochMs + utcOffsetSeconds * 1000).getUTCFullYear();
  return `${localTime(epochMs, utcOffsetSeconds).replace(',', ` ${year},`)} ${zone(utcOffsetSeconds)}`;
}

/** Names a time zone by its offset: "UTC+1". */
export function zone(utcOffsetSeconds = 0): string {
  const minutes = Math.abs(Math.round(utcOffsetSeconds / 60));
  const hours = `${utcOffsetSeconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}`;
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${minutes === 0 ? '' : hours + rest}`;
}

/**
 * Cuts text in the middle to `maxLength` UTF-16 units, never inside a character. Keeps both ends,
 * because similar references differ at their ends.
 */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // The first character is left out: the cut may have halved it.
  const [, ...end] = text.slice(-Math.floor((maxLength + 1) / 2));
  const tail = end.join('');
  return truncateEncoded(text, maxLength - tail.length, (character) => character) + tail;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Formats a duration as "45 s", "42 min", "24 h" or "3 days", as precisely as matters to someone
 * who waits.
 */
export function duration(ms: number): string {
  if (ms < 1.5 * minuteMs) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < 1.5 * hourMs) return `${Math.round(ms / minuteMs)} min`;
  if (ms < 48 * hourMs) return `${Math.round(ms / hourMs)} h`;
  return `${Math.round(ms / hourMs / 24)} days`;
}

/** Formats how long something has lasted, to the minute: "8 min", "3 h 12 min", "5 days". */
export function age(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

const longestShown = 80;
const currencyMax = 20;

/** Matches an exact decimal, as JSON or people write it: `25000.00`, `-1,000.5`, `1.8E+5`. */
export const decimalPattern =
  /^([+-]?)(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?(?:e([+-]?[0-2]?\d))?$/i;

/**
 * Adds thousands separators to a decimal string and keeps every digit, as the string is never
 * converted to a number. In any other text, folds blanks and cuts the end. Returns plain text, not
 * mrkdwn.
 * @param currency an ISO 4217 code; any other text stands behind the amount, as it could be a
 *   number
 */
export function amount(text: string, currency?: string): string {
  const folded = cut(foldBlanks(text), longestShown);
  const parts = decimalPattern.exec(folded);
  if (parts === null) return folded;

  const [, sign = '', whole = ''] = parts;
  const rest = folded.slice(sign.length + whole.length);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + rest;
  if (!currency) return sign + grouped;

  const isCode = /^[A-Z]{3}$/.test(currency);
  return isCode
    ? `${sign}${currency} ${grouped}`
    : `${sign}${grouped} (${cut(currency, currencyMax)})`;
}
