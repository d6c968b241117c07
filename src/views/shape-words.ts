import { isCutOff } from '../reading/looks-like-reference.ts';
import { numberShape } from '../reading/number-shape.ts';
import { code } from './mrkdwn.ts';

/** What digits look like that are hardly a reference, to follow their name in a sentence. */
export function shapeWords(text: string): string | undefined {
  const shape = numberShape(text);
  if (shape === 'session id') return 'looks like a session id, which no command takes';
  return shape === 'account or phone' ? 'looks like an account or a phone number' : undefined;
}

/** What to say of a reference that lacks its end, to follow its name in a sentence. */
export function cutOffWords(reference: string): string | undefined {
  return isCutOff(reference) ? 'may be cut off' : undefined;
}

const namedMax = 3;

/** The same of all of them that lack their end, which are named. */
export function whichAreCutOff(references: readonly string[]): string | undefined {
  const cutOff = references.filter(isCutOff);
  if (cutOff.length === 0) return undefined;
  const named = cutOff.slice(0, namedMax).map((reference) => code(reference));
  const left = cutOff.length - named.length;
  return `${named.join(', ')}${left > 0 ? ` and ${left} more` : ''} may be cut off`;
}
