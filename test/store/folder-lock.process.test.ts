import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUseError, lockFolder } from '../../src/store/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../support/hold-folder.ts', import.meta.url));

/** A process that tries to hold the folder, and what it said. */
async function holder(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the lock of a folder', () => {
  it('outlives nobody: after a kill −9 the next process has it at once', async () => {
    const folder = temporaryFolder();
    const { child, said } = await holder(folder);
    expect(said).toBe('held');
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await kill(child);
    expect(readdirSync(folder)).toHaveLength(1);
    const unlock = await lockFolder(folder);
    expect((await holder(folder)).said).toBe('FolderInUseError');
    await unlock();
  });

  it('is one’s when several find that its process was killed', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 3; round += 1) {
      await kill((await holder(folder)).child);
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
});
