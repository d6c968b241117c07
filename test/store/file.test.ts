import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/errors.ts';
import { lockFolder } from '../../src/store/folder-lock.ts';
import { createStateFolder, createStoredMap } from '../../src/store/state-folder.ts';
import { type LogLines, logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folderAt = (place: string, { logger }: LogLines = logLines(), isNamed = true) =>
  createStateFolder({ path: place, isNamed, logger });
const Word = z.object({ id: z.string() });
/** The file `words.json` of a folder. */
const wordsIn = (place: string, log?: LogLines) => {
  const folder = folderAt(place, log);
  return {
    read: async () => (await folder.read('words', Word)).map(({ id }) => id),
    write: (...ids: string[]) =>
      folder.write(
        'words',
        Array.from(ids, (id) => ({ id })),
      ),
  };
};
const modeOf = (place: string) => statSync(place).mode & 0o777;

describe('a stored file', () => {
  it('a stored file is read back as written, and only this user may read it', async () => {
    const folder = temporaryFolder();
    const words = wordsIn(folder);
    expect(await words.read()).toEqual([]);
    await words.write('one');
    await words.write('one', 'two');
    expect(await words.read()).toEqual(['one', 'two']);
    expect(readdirSync(folder)).toEqual(['words.json']);
    expect(modeOf(path.join(folder, 'words.json'))).toBe(0o600);
  });

  it.each([
    ['cut short', '{"version":1,"words":["on'],
    ['of another form', '{"version":1,"words":"one"}'],
    ['null', 'null'],
  ])('a damaged stored file is renamed, and never overwritten: %s', async (_how, text) => {
    const folder = temporaryFolder();
    for (const _twice of [1, 2]) {
      writeFileSync(path.join(folder, 'words.json'), text);
      const log = logLines();
      expect(await wordsIn(folder, log).read()).toEqual([]);
      expect(log.entries()).toMatchObject([
        { name: 'words.json', setAside: expect.stringMatching(/^words\.json\./) },
      ]);
      await wordsIn(folder).write('new');
    }
    const aside = readdirSync(folder).filter((name) => name.includes('damaged'));
    expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([
      text,
      text,
    ]);
    expect(await wordsIn(folder).read()).toEqual(['new']);
  });

  it('a stored file that a newer txnbot wrote is left alone', async () => {
    const place = temporaryFolder();
    const text = '{"version":2,"poems":[]}';
    writeFileSync(path.join(place, 'words.json'), text);
    const folder = folderAt(place);
    await folder.start();
    const refused = 'cannot be used: words.json is not readable (NEWER_VERSION).';
    await expect(createStoredMap(folder, 'words', Word).start()).rejects.toThrow(refused);
    await folder.stop();
    expect(readFileSync(path.join(place, 'words.json'), 'utf8')).toBe(text);
  });

  it('a stored file reports that it cannot be read or written, and recovers later', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'words.json');
    const words = wordsIn(folder);
    mkdirSync(file); // nothing can be renamed to a folder, not even by root
    await expect(words.write()).rejects.toMatchObject({ code: expect.any(String) });
    await expect(words.read()).rejects.toMatchObject({ code: 'NO_REGULAR_FILE' });
    expect(readdirSync(folder)).toEqual(['words.json']);
    rmdirSync(file);
    await words.write('one');
    expect(await words.read()).toEqual(['one']);
  });
});

describe('the state folder', () => {
  it('the state folder is created for this user alone, and locked until it is stopped', async () => {
    const log = logLines();
    const place = path.join(temporaryFolder(), 'state');
    const folder = folderAt(place, log);
    await folder.start();
    expect(folder.isHeld()).toBe(true);
    expect(modeOf(place)).toEqual(0o700);
    await folder.stop();
    expect(folder.isHeld()).toBe(false);
    await folderAt(place, log).start();
    expect(log.lines).toEqual([]);
  });

  it('a killed process loses only the change that it was writing to the state folder', async () => {
    const log = logLines();
    const place = temporaryFolder();
    const damaged = 'watches.json.damaged-2026-11-22T10-00-00.000Z-abcd';
    const kept = ['history.json', 'notes.txt', 'other.json.bak', 'watches.json', damaged];
    for (const name of [...kept, 'watches.json.123456']) writeFileSync(path.join(place, name), '');
    const folder = folderAt(place, log);
    await folder.start();
    expect(readdirSync(place).filter((name) => !name.endsWith('.lock'))).toEqual(kept);
    expect(log.entries()).toMatchObject([{ level: 'info', files: ['history.json'] }]);
    await folder.stop();
  });

  it.each([
    ['in use', (place: string) => folderAt(place).start(), 'is in use by another process'],
    ['no folder', async (place: string) => writeFileSync(place, ''), 'cannot be used (ENOTDIR)'],
  ])(
    'an unusable state folder ends the start if STATE_DIR names it, else is logged: %s',
    async (_how, take, why) => {
      const place = path.join(temporaryFolder(), 'state');
      await take(place);
      const log = logLines();
      await expect(folderAt(place, log).start()).rejects.toThrow(`STATE_DIR ${why}: `);
      expect(log.lines).toEqual([]);
      const folder = folderAt(place, log, false);
      await folder.start();
      expect(folder.isHeld()).toBe(false);
      expect(log.entries()).toMatchObject([{ level: 'warn', msg: expect.stringContaining(why) }]);
    },
  );
});

describe('a process whose lock a cleaner of old files removed', () => {
  it.each<[string, (lock: string) => void]>([
    ['removed', (lock) => rmSync(lock)],
    [
      'replaced by another file of its name',
      (lock) => {
        renameSync(lock, `${lock}.moved`);
        writeFileSync(lock, '');
      },
    ],
  ])(
    'a process that lost its lock overwrites nothing of the one that has the folder now: %s',
    async (_how, spoil) => {
      const log = logLines();
      const place = temporaryFolder();
      const first = folderAt(place, log);
      await first.start();
      await first.write('watches', [{ of: 'first' }]);
      const [lock = ''] = readdirSync(place).filter((name) => name.endsWith('.lock'));
      spoil(path.join(place, lock));
      const second = folderAt(place, log);
      await second.start();
      await second.write('watches', [{ of: 'second' }]);

      for (let tries = 0; tries < 2; tries += 1)
        await expect(first.write('watches', [{ of: 'first' }])).rejects.toMatchObject({
          code: 'LOCK_GONE',
        });
      expect(await second.read('watches', z.object({ of: z.string() }))).toEqual([
        { of: 'second' },
      ]);
      expect(log.entries().map(({ msg }) => msg)).toEqual([
        expect.stringContaining('state folder: its lock was removed'),
      ]);
      await second.stop();
      await first.stop();
      expect(readFileSync(path.join(place, 'watches.json'), 'utf8')).toContain('second');
    },
  );
});

describe.concurrent('the lock of a folder', () => {
  it('the lock of a folder is held until released, and replaces that of a dead process', async (test) => {
    const folder = temporaryFolder(test);
    const another = `txnbot-${'0'.repeat(16)}.lock~`;
    for (const name of [another, another.slice(0, -1)])
      writeFileSync(path.join(folder, name), '', { mode: 0o600 });
    const { release } = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'IN_USE' });
    const held = readdirSync(folder).find((name) => name !== another) ?? '';
    await once(connect(path.join(folder, held)), 'close'); // it holds no caller
    expect(readdirSync(folder).map((name) => modeOf(path.join(folder, name)))).toEqual([
      0o600, 0o600,
    ]);
    await release();
    expect(readdirSync(folder)).toEqual([another]);
    await (await lockFolder(folder)).release();
  });

  it('one of several processes gets the lock of a folder whose process was killed', async (test) => {
    const folder = temporaryFolder(test);
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(path.join(folder, `txnbot-${'0'.repeat(16)}.lock`), '');
      const lock = () => sleep(Math.random() * 3).then(() => lockFolder(folder));
      const tries = await Promise.allSettled(Array.from({ length: 8 }, lock));
      const held = tries.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      expect(held).toHaveLength(1);
      expect(readdirSync(folder)).toHaveLength(1);
      for (const { release } of held) await release();
    }
  });

  it('the lock of a folder fails where its path is too long for a Unix socket', async (test) => {
    const folder = path.join(temporaryFolder(test), 'deep'.repeat(30));
    mkdirSync(folder);
    await expect(folderAt(folder).start()).rejects.toThrow(
      'cannot be used (ENAMETOOLONG: over 71 bytes): ',
    );
  });
});

const Line = z.object({ id: z.string(), text: z.string() });

/** A map on a disk that takes what the test has it take. */
async function onDisk(first: Record<string, string> = {}) {
  const writes: { values: string[]; end: (error?: Error) => void }[] = [];
  const folder = {
    isHeld: () => true,
    refuse() {},
    read: async <T>(_what: string, form: z.ZodType<T>) =>
      Object.entries(first).map(([id, text]) => form.parse({ id, text })),
    write: (_what: string, values: readonly object[]) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        writes.push({ values: values.map((value) => Line.parse(value).text), end });
      }),
  };
  const map = createStoredMap(folder, 'words', Line);
  await map.start();
  return {
    writes,
    map,
    stored: () => Object.fromEntries([...map.values()].map(([id, { text }]) => [id, text])),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Sets a value, or removes it. */
const change = (
  map: Awaited<ReturnType<typeof onDisk>>['map'],
  id: string,
  text: string | undefined,
) =>
  map.change(
    (values) => void (text === undefined ? values.delete(id) : values.set(id, { id, text })),
  );

describe('a map that is written', () => {
  it('a change of a stored map resolves once on disk; changes meanwhile share one write', async () => {
    const { writes, map, stored } = await onDisk();
    const kept: string[] = [];
    const begin = (id: string, text?: string) =>
      void change(map, id, text).then(() => kept.push(`${id} ${text}`));
    begin('a', '1');
    begin('b', '2');
    await turn();
    begin('c', '3');
    begin('a');
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1', '2']]);
    expect(stored()).toEqual({});
    expect(kept).toEqual([]);
    writes[0]?.end();
    await turn();
    expect(kept).toEqual(['a 1', 'b 2']);
    expect(writes[1]?.values).toEqual(['2', '3']);
    writes[1]?.end();
    await turn();
    expect(kept).toEqual(['a 1', 'b 2', 'c 3', 'a undefined']);
    expect(stored()).toEqual({ b: '2', c: '3' });
  });

  it('a change of a stored map times out on a hanging disk, and is there when the disk goes on', async () => {
    const { writes, map, stored } = await onDisk({ old: '0' });
    await expect(change(map, 'a', '1')).rejects.toThrow(new StoreError('ETIMEDOUT'));
    expect(stored()).toEqual({ old: '0' });
    writes[0]?.end();
    await turn();
    expect(stored()).toEqual({ old: '0', a: '1' });
  });

  it('a stored map stays unchanged when the disk is full', async () => {
    const { writes, map, stored } = await onDisk({ old: '0' });
    const refused = change(map, 'old', undefined);
    await turn();
    writes[0]?.end(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await expect(refused).rejects.toThrow(new StoreError('ENOSPC'));
    expect(stored()).toEqual({ old: '0' });
  });
});
