import { readFileSync } from 'node:fs';

/** The files of the bundle that a start reads, `dist/main.js` first: itself and what it imports before it runs. */
export function filesAtStart(file = 'main.js', known: string[] = []): string[] {
  if (known.includes(file)) return known;
  known.push(file);
  const source = readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
  for (const [, imported = ''] of source.matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g)) filesAtStart(imported, known);
  return known;
}
