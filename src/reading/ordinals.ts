const ordinalWords = ['first', 'second', 'third', 'fourth'];
/** Matches one of several things that the conversation is about: `the second one`, `number 3`. */
const ordinalPattern = new RegExp(
  `\\b(?:the )?(?<place>${ordinalWords.join('|')}|last|other|\\d{1,2}(?:st|nd|rd|th))(?: one|(?<=the \\w+)|(?=\\W*(?:pls|please|abeg)?\\W*$))\\b|\\b(?:number|no\\.?|item) ?(?<number>\\d{1,2})\\b(?! ?\\d)`,
  'gi',
);

/**
 * Finds which of several things a text means: 0 of `the first one`, -1 of `the last one`;
 * `undefined` if it means no certain one.
 */
export function placeIn(text: string): number | undefined {
  const [found] = text.matchAll(ordinalPattern);
  const { place = '', number = place } = found?.groups ?? {};
  if (/^last$/i.test(place)) return -1;

  const at = ordinalWords.indexOf(place.toLowerCase()) + 1 || Number.parseInt(number, 10);
  return at > 0 ? at - 1 : undefined;
}

/** Replaces each such place by `it`: `watch the second one` is read as `watch it`. */
export const replaceOrdinals = (text: string) => text.replace(ordinalPattern, 'it');
