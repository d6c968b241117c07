import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStackMap } from '../../src/ops/logger.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'txnbot-stack-')));
  file = path.join(folder, 'bundle.mjs');
  writeFileSync(
    path.join(folder, 'place.ts'),
    'type Any = unknown;\n\nexport const error = new RangeError("too far");\n',
  );
  await build({
    entryPoints: [path.join(folder, 'place.ts')],
    outfile: file,
    format: 'esm',
    minify: true,
    sourcemap: true,
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const mapStack = (stack: string) => createStackMap(pathToFileURL(`${folder}/`).href)(stack);
const frameOf = () => `RangeError: too far\n    at thrown (${pathToFileURL(file)}:1:14)\n    at node:internal/main:1:2`;

it('a stack of the bundle names the lines of the sources', () => {
  const stack = mapStack(frameOf());
  expect(stack).toBe(`RangeError: too far\n    at thrown (${folder}/place.ts:3:26)\n    at node:internal/main:1:2`);
});

it('a stack without a map stays as it is', () => {
  rmSync(`${file}.map`);
  expect(mapStack(frameOf())).toBe(frameOf());
  expect(mapStack('RangeError: too far')).toBe('RangeError: too far');
});

it('a map that is damaged loses no line of the log', () => {
  writeFileSync(`${file}.map`, '{');
  expect(mapStack(frameOf())).toBe(frameOf());
});

it('a map of another folder is not read: a message may name any file', () => {
  expect(createStackMap()(frameOf())).toBe(frameOf());
  expect(mapStack('at thrown (file:///%2F/a.js:1:1)')).toBe('at thrown (file:///%2F/a.js:1:1)');
});

it('a place that was named once is known without its map', () => {
  const map = createStackMap(pathToFileURL(`${folder}/`).href);
  const first = map(frameOf());
  rmSync(`${file}.map`);
  expect(map(frameOf())).toBe(first);
});
