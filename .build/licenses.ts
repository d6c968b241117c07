import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * The licenses of the packages that are in a bundle, which ask to go with every copy: the files
 * that each package has for it; where it has none, the license's name from its package.json and
 * what its README says under that heading.
 * @throws Error when a package says nothing of its license
 */
export function licensesIn(metafile: Metafile): string {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? packageFolder(input) : [],
  );
  const sections = [...new Set(folders)]
    .map(sectionOf)
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return sections
    .map(({ title, texts }) => [line, title, line, ...texts].join('\n\n'))
    .join('\n\n\n');
}

const line = '-'.repeat(80);

/** `node_modules/a/node_modules/@b/c/lib/d.js` → `node_modules/a/node_modules/@b/c` */
function packageFolder(input: string): string[] {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.slice(0, 1) ?? [];
}

function sectionOf(folder: string): { title: string; texts: string[] } {
  const { name, version, license }: { name: string; version: string; license?: string } =
    JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return {
    title: `${name}@${version}`,
    texts: texts.length > 0 ? texts : licenseNamed(folder, license),
  };
}

function licenseNamed(folder: string, license: string | undefined): string[] {
  if (!license)
    throw new Error(`${folder} has no license file, and its package.json names no license.`);
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file));
  const words = readme === undefined ? '' : readFileSync(path.join(folder, readme), 'utf8');
  const [, inReadme] = /^(?:#+ *licen[cs]e|licen[cs]e\r?\n-+)\s*$([\s\S]+)/im.exec(words) ?? [];
  return [`License: ${license}`, ...(inReadme === undefined ? [] : [inReadme.trim()])];
}
