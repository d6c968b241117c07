import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `npm run -s sbom`: the packages that the bundle is made from, as CycloneDX: what the project's
 * own dependencies lead to. npm's `--omit dev` leaves out what a development package needs as well,
 * and takes a workspace's for the project's. Optional ones go: they are compiled for one machine,
 * and the bundle does without.
 */
interface Component {
  'bom-ref': string;
  name: string;
  scope?: string;
}
interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const project: { name: string; dependencies: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const all = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--workspaces=false'],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
);
const sbom: Sbom = JSON.parse(all);
sbom.metadata.component.name = project.name; // npm takes the folder's
const root = sbom.metadata.component['bom-ref'];
const byRef = new Map(sbom.components.map((component) => [component['bom-ref'], component]));
const neededBy = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));

const kept = new Set([root]);
function keep(ref: string): void {
  if (kept.has(ref) || byRef.get(ref)?.scope === 'optional') return;
  kept.add(ref);
  for (const needed of neededBy.get(ref) ?? []) keep(needed);
}
for (const ref of neededBy.get(root) ?? [])
  if ((byRef.get(ref)?.name ?? '') in project.dependencies) keep(ref);

const components = sbom.components.filter((component) => kept.has(component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((needed) => kept.has(needed)),
  }));
console.log(JSON.stringify({ ...sbom, components, dependencies }, undefined, 2));
