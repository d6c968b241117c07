import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const sections = Object.fromEntries(
  read('dist/THIRD-PARTY-LICENSES')
    .split(/^-{80}\n\n(?=\S+@\d\S*\n)/m)
    .filter((section) => section !== '')
    .map((section) => [section.slice(0, section.lastIndexOf('@', section.indexOf('\n'))), section]),
);
const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  JSON.parse(read('package.json'));

it('the licences beside the bundle are those of every package that is in it, and each is whole', () => {
  const names = Object.keys(sections);
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(manifest.dependencies), '@slack/web-api', 'undici']),
  );
  // In the bundle a stub stands for the first; the second only builds it.
  for (const absent of ['express', ...Object.keys(manifest.devDependencies)])
    expect(names).not.toContain(absent);
  const lock: { packages: Record<string, object> } = JSON.parse(read('package-lock.json'));
  for (const [name, section] of Object.entries(sections)) {
    expect(lock.packages[`node_modules/${name}`], name).toBeDefined();
    expect(section, name).toMatch(/copyright/i);
    expect(section, name).toMatch(/permission|redistribution|Apache License/i);
  }
});

interface Sbom {
  metadata: { component: { name: string } };
  components: { name: string; group?: string }[];
}

it('the SBOM names every package that is in the bundle, and none of those for development or the sandbox', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '.build/sbom.ts',
  ]);
  const { metadata, components }: Sbom = JSON.parse(stdout);
  expect(metadata.component.name).toBe('txnbot'); // whatever the folder is called
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  expect(names).toEqual(expect.arrayContaining(Object.keys(sections)));
  const others = [...Object.keys(manifest.devDependencies), 'slack-sandbox', 'react', 'hono'];
  const shipped = new Set(Object.keys(manifest.dependencies));
  expect(
    others.filter((name) => names.includes(name) && !shipped.has(name) && name !== '@types/node'),
  ).toEqual([]);
});
