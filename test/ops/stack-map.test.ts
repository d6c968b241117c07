import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mapStack } from '../../src/ops/map-stack.ts';
import { logLines } from '../support/log-lines.ts';

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

it('an error in a log line has the lines of the sources', () => {
  const { logger, entries } = logLines();
  const error = new RangeError('too far');
  error.stack = frameOf();
  logger.fatal({ error }, 'uncaught exception');
  logger.fatal({ error: 'words' }, 'unhandled rejection');
  expect(entries()).toMatchObject([
    { error: { name: 'RangeError', stack: expect.stringContaining(`${folder}/place.ts:3:26`) } },
    { error: { name: 'string' } },
  ]);
});
