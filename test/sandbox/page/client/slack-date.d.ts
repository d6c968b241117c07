/** A moment in one of Slack's date formats, as the viewer's clock shows it; by default this browser's, now. */
export function formatSlackDate(
  date: Date,
  format: string,
  viewer?: { now?: Date; timeZone?: string; locale?: string },
): string;
