import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from '../../src/store/state-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.concurrent('the lock of a folder', () => {
  it('is one’s until released, and leaves nothing behind', async (test) => {
    const folder = temporaryFolder(test);
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    expect(readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600]);
    await unlock();
    expect(readdirSync(folder)).toEqual([]);
    await (await lockFolder(folder))();
  });

  it('that nobody answers for is taken away', async (test) => {
    const folder = temporaryFolder(test);
    writeFileSync(path.join(folder, `txnbot-${'0'.repeat(16)}.lock`), '');
    await (await lockFolder(folder))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot be had where its path is too long for a socket', async (test) => {
    const folder = path.join(temporaryFolder(test), 'deep'.repeat(30));
    mkdirSync(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});
