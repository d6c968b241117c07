const dayMs = 24 * 60 * 60 * 1000;

const dateOptions: Record<string, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  time: { timeStyle: 'short' },
  time_secs: { timeStyle: 'medium' },
};

const agoUnits: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [0, 'second'],
];

interface Viewer {
  readonly now?: Date;
  readonly timeZone?: string;
  readonly locale?: string;
}

/** Of the people of the workspace, as `users.info` says: a bot words times by it, too. */
const home = 'Africa/Lagos';

/** A moment in one of Slack's date formats, `{date_short_pretty} {time_secs}`, as the viewer's clock shows it. */
export function formatSlackDate(
  date: Date,
  format: string,
  { now = new Date(), timeZone = home, locale }: Viewer = {},
) {
  const relative = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);
  const dayOf = (moment: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

  return format.replace(/\{(\w+)\}/g, (token, name: string) => {
    if (name === 'date_num') return dayOf(date);
    if (name === 'ago') {
      const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
      const [size, unit] = agoUnits.find(([least]) => Math.abs(seconds) >= least) ?? [1, 'second'];
      return relative(Math.round(seconds / Math.max(size, 1)), unit);
    }
    const plainName = name.replace(/_pretty$/, '');
    const options = dateOptions[plainName];
    if (!options) return token;
    const days = (Date.parse(dayOf(date)) - Date.parse(dayOf(now))) / dayMs;
    return plainName !== name && Math.abs(days) <= 1
      ? relative(days, 'day')
      : new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
  });
}

interface SlackDateProps {
  /** Seconds since 1970, as Slack's date tokens carry them. */
  readonly timestamp: string | number;
  /** Slack's format, `{date_short_pretty} {time_secs}`. */
  readonly format: string;
  readonly fallback?: string | undefined;
  /** Whether nothing that is read stands before it on its line. */
  readonly beginsLine?: boolean;
}

/** A moment in the zone and language of this browser. */
export function SlackDate({ timestamp, format, fallback, beginsLine }: SlackDateProps) {
  const date = new Date(Number(timestamp) * 1000);
  if (Number.isNaN(date.getTime())) return <>{fallback || String(timestamp)}</>;
  const text = formatSlackDate(date, format);
  const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long', timeZone: home }).format(
    date,
  );
  return (
    <time dateTime={date.toISOString()} title={full}>
      {beginsLine ? text.charAt(0).toUpperCase() + text.slice(1) : text}
    </time>
  );
}
