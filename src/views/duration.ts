const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** "45 s", "42 min", "24 h", "3 days": as exactly as somebody who waits wants to know. */
export function duration(ms: number): string {
  if (ms < 1.5 * minuteMs) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < 1.5 * hourMs) return `${Math.round(ms / minuteMs)} min`;
  if (ms < 48 * hourMs) return `${Math.round(ms / hourMs)} h`;
  return `${Math.round(ms / hourMs / 24)} days`;
}
