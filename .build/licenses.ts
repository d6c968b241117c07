import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BundledPackage } from './packages.ts';

/**
 * The licenses of bundled packages, which ask to go with every copy: the files that each package
 * has for it; where it has none, the license's name from its package.json and what its README says
 * under that heading.
 * @throws Error when a package says nothing of its license
 */
export function licensesOf(packages: readonly BundledPackage[]): string {
  return packages
    .map(sectionOf)
    .map(({ title, texts }) => [line, title, line, ...texts].join('\n\n'))
    .join('\n\n\n');
}

const line = '-'.repeat(80);

function sectionOf({ folder, name, version, license }: BundledPackage) {
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
