import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `npm run -s sbom`: the packages that the bundle is made from, as CycloneDX. npm's own `--omit dev` leaves out what a
 * development package needs as well, so all are asked for, and those for development alone are taken away here. So are
 * optional ones: they are compiled for one machine, and the bundle does without.
 */
interface Component {
  'bom-ref': string;
  scope?: string;
  properties?: { name: string; value: string }[];
}
interface Sbom {
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const { name }: { name: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const all = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const sbom: Sbom = JSON.parse(all);
sbom.metadata.component.name = name; // npm takes the folder's
const isLeftOut = ({ scope, properties = [] }: Component) =>
  scope === 'optional' || properties.some(({ name }) => name === 'cdx:npm:package:development');
const leftOut = new Set(sbom.components.filter(isLeftOut).map((component) => component['bom-ref']));
const isKept = (ref: string) => !leftOut.has(ref);
const components = sbom.components.filter((component) => isKept(component['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => isKept(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
console.log(JSON.stringify({ ...sbom, components, dependencies }, undefined, 2));
