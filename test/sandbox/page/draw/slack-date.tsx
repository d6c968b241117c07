/** @jsxRuntime automatic */
import { decodeEntities } from './shield.ts';

interface SlackDateProps {
  /** Seconds since 1970, as Slack's date tokens carry them. */
  readonly timestamp: string | number;
  /** Slack's format, `{date_short_pretty} {time_secs}`. */
  readonly format: string;
  readonly fallback?: string;
}

/** A moment that the browser rewrites in its own zone; until then it reads as the fallback or in UTC. */
export function SlackDate({ timestamp, format, fallback }: SlackDateProps) {
  const date = new Date(Number(timestamp) * 1000);
  if (Number.isNaN(date.getTime())) {
    return <>{fallback || String(timestamp)}</>;
  }
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={date.toISOString()} data-format={decodeEntities(format)}>
      {fallback || utc}
    </time>
  );
}
