import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { giveMemoryBack } from '../../src/ops/heap.ts';

it('asks V8 for nothing that this Node does not know', async () => {
  const script = "import { takeLessMemory } from './src/ops/heap.ts'; takeLessMemory();";
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  expect(await promisify(execFile)(process.execPath, args)).toEqual({ stdout: '', stderr: '' });
});

// On Node 20 V8 does it by itself, and the function nothing.
it.skipIf(process.version.startsWith('v20.'))('gives back what nothing needs any more', () => {
  const kept: { rush: object[] | undefined } = { rush: Array.from({ length: 400_000 }, (_, index) => ({ index })) };
  const beforeBytes = process.memoryUsage().heapTotal;
  kept.rush = undefined;
  giveMemoryBack();
  expect(process.memoryUsage().heapTotal).toBeLessThan(beforeBytes - 400_000 * 16);
});
