const place = '{reference}';

/**
 * The reference of the second record about a transfer, as the operator says; `undefined` of such a record itself.
 * @param template holds `{reference}` once
 */
export function reversalReference(template: string, reference: string): string | undefined {
  const [before = '', after = ''] = template.split(place);
  return reference.startsWith(before) && reference.endsWith(after) ? undefined : `${before}${reference}${after}`;
}

/** Those that are the second record of another one of them; none where no operator has said what such a one is called. */
export function reversalsAmong(references: readonly string[], template: string | undefined): ReadonlySet<string> {
  if (template === undefined) return new Set();
  const all = new Set(references);
  const possible = references.flatMap((reference) => reversalReference(template, reference) ?? []);
  return new Set(possible.filter((reference) => all.has(reference)));
}
