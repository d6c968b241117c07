import type { types } from '@slack/bolt';

/** The words of rich text, where Slack formats none: a time reads as its fallback. */
export function plainOf({ elements }: types.RichTextBlock): string {
  const inner = elements.flatMap((element): object[] => element.elements);
  return inner.map(wordsOf).join('');
}

function wordsOf(element: object): string {
  if ('text' in element && typeof element.text === 'string') return element.text;
  return 'fallback' in element && typeof element.fallback === 'string' ? element.fallback : '';
}
