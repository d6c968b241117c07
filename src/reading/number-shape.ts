export type NumberShape = 'session id' | 'identifier' | 'account or phone';

/** What a number looks like by the count of its digits alone. */
export function numberShape(text: string): NumberShape | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  if (text.length === 30) return 'session id';
  if (isIdentifier(text)) return 'identifier';
  return text.length === 10 || text.length === 11 ? 'account or phone' : undefined;
}

/** Longer than a card's or a phone's number, shorter than a session's and than a time in nanoseconds. */
export function isIdentifier(text: string): boolean {
  return /^\d{17,18}$/.test(text);
}
