import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

interface Sbom {
  metadata: { component: { name: string } };
  components: Record<string, unknown>[];
  dependencies: Record<string, unknown>[];
}

it('the SBOM names every package of the lock file that is neither for development alone nor optional, and no other', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '.build/sbom.ts']);
  const { metadata, components, dependencies }: Sbom = JSON.parse(stdout);
  const lock: {
    packages: Record<string, { version: string } & Partial<Record<'dev' | 'optional' | 'devOptional', boolean>>>;
  } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const shipped = Object.entries(lock.packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`);
  expect(metadata.component.name).toBe('txnbot'); // whatever the folder is called
  const refs = components.map((component) => component['bom-ref']);
  expect(refs?.toSorted()).toEqual([...new Set(shipped)].sort());
  expect(refs).toContainEqual(expect.stringMatching(/^@slack\/bolt@/));
  expect(JSON.stringify(dependencies)).not.toContain('vitest');
});
