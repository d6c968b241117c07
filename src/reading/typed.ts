import { UserError } from '../errors.ts';

/** The most characters that Slack's own composer takes: nobody types a longer text. */
export const typedMax = 12_000;

/** @throws UserError when the text is longer than Slack's own composer takes */
export function assertTyped(text: string): void {
  if (text.length <= typedMax) return;
  throw new UserError(
    `That is ${text.length.toLocaleString('en')} characters long, and ${typedMax.toLocaleString('en')} is the most. Ask with the references alone.`,
  );
}
