import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStateFolder } from '../../src/store/file.ts';
import { logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the state folder', () => {
  it('is made for this user alone, and held until it is stopped', async () => {
    const { logger, lines } = logLines();
    const place = path.join(temporaryFolder(), 'state');
    const folder = createStateFolder({ path: place, isNamed: true, logger });
    expect(folder.isHeld()).toBe(false);
    await folder.start();
    expect(folder.isHeld()).toBe(true);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    await folder.stop();
    expect(folder.isHeld()).toBe(false);
    await createStateFolder({ path: place, isNamed: true, logger }).start();
    expect(lines).toEqual([]);
  });

  it('loses what a killed process was writing, and nothing else', async () => {
    const place = temporaryFolder();
    const kept = ['watches.json', 'watches.json.damaged-2026-11-22T10-00-00.000Z-abcd', 'notes.txt', 'other.json.bak'];
    for (const name of [...kept, 'watches.json.123456']) writeFileSync(path.join(place, name), '');
    const folder = createStateFolder({ path: place, isNamed: true, logger: logLines().logger });
    await folder.start();
    expect(
      readdirSync(place)
        .filter((name) => !name.endsWith('.lock'))
        .sort(),
    ).toEqual(kept.sort());
    await folder.stop();
  });

  it.each([
    [
      'in use',
      (place: string) => createStateFolder({ path: place, isNamed: true, logger: logLines().logger }).start(),
      'is in use by another process',
    ],
    ['no folder', async () => {}, 'cannot be used (ENOTDIR)'],
  ])(
    'that cannot be had is a reason not to start when the operator named it, and a line otherwise: %s',
    async (how, take, why) => {
      const place = path.join(temporaryFolder(), 'state');
      if (how === 'no folder') writeFileSync(place, '');
      await take(place);
      const { logger, entries } = logLines();
      await expect(createStateFolder({ path: place, isNamed: true, logger }).start()).rejects.toThrow(
        `STATE_DIR (${place}) ${why}.`,
      );
      expect(entries()).toEqual([]);
      const folder = createStateFolder({ path: place, isNamed: false, logger });
      await folder.start();
      expect(folder.isHeld()).toBe(false);
      expect(entries()).toMatchObject([{ level: 'warn', msg: expect.stringContaining(why) }]);
      await folder.stop();
    },
  );
});
