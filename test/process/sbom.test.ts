import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

interface Sbom {
  metadata: { component: { name: string } };
  components: { name: string; group?: string; version: string }[];
  dependencies: Record<string, unknown>[];
}

it('the SBOM names every package that is in the bundle, and none of those for development or the sandbox', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '.build/sbom.ts']);
  const { metadata, components, dependencies }: Sbom = JSON.parse(stdout);
  expect(metadata.component.name).toBe('txnbot'); // whatever the folder is called
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const bundled = [...readFileSync('dist/THIRD-PARTY-LICENSES', 'utf8').matchAll(/^-{80}\n\n(\S+)@\d\S*\n/gm)];
  expect(bundled.length).toBeGreaterThan(50);
  expect(names).toEqual(expect.arrayContaining(bundled.map(([, name]) => name)));
  expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
  const others = [...Object.keys(packageJson.devDependencies), 'slack-sandbox', 'react', 'slack-blocks-to-jsx'];
  const shipped = new Set(Object.keys(packageJson.dependencies));
  expect(others.filter((name) => names.includes(name) && !shipped.has(name) && name !== '@types/node')).toEqual([]);
  expect(JSON.stringify(dependencies)).not.toMatch(/vitest|slack-sandbox/);
});
