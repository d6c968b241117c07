import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { releasedChangelog } from './released-changelog.ts';

/**
 * A part of `npm run release`, when package.json has the new version: writes it wherever else it
 * stands.
 */
const { version } = packageJson;
const day = new Date().toISOString().slice(0, 10);
rewrite('CHANGELOG.md', (text) => releasedChangelog(text, version, day));
const examples = 'src/ops/examples';
for (const file of [
  'README.md',
  'src/ops/README.md',
  ...readdirSync(examples).map((name) => path.join(examples, name)),
])
  rewrite(file, (text) => text.replace(/\btxnbot:\d+\.\d+\.\d+\b/g, `txnbot:${version}`));

rewrite('src/text.ts', (text) => text.replace(/(?<=^export const version = ')[^']+/m, version));

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
