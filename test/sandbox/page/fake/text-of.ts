const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };

/** The text of markup, as a browser would read it. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot|#x27);/g, (entity, name: string) => characters[name] ?? entity);
}
