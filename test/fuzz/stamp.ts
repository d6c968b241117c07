/** Stands in what is generated for the number of the input: in references, and where Slack's ids are. */
export const number = 'N0000000';

/** Stands for where the bot posts its answers. */
export const slackUrl = 'http://slack.invalid';

export interface Stamp {
  /** Which input it is. */
  index: number;
  /** Where Slack is. */
  url: string;
}

/** The number as eight digits, which may stand in an identifier as well. */
export function stamped(text: string, { index, url }: Stamp): string {
  return text.replaceAll(number, String(index).padStart(number.length, '0')).replaceAll(slackUrl, url);
}

/** The first of the stamped numbers in a text. */
export function numberIn(text: string): number | undefined {
  const [digits] = /0\d{7}/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
