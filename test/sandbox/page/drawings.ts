/** Draws each version of a thing once, however often it is asked for. */
export function createDrawings<Thing extends { readonly id: string }>(draw: (thing: Thing) => string) {
  const drawings = new Map<string, { json: string; html: string }>();

  return {
    drawOnce(thing: Thing): string {
      const json = JSON.stringify(thing);
      const known = drawings.get(thing.id);
      const html = known?.json === json ? known.html : draw(thing);
      drawings.set(thing.id, { json, html });
      return html;
    },
  };
}

/** Tells what is drawn differently from the last time it was published. */
export function createChanges<Drawn extends { readonly id: string; readonly html: string }>() {
  const published = new Map<string, string>();

  return {
    since(all: readonly Drawn[]): Drawn[] {
      const changed = all.filter(({ id, html }) => published.get(id) !== html);
      for (const { id, html } of changed) {
        published.set(id, html);
      }
      return changed;
    },
  };
}
