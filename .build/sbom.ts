import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import type { BundledPackage } from './packages.ts';

interface Lock {
  packages: Partial<Record<string, { integrity?: string }>>;
}

/**
 * The SBOM of a bundle (CycloneDX): the packages whose code is in it, with the hashes of their
 * archives from package-lock.json. The same bundle has the same SBOM.
 */
export function sbomOf(packages: readonly BundledPackage[]): string {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { name, version, license } = packageJson;
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ expression: license }],
      },
    },
    components: packages.map((each) => componentOf(each, lock)),
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}

function componentOf({ folder, name, version, license }: BundledPackage, lock: Lock) {
  const [scope, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const [algorithm, hash] = lock.packages[folder]?.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    group: scope,
    name: ownName,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: license && [{ expression: license }],
    hashes:
      algorithm === 'sha512' && hash !== undefined
        ? [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }]
        : undefined,
  };
}
