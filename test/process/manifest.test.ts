import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSuffix } from '../manifest/manifest.ts';

it('`npm run manifest` prints the manifest, with a suffix where there is one, and refuses a wrong one', () => {
  const text = readFileSync('manifest.yml', 'utf8');
  const print = (COMMAND_SUFFIX: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'test/manifest/print.ts'], {
      env: { ...process.env, COMMAND_SUFFIX },
      encoding: 'utf8',
    });
  expect(print(' -staging ').stdout).toBe(withSuffix(text, '-staging'));
  expect(print('').stdout).toBe(text);
  expect(print('-Staging')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^COMMAND_SUFFIX must/),
  });
});
