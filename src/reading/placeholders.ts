/** What forms hold where nobody knew the value. */
const placeholders =
  /^(?:n\/?a|nil|none|null|undefined|unknown|missing|pending|empty|blank|not \w{1,12}|-+|\u2014|\?+)\.?$/i;

export function isPlaceholder(value: string): boolean {
  return placeholders.test(value.trim());
}
