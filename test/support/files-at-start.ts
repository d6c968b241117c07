import { readFileSync } from 'node:fs';
import packageJson from '../../package.json' with { type: 'json' };

/** The options of Node with which `npm start` runs the bundle. */
export const startOptions = packageJson.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));

/**
 * The files of the bundle that a start reads, `dist/main.js` first, which looks at Node's version
 * and imports the rest.
 */
export function filesAtStart(file = 'main.js', known: string[] = []): string[] {
  if (known.includes(file)) return known;
  known.push(file);
  const source = readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
  const imports =
    file === 'main.js' ? /\bimport\("\.\/([^"]+)"/g : /(?:\bfrom|\bimport)"\.\/([^"]+)"/g;
  for (const [, imported = ''] of source.matchAll(imports)) filesAtStart(imported, known);
  return known;
}
