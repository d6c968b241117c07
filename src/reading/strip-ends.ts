/**
 * Strips matching characters from both ends, in linear time. A regular expression for a run before the end takes
 * quadratic time: it tries each character of every run in the middle.
 * @param before matches one character to strip from the start
 * @param behind matches one character to strip from the end
 */
export function stripEnds(text: string, before: RegExp, behind: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && before.test(text.charAt(start))) start += 1;
  while (end > start && behind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
