const dayMs = 24 * 60 * 60 * 1000;

/** Of Slack's tokens those that the bot writes. */
const dateOptions: Record<string, Intl.DateTimeFormatOptions> = {
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  time: { timeStyle: 'short' },
  time_secs: { timeStyle: 'medium' },
};

interface Viewer {
  readonly now?: Date;
  readonly timeZone?: string;
  readonly locale?: string;
}

/** Of the people of the workspace, as `users.info` says: a bot words times by it, too. */
const home = 'Africa/Lagos';

/**
 * A moment in one of Slack's date formats, `{date_short_pretty} {time_secs}`, as the viewer's clock
 * shows it.
 */
export function formatSlackDate(
  date: Date,
  format: string,
  { now = new Date(), timeZone = home, locale }: Viewer = {},
) {
  const dayOf = (moment: Date) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(moment);

  return format.replace(/\{(\w+)\}/g, (token, name: string) => {
    const plainName = name.replace(/_pretty$/, '');
    const options = dateOptions[plainName];
    if (!options) return token;
    const days = (Date.parse(dayOf(date)) - Date.parse(dayOf(now))) / dayMs;
    return plainName !== name && Math.abs(days) <= 1
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
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
  const full = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: home,
  }).format(date);
  return (
    <time dateTime={date.toISOString()} title={full}>
      {beginsLine ? text.charAt(0).toUpperCase() + text.slice(1) : text}
    </time>
  );
}
