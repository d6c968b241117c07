/** @typedef {{ now?: Date, timeZone?: string, locale?: string }} Viewer */

const dayMs = 24 * 60 * 60 * 1000;

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const dateOptions = {
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  time: { timeStyle: 'short' },
  time_secs: { timeStyle: 'medium' },
};

/** @param {number} count @param {Intl.RelativeTimeFormatUnit} unit @param {string | undefined} locale */
const relative = (count, unit, locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);

/** @param {Date} date @param {string | undefined} timeZone @returns {string} `2026-01-31` */
const dayIn = (date, timeZone) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);

/** @param {Date} date @param {Date} now @param {string | undefined} locale */
function ago(date, now, locale) {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  /** @type {[number, Intl.RelativeTimeFormatUnit][]} */
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const [size, unit] = units.find(([size]) => Math.abs(seconds) >= size) ?? [1, /** @type {const} */ ('second')];
  return relative(Math.round(seconds / size), unit, locale);
}

/**
 * A moment in one of Slack's date formats, `{date_short_pretty} {time_secs}`, as the viewer's clock shows it.
 * @param {Date} date
 * @param {string} format
 * @param {Viewer} [viewer] defaults to this browser, now
 */
export function formatSlackDate(date, format, { now = new Date(), timeZone, locale } = {}) {
  return format.replace(/\{(\w+)\}/g, (token, /** @type {string} */ name) => {
    if (name === 'date_num') {
      return dayIn(date, timeZone);
    }
    if (name === 'ago') {
      return ago(date, now, locale);
    }
    const plainName = name.replace(/_pretty$/, '');
    const options = dateOptions[plainName];
    if (!options) {
      return token;
    }
    const days = (Date.parse(dayIn(date, timeZone)) - Date.parse(dayIn(now, timeZone))) / dayMs;
    return plainName !== name && Math.abs(days) <= 1
      ? relative(days, 'day', locale)
      : new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
  });
}
