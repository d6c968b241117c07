import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';

const read = (file: string) => readFileSync(file, 'utf8');
const sections = Object.fromEntries(
  read('dist/THIRD-PARTY-LICENSES')
    .split(/^-{80}\n\n(?=\S+@\d\S*\n)/m)
    .filter((section) => section !== '')
    .map((section) => [section.slice(0, section.lastIndexOf('@', section.indexOf('\n'))), section]),
);
const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  JSON.parse(read('package.json'));

it('the bundle has the whole licence of every package in it', () => {
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

const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.literal('txnbot') }) }),
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(z.object({ expression: z.string() })),
      hashes: z.array(z.object({ content: z.string().regex(/^[0-9a-f]{128}$/) })),
    }),
  ),
});

it('the SBOM names the packages that are in the bundle, and no other', () => {
  const { components } = Sbom.parse(JSON.parse(read('dist/sbom.json')));
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  expect(new Set(names)).toEqual(new Set(Object.keys(sections))); // of one there are two versions
});
