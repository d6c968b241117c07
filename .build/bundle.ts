import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { licensesIn } from './licenses.ts';

/**
 * `npm run build`: the bot and all it needs in a few files, of which `dist/main.js` is started, and the licenses of what
 * is in them. Reading a thousand small files is most of what a start takes, and compiling is the rest, so what never
 * runs is left out and what rarely runs is loaded when it does.
 */

/** Loaded when first used: Socket Mode's WebSocket. */
const atFirstUse = /^undici$/;
/**
 * Never used: Bolt's receiver for Express, and reading or sending bodies in ways that txnbot has none of; of BullMQ its
 * other stores and its calendar, and what is compiled for one machine.
 */
const leftOut = /^(?:@slack\/oauth|express|form-data|iconv-lite|pg|cron-parser|msgpackr-extract)$/;

const loadAtFirstUse: Plugin = {
  name: 'load at first use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: atFirstUse }, ({ path, namespace, resolveDir }) =>
      namespace === 'at-first-use' ? undefined : { path, namespace: 'at-first-use', pluginData: resolveDir },
    );
    onLoad({ filter: /.*/, namespace: 'at-first-use' }, ({ path, pluginData: resolveDir }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require(${JSON.stringify(path)})[name] });`,
      resolveDir,
    }));
  },
};

const leaveOut: Plugin = {
  name: 'leave out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftOut }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = function () { throw new Error('${path} is not in the bundle.'); };`,
    }));
  },
};

/** One mapping for a whole file of a package: the source map is read at start, and is for our own lines. */
const wholeFile = Buffer.from(
  JSON.stringify({ version: 3, sources: ['packages'], sourcesContent: [''], mappings: 'AAAA' }),
).toString('base64');

const mapOwnSourcesOnly: Plugin = {
  name: 'map own sources only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${wholeFile}`,
      loader: 'js',
    }));
  },
};

const outdir = 'dist';
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outdir,
  bundle: true,
  splitting: true, // what is imported when it is needed stands in files of its own
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Packages that are CommonJS ask for Node's own modules in their way.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  minifyWhitespace: true,
  minifySyntax: true, // names stay, for profiles and for the stack of a line that the map does not know
  alias: {
    // Its modules, of which two functions are wanted, and not the CommonJS that comes as a whole.
    '@opentelemetry/core': './node_modules/@opentelemetry/core/build/esm/index.js',
  },
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [loadAtFirstUse, leaveOut, mapOwnSourcesOnly],
  logLevel: 'warning',
});
await writeFile(`${outdir}/THIRD-PARTY-LICENSES`, licensesIn(metafile));
// Files that are imported when needed have another name for each content: those of the last build stay otherwise.
const built = new Set(Object.keys(metafile.outputs));
for (const file of await readdir(outdir)) {
  const path = `${outdir}/${file}`;
  if (/\.js(?:\.map)?$/.test(file) && !built.has(path)) await rm(path);
}
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  if (file.endsWith('.js')) console.log(`${file}  ${(bytes / 1024 / 1024).toFixed(2)} MB`);
