import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };
import { licensesOf } from './licenses.ts';
import { packagesIn } from './packages.ts';
import { sbomOf } from './sbom.ts';

/**
 * `npm run build`: the bot and all it needs in a few files, of which `dist/main.js` is started, and
 * the licenses and the SBOM of what is in them. Reading a thousand small files is most of what a start takes,
 * and compiling is the rest, so what never runs is left out and what rarely runs is loaded when it
 * does.
 */

/**
 * Loaded when first used, from files of their own: connections but Slack's without a proxy, and an
 * operator's pattern.
 */
const atFirstUse = ['undici', 're2js'];
/**
 * Never used: Bolt's receiver for Express, and reading or sending bodies in ways that txnbot has
 * none of.
 */
const leftOut = /^(?:@slack\/oauth|express|form-data|iconv-lite)$/;
/**
 * Parts of packages, by the file that imports them: axios's own ways to send, as txnbot's is
 * undici's; limiters that keep their counts elsewhere, of which one loads `node:cluster`.
 */
const leftOutOf = [
  { importer: /[\\/]axios[\\/]/, path: /^\.\/(?:fetch|http|xhr)\.js$/ },
  {
    importer: /[\\/]rate-limiter-flexible[\\/]index\.js$/,
    path: /RateLimiter(?:RedisNon|Mongo|MySQL|Postgres|Cluster|Memcache|Dynamo|Prisma|Drizzle|Valkey|SQLite|Etcd)/,
  },
];

const loadAtFirstUse: Plugin = {
  name: 'load at first use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${atFirstUse.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'at-first-use',
    }));
    onResolve({ filter: /.*/, namespace: 'at-first-use' }, ({ path }) => ({
      path,
      external: true,
    }));
    onLoad({ filter: /.*/, namespace: 'at-first-use' }, async ({ path }) => {
      // Node 24 also names the whole, as `module.exports`.
      const names = Object.keys(await import(path)).filter(
        (name) => name !== 'default' && name !== 'module.exports',
      );
      const getters = names.map(
        (name) => `get ${name}() { return require('./${path}.cjs').${name}; }`,
      );
      return { contents: `module.exports = { ${getters.join(', ')} };` };
    });
  },
};

/**
 * An `import` of one of Node's own modules reads all that it exports, and so loads what Node itself
 * would load when it is needed: for `node:http` of Node 24 the whole of `fetch`, a tenth of a
 * start. `require` does not.
 */
const requireBuiltins: Plugin = {
  name: 'require builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

const leaveOut: Plugin = {
  name: 'leave out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftOut }, ({ path }) => ({ path, namespace: 'left-out' }));
    onResolve({ filter: /.*/ }, ({ path, importer }) =>
      leftOutOf.some((part) => part.importer.test(importer) && part.path.test(path))
        ? { path, namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = function () { throw new Error('${path} is not in the bundle.'); };`,
    }));
  },
};

/** Of our package.json the bot wants two fields, and not what it is developed with. */
const twoFieldsAlone: Plugin = {
  name: 'two fields alone',
  setup({ onLoad }) {
    const own = path.resolve('package.json');
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path: file }) => {
      if (file !== own) return undefined;
      const { version, engines }: { version: string; engines: object } = JSON.parse(
        await readFile(file, 'utf8'),
      );
      return { contents: JSON.stringify({ version, engines }), loader: 'json' };
    });
  },
};

/**
 * One character beyond Latin-1 makes V8 keep two bytes for each of its file. esbuild escapes what
 * stands in strings, and not what stands in regular expressions; here all is escaped, `String.raw`
 * too, which only regular expressions are made of.
 */
const escapeCharacters: Plugin = {
  name: 'escape characters',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (/\\[^\0-\x7f]/.test(source))
        throw new Error(`${file} has a backslash before a character that is escaped here.`);
      const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return { contents: source.replace(/[^\0-\x7f]/g, escaped), loader: 'ts' };
    });
  },
};

const outdir = 'dist';
const options = {
  outdir,
  bundle: true,
  platform: 'node',
  target: packageJson.engines.node.replace('>=', 'node'),
  minifyWhitespace: true,
  lineLimit: 200, // Node shows the line of an error that nobody caught
  minifySyntax: true, // names stay, for profiles and for the stack of a line that the map does not know
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;
const [bot, later] = await Promise.all([
  build({
    ...options,
    entryPoints: { main: '.build/entry.ts' },
    splitting: true, // what is imported when it is needed stands in files of its own
    format: 'esm',
    // Packages that are CommonJS ask for Node's own modules in their way.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    plugins: [loadAtFirstUse, requireBuiltins, leaveOut, twoFieldsAlone, escapeCharacters],
  }),
  build({ ...options, entryPoints: atFirstUse, format: 'cjs', outExtension: { '.js': '.cjs' } }),
]);
const outputs = { ...bot.metafile.outputs, ...later.metafile.outputs };
const packages = packagesIn({ outputs });
await writeFile(`${outdir}/THIRD-PARTY-LICENSES`, licensesOf(packages));
await writeFile(`${outdir}/sbom.json`, sbomOf(packages));
// Files that are imported when needed have another name for each content: those of the last build
// stay otherwise.
const built = new Set(Object.keys(outputs));
for (const file of await readdir(outdir)) {
  const output = `${outdir}/${file}`;
  if (/\.c?js(?:\.map)?$/.test(file) && !built.has(output)) await rm(output);
}
for (const [file, { bytes }] of Object.entries(outputs))
  if (/js$/.test(file)) console.log(`${file}  ${(bytes / 1024 / 1024).toFixed(2)} MB`);
