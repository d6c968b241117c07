import { isCutOff } from '../reading/looks-like-reference.ts';
import { code } from './mrkdwn.ts';

const namedMax = 3;

/** What to say of a reference that lacks its end, to follow its name in a sentence. */
export function cutOffWords(reference: string): string | undefined {
  return isCutOff(reference) ? 'may be cut off: compare it with where it was copied from' : undefined;
}

/** The same of all of them that lack their end, which are named. */
export function whichAreCutOff(references: readonly string[]): string | undefined {
  const cutOff = references.filter(isCutOff);
  const [first, ...others] = cutOff;
  if (first === undefined) return undefined;
  if (others.length === 0) return `${code(first)} ${cutOffWords(first)}`;
  const left = cutOff.length - namedMax;
  const named = cutOff.slice(0, namedMax).map((reference) => code(reference));
  const all = [...named, ...(left > 0 ? [`${left} more`] : [])];
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)} may be cut off: compare them with where they were copied from`;
}
