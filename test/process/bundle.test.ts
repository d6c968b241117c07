import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { filesAtStart } from '../support/files-at-start.ts';

const needed = packageJson.engines.node.slice('>='.length);
const sourceOf = (file: string) => readFileSync(`dist/${file}`, 'utf8');
/**
 * Each file that is read when it is needed, and words of its code alone: of the doctor, Redis's
 * packages and axios.
 */
const late = {
  doctor: /tries all that the bot needs/,
  'redis-connection': /maxRetriesPerRequest/,
  response: /AxiosError/,
};

it('a start loads the doctor, Redis and axios only when needed', () => {
  const atStart = filesAtStart();
  expect(atStart[0]).toBe('main.js');
  for (const [name, words] of Object.entries(late)) {
    expect(atStart.filter((file) => words.test(sourceOf(file)))).toEqual([]);
    const files = readdirSync('dist').filter(
      (file) => file.startsWith(`${name}-`) && file.endsWith('.js'),
    );
    expect(files).toHaveLength(1);
    expect(atStart.map(sourceOf).join()).toContain(`import("./${files[0]}")`);
    expect(filesAtStart(files[0]).some((file) => words.test(sourceOf(file)))).toBe(true);
  }
});

it.each([
  ['18.20.8', `it needs Node ${needed} or later, and this is Node 18.20.8.\n`],
  ['20.9.0', `it needs Node ${needed} or later, and this is Node 20.9.0.\n`],
  [needed, 'the configuration is wrong'],
])('a start on Node %s says %j', (node, words) => {
  const versions = JSON.stringify({ ...process.versions, node });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} });`,
      path.resolve('dist/main.js'),
    ],
    { encoding: 'utf8', cwd: tmpdir(), env: {} },
  );
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`txnbot cannot start: ${words}`);
});

it('a start loads undici and the pattern engine only at their first use', () => {
  const atStart = filesAtStart().map(sourceOf).join('\n');
  for (const [file, words] of Object.entries({
    'undici.cjs': 'UND_ERR_SOCKET',
    're2js.cjs': 'missing argument to repetition operator',
  })) {
    expect(sourceOf(file)).toContain(words);
    expect(atStart).not.toContain(words);
    expect(atStart).toContain(`require("./${file}")`);
  }
});

it('a start loads rarely needed modules of Node only when needed', () => {
  const imported = filesAtStart().flatMap((file) =>
    [...sourceOf(file).matchAll(/\bfrom\s*["']([a-z][\w:/]*)["']/g)].map(([, name]) => name),
  );
  expect(new Set(imported)).toEqual(new Set(['node:module'])); // which gives `require`
});

it('no file holds a character beyond Latin-1: V8 would keep two bytes for each', () => {
  const files = readdirSync('dist').filter((file) => /\.c?js$/.test(file));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => /[^\0-\xff]/.test(sourceOf(file)))).toEqual([]);
});
