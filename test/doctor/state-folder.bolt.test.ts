import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { stateFolder } from '../../src/doctor/machine.ts';
import { lockFolder } from '../../src/store/folder-lock.ts';
import { createExamined } from '../support/examine.ts';
import { waitFor } from '../support/wait-for.ts';

function folderFor({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('can be had, and is left as it was', async (test) => {
  const { examine } = await createExamined(test);
  const folder = folderFor(test);
  const made = new Set<string | null>();
  const watcher = watch(folder, (_event, name) => made.add(name));
  test.onTestFinished(() => watcher.close());
  expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
    'ok The folder of STATE_DIR can be locked, written and synced.',
  ]);
  await waitFor(() => expect(made).toContain(`check.json.${process.pid}`));
  expect(readdirSync(folder)).toEqual([]);
});

it('can be locked, and no file can be written there', async (test) => {
  const { examine } = await createExamined(test);
  const folder = folderFor(test);
  mkdirSync(path.join(folder, `check.json.${process.pid}`));
  const left = readdirSync(folder);
  expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
    'PROBLEM The folder of STATE_DIR cannot be used (EISDIR). → Name a folder that the user of txnbot may write, on a disk that is neither read-only nor full.',
  ]);
  expect(readdirSync(folder)).toEqual(left);
});

it('can be made, and is not', async (test) => {
  const { examine } = await createExamined(test);
  const folder = path.join(folderFor(test), 'state');
  expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
    'ok The folder of STATE_DIR is not there yet, and can be made.',
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('belongs to a txnbot that runs, and stays its', async (test) => {
  const { examine } = await createExamined(test);
  const folder = folderFor(test);
  const unlock = await lockFolder(folder);
  const held = readdirSync(folder);
  expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
    expect.stringContaining('note A txnbot that runs has the folder of STATE_DIR.'),
  ]);
  expect(readdirSync(folder)).toEqual(held);
  await unlock();
});

it('cannot be used', async (test) => {
  const { examine } = await createExamined(test);
  const file = path.join(folderFor(test), 'canary');
  writeFileSync(file, '');
  const nowhere = path.join(path.dirname(file), 'not-there', 'state');
  expect(await examine(stateFolder, { STATE_DIR: nowhere })).toEqual([
    'PROBLEM The folder of STATE_DIR cannot be used (ENOENT). → Make the folder that it stands in, or name another one.',
  ]);
  for (const folder of [file, path.join(file, 'state')]) {
    const [line = '', ...others] = await examine(stateFolder, { STATE_DIR: folder });
    expect(line).toMatch(/^PROBLEM The folder of STATE_DIR cannot be used \(\w+\)\. → Name a folder/);
    expect(line).not.toContain('canary');
    expect(others).toEqual([]);
  }
});

it('is not needed with Redis', async (test) => {
  const { examine } = await createExamined(test);
  expect(await examine(stateFolder, { REDIS_URL: 'redis://127.0.0.1:1' })).toEqual([]);
});
