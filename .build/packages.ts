import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** A package whose code is in a bundle. */
export interface BundledPackage {
  /** `node_modules/a/node_modules/@b/c` */
  folder: string;
  name: string;
  version: string;
  /** The license that its package.json names. */
  license: string | undefined;
}

/** Returns the packages whose code is in a bundle, sorted by name and version. */
export function packagesIn({ outputs }: Pick<Metafile, 'outputs'>): BundledPackage[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([input]) => packageFolder(input))
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].map(readPackage).sort(byNameAndVersion);
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` → `node_modules/a/node_modules/@b/c` */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function readPackage(folder: string): BundledPackage {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const { name, version, license } = manifest;
  return { folder, name, version, license };
}

function byNameAndVersion(a: BundledPackage, b: BundledPackage): number {
  return `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en');
}
