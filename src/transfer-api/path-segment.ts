import { UserError } from '../errors.ts';

/**
 * A reference as a part of a path, unless it could change the path. URL parsers resolve `.` and `..`, also written as
 * `%2e` or in a wide form that a later hop may normalise; and a later hop may decode `%2F` first. A lone surrogate
 * cannot be encoded at all.
 * @throws UserError
 */
export function pathSegment(reference: string): string {
  const segments = reference.normalize('NFKC').split(/[/\\]|%2f|%5c/i);
  if (
    reference === '' ||
    segments.some((segment) => /^(?:\.|%2e)+$/i.test(segment)) ||
    /\p{Surrogate}/u.test(reference)
  )
    throw new UserError('That cannot be a reference. Check what was pasted.');
  return encodeURIComponent(reference);
}
