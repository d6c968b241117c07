/**
 * Takes characters from both ends for as long as they match; linear, as a pattern for a run before the end is not: that is
 * tried from each character of every run in the middle.
 * @param before one character, as it may stand before what is meant
 * @param behind one character, as it may stand behind it
 */
export function stripEnds(text: string, before: RegExp, behind: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && before.test(text.charAt(start))) start += 1;
  while (end > start && behind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
