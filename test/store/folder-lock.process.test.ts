import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '../../src/store/state-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../support/hold-folder.ts', import.meta.url));

/** A folder's lock is left by a process that held it, and was killed. */
async function holdAndDie(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  expect(String(said).trim()).toBe('held');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('the lock of a folder is one’s when several find that its process was killed', async () => {
  const folder = temporaryFolder();
  for (let round = 0; round < 3; round += 1) {
    await holdAndDie(folder);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        await sleep(Math.random() * 3);
        return lockFolder(folder);
      }),
    );
    const held = tries.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    expect(held).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
    for (const unlock of held) await unlock();
  }
});
