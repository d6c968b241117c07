import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createStateFolder } from '../../src/store/file.ts';
import { logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Words {
  words: string[];
}
const parse = (content: unknown): Words | undefined =>
  typeof content === 'object' && content !== null && 'words' in content && Array.isArray(content.words)
    ? { words: content.words.map(String) }
    : undefined;
const fileIn = (folder: string, { logger } = logLines()) =>
  createStateFolder({ path: folder, isNamed: true, logger }).file({ name: 'words.json', version: 1, parse });

describe('a kept file', () => {
  it('gives back what was written, which nobody else may read', async () => {
    const folder = temporaryFolder();
    expect(await fileIn(folder).read()).toBeUndefined();
    await fileIn(folder).write({ words: ['one'] });
    await fileIn(folder).write({ words: ['one', 'two'] });
    expect(await fileIn(folder).read()).toEqual({ words: ['one', 'two'] });
    expect(readdirSync(folder)).toEqual(['words.json']);
    expect(statSync(path.join(folder, 'words.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path.join(folder, 'words.json'), 'utf8'))).toHaveProperty('version', 1);
  });

  it.each([
    ['cut short', '{"version":1,"words":["on'],
    ['empty', ''],
    ['zeros, as after a power cut', '\0'.repeat(100)],
    ['of another form', '{"version":1,"words":"one"}'],
    ['without a version', '{"words":["one"]}'],
    ['a list', '[1]'],
    ['null', 'null'],
  ])('is set aside when it is damaged, and never written over: %s', async (_how, text) => {
    const folder = temporaryFolder();
    for (const _twice of [1, 2]) {
      writeFileSync(path.join(folder, 'words.json'), text);
      const log = logLines();
      expect(await fileIn(folder, log).read()).toBeUndefined();
      expect(log.entries()).toMatchObject([{ name: 'words.json', setAside: expect.stringMatching(/^words\.json\./) }]);
      await fileIn(folder).write({ words: ['new'] });
    }
    const aside = readdirSync(folder).filter((name) => name.includes('damaged'));
    expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([text, text]);
    expect(await fileIn(folder).read()).toEqual({ words: ['new'] });
  });

  it('is left alone when a newer txnbot wrote it', async () => {
    const folder = temporaryFolder();
    const text = '{"version":2,"poems":[]}';
    writeFileSync(path.join(folder, 'words.json'), text);
    await expect(fileIn(folder).read()).rejects.toMatchObject({ code: 'NEWER_VERSION', version: 2 });
    expect(readFileSync(path.join(folder, 'words.json'), 'utf8')).toBe(text);
  });

  it('says when it cannot be written, and can be later', async () => {
    const folder = temporaryFolder();
    const file = fileIn(folder);
    mkdirSync(path.join(folder, 'words.json')); // nothing can be renamed to a folder, not even by root
    await expect(file.write({ words: [] })).rejects.toMatchObject({ code: expect.any(String) });
    await expect(file.read()).rejects.toMatchObject({ code: 'NO_REGULAR_FILE' });
    expect(readdirSync(folder)).toEqual(['words.json']);
    rmdirSync(path.join(folder, 'words.json'));
    await file.write({ words: ['one'] });
    expect(await file.read()).toEqual({ words: ['one'] });
  });

  it('is never waited for as a pipe that nobody writes', async () => {
    const folder = temporaryFolder();
    spawnSync('mkfifo', [path.join(folder, 'words.json')]);
    await expect(fileIn(folder).read()).rejects.toMatchObject({ code: 'NO_REGULAR_FILE' });
  });

  it('stays as it was when the disk takes only a part of the new one', () => {
    const folder = temporaryFolder();
    // The system takes no file beyond 8 or 16 kB from this process, and so writes it in part, as on a full disk.
    const script = fileURLToPath(new URL('../support/write-much.ts', import.meta.url));
    const { stdout, stderr } = spawnSync('sh', [
      '-c',
      `ulimit -f 16; exec "$0" --import tsx "$1" "$2"`,
      process.execPath,
      script,
      folder,
    ]);
    expect(String(stderr)).toBe('');
    expect(String(stdout).trim()).toBe('EFBIG');
    expect(readdirSync(folder)).toEqual(['much.json']);
    expect(JSON.parse(readFileSync(path.join(folder, 'much.json'), 'utf8'))).toEqual('old');
  });
});
