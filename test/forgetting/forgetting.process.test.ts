import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a heap snapshot holds no reference and no person once they have expired', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', main]);
  expect(JSON.parse(stdout)).toMatchObject({
    atFirst: ['reference', 'ann', 'own', 'untaken'],
    afterADay: ['reference', 'ann', 'ben'], // the person's own list ends after a shift
    afterAnnsDay: ['reference', 'ben'],
    afterBensDay: [],
  });
});
