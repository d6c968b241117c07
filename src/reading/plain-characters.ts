/** Characters that are not seen: soft hyphens, zero-width ones and those that steer the direction of text. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

/** Hyphens, short dashes and minus signs of all kinds become the plain one; a long dash stays. */
export function plainHyphens(text: string): string {
  return text.replace(/[\u2010-\u2013\u2015\u2212\ufe58\ufe63\uff0d]/g, '-');
}
