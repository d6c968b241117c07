/** These tell one kind from another; all other words are only content. */
const telling = new Set(['type', 'style', 'action_id', 'callback_id']);

/** What a message or window is built of, whatever it says: the same for two that Slack takes or refuses alike. */
export function shapeOf(value: unknown, key = ''): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map((each) => shapeOf(each)))].sort().join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}:${shapeOf(inner, name)}`)
      .sort()
      .join()}}`;
  return telling.has(key) ? String(value).replace(/:\d+$/, '') : typeof value;
}
