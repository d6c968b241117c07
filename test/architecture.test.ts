import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Of "Who may import whom" in `src/README.md`. Each sees those before it. */
const features = ['transfers', 'tables', 'watches', 'lists', 'commands', 'home'];
const pure = ['reading', 'blocks', 'policy'];
/**
 * Packages whose values one folder alone may have. Bolt's types say what Slack takes, and stand
 * where it is drawn.
 */
const owners: Record<string, string> = {
  '@slack/bolt': 'slack',
  axios: 'transfer-service',
  ioredis: 'store',
  'rate-limiter-flexible': 'store',
};

/** Size of the bundle without libraries, minified, in kB. Raise it with a reason in the commit. */
const maxBundleKilobytes = 356;

/** Folder names that say nothing of what is inside. */
const vagueFolders = ['utils', 'helpers', 'common'];

type Sources = Record<string, string>;

/** The sources below a folder whose names end so. */
function readSources(folder: string, ending: string): Sources {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

const sources = readSources('src', '.ts');

/** The folder, or the file's name at the top. */
const roomOf = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '');

interface Import {
  from: string;
  isType: boolean;
}

/** An import of nothing but types is written `import type`. */
function importsOf(source: string): Import[] {
  const found = source.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^;']*?\bfrom\s+)?'([^']+)'/gm);
  return [...found].map(([, type, from = '']) => ({ from, isType: type !== undefined }));
}

const resolve = (file: string, from: string) => path.posix.join(path.posix.dirname(file), from);

function violations(files: Sources): string[] {
  return Object.entries(files).flatMap(([file, source]) => [
    ...importsOf(source).flatMap(({ from, isType }) => {
      if (from.startsWith('node:')) return [];
      if (from.startsWith('.')) return whyNot(file, resolve(file, from), files);
      const owner = owners[from];
      return isType || owner === undefined || owner === roomOf(file)
        ? []
        : [`${file} has values of ${from}`];
    }),
    ...(file !== 'src/main.ts' && source.includes('process.env')
      ? [`${file} reads process.env`]
      : []),
    ...(/\bexport default\b|\bexport \*/.test(source) ? [`${file} exports without a name`] : []),
    ...(file.split('/').some((folder) => vagueFolders.includes(folder))
      ? [`${file} is in a vague folder`]
      : []),
    ...(pure.includes(roomOf(file)) ? impurities(file, source) : []),
  ]);
}

function whyNot(file: string, target: string, files: Sources): string[] {
  if (!(target in files)) return [`${file} imports ${target}, outside src`];
  const [from, to] = [roomOf(file), roomOf(target)];
  const imports = `${file} imports ${target}`;
  if (from === to) return [];
  if (to === 'main' || (to === 'app' && from !== 'main') || (to === 'doctor' && from !== 'main'))
    return [imports];
  if (from === 'doctor' || wiring.includes(from)) return [];
  const isFeature = features.includes(from) || from === 'banks';
  if (to === 'banks') return from === 'commands' || from === 'home' ? [] : [imports];
  if (!features.includes(to)) return [];
  return isFeature && from !== 'banks' && features.indexOf(to) < features.indexOf(from)
    ? []
    : [imports];
}

/** What puts the features together. */
const wiring = ['main', 'app', 'stores', 'command'];

function impurities(file: string, source: string): string[] {
  const doesIo = importsOf(source).some(({ from }) => /^node:(?!util|crypto|buffer)/.test(from));
  return [
    ...(doesIo ? [`${file} does I/O`] : []),
    ...(/\b(?:Date|performance)\.now\(\)|new Date\(\)/.test(source)
      ? [`${file} reads the clock`]
      : []),
  ];
}

/** Every way round that leads from a name back to itself. */
function cyclesIn(graph: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const visit = (name: string, trail: string[]): string[] => {
    if (trail.includes(name)) return [[...trail.slice(trail.indexOf(name)), name].join(' → ')];
    if (done.has(name)) return [];
    const found = [...(graph.get(name) ?? [])].flatMap((next) => visit(next, [...trail, name]));
    done.add(name);
    return found;
  };
  return [...graph.keys()].flatMap((name) => visit(name, []));
}

/** Who imports whom, types too. */
function graphOf(files: Sources, nameOf: (file: string) => string | undefined) {
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(files))
    for (const { from } of importsOf(source)) {
      if (!from.startsWith('.')) continue;
      const [name, target] = [nameOf(file), nameOf(resolve(file, from))];
      if (name === undefined || target === undefined || name === target) continue;
      graph.set(name, (graph.get(name) ?? new Set()).add(target));
    }
  return graph;
}

const folderOf = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
const cyclesOfFiles = (files: Sources) => cyclesIn(graphOf(files, (file) => file));
const circlesOfFolders = (files: Sources) => cyclesIn(graphOf(files, folderOf));

describe('the source tree', () => {
  it('no source file imports one that the rules of src/README.md forbid', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    expect(violations(sources)).toEqual([]);
  });

  it('no files of src import each other in a cycle, nor do folders', () => {
    expect(cyclesOfFiles(sources)).toEqual([]);
    expect(circlesOfFolders(sources)).toEqual([]);
    const file = 'src/blocks/mrkdwn.ts';
    const circle = `import type { Reply } from './blocks.ts';\nimport type { Row } from '../transfers/row.ts';\n${sources[file]}`;
    expect(cyclesOfFiles({ ...sources, [file]: circle })).not.toEqual([]);
    expect(circlesOfFolders({ ...sources, [file]: circle })).not.toEqual([]);
  });

  it('the minified bundle stays within its size', () => {
    const { outputFiles } = buildSync({
      entryPoints: ['src/main.ts'],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      minify: true,
      write: false,
    });
    const kilobytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0) / 1000;
    expect(kilobytes).toBeLessThanOrEqual(maxBundleKilobytes);
  });

  it.each([
    ['src/transfers/card.ts', "import { runApp } from '../app.ts';"],
    ['src/known.ts', "import type { Row } from './transfers/row.ts';"],
    ['src/slack/client.ts', "import { txn } from '../commands/transfers.ts';"],
    ['src/ops/health.ts', "import { examine } from '../doctor/doctor.ts';"],
    ['src/commands/txn-and-tsq.ts', "import { Redis, type RedisOptions } from 'ioredis';"],
    ['src/commands/txn-and-tsq.ts', 'const token = process.env.TOKEN;'],
    ['src/reading/words.ts', 'const now = Date.now();'],
    ['src/errors.ts', "export * from './config/settings.ts';"],
    ['src/banks/search.ts', "import { readFileSync } from '../../test/support/shown.ts';"],
    ['src/utils/dates.ts', 'export const day = 86_400_000;'],
    ['src/lists/helpers/rows.ts', 'export const first = 1;'],
  ])('the rules of imports notice a breach in %s: %s', (file, line) => {
    expect(violations({ ...sources, [file]: `${line}\n${sources[file] ?? ''}` })).not.toEqual([]);
  });
});

/** A longer name holds two ideas. */
const nameMax = 105;

it('a test has a name that fits a line', () => {
  const names = Object.values(readSources('test', '.test.ts')).flatMap((source) =>
    [...source.matchAll(/\(\s*(['"`])(.+)\1,\s*(?:\{[^}]*\}, )?(?:async )?\(/g)].map(
      ([, , name = '']) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter(({ length }) => length > nameMax)).toEqual([]);
});

const workflows = readdirSync('.github/workflows').map((file) =>
  readFileSync(`.github/workflows/${file}`, 'utf8'),
);

it('every action of a workflow is pinned to a commit, with its version in a comment', () => {
  const actions = workflows.flatMap((workflow) =>
    [...workflow.matchAll(/\buses: *(.*)$/gm)].map(([, action]) => action),
  );
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
