import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.concurrent('a folder that another process holds is a reason not to start, and free as soon as that one is dead', async (test) => {
  const standIns = await createStandIns(test);
  const folder = temporaryFolder(test);
  const start = () => standIns.start('http', { STATE_DIR: folder });
  const first = await start();
  await expect(start()).rejects.toThrow(`STATE_DIR (${folder}) is in use by another process.`);
  first.process.kill('SIGKILL');
  await first.ended;
  const next = await start();
  expect(await next.stop()).toBe(0);
  expect(readdirSync(folder)).toEqual([]); // the lock went with it, and nobody watches anything
});
