import { shieldMrkdwn } from './shield-mrkdwn.ts';
import { shieldPlainText } from './shield-text.ts';

const textShields: Record<string, (text: string, verbatim: boolean) => string> = {
  mrkdwn: shieldMrkdwn,
  plain_text: shieldPlainText,
  raw_text: shieldPlainText,
};

/** A copy of a block in which every text object shows in the library what it shows in Slack. */
export function shieldBlock(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shieldBlock);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shieldBlock(inner)]));
  const shield = typeof copy.type === 'string' ? textShields[copy.type] : undefined;
  if (shield && typeof copy.text === 'string') {
    copy.text = shield(copy.text, copy.verbatim === true);
    // To Slack it means no links but explicit ones, which the shield sees to; to the library, no formatting at all.
    delete copy.verbatim;
  }
  return copy;
}
