import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readManifestCommands, readManifestShortcuts } from './manifest-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('offers what manifest.yml announces', () => {
  const commands = readManifestCommands();
  expect(commands.map(({ command }) => command)).toEqual(['/txn', '/tsq', '/bank']);
  expect(commands[2]).toEqual({
    command: '/bank',
    description: 'Find a bank code by name, or a name by code',
    usageHint: '<name or code>',
  });
});

test('a command without a usage hint has an empty one', () => {
  const manifest = join(folder, 'manifest.yml');
  writeFileSync(manifest, 'features:\n  slash_commands:\n    - command: /x\n      description: Does x\n');
  expect(readManifestCommands(manifest)).toEqual([{ command: '/x', description: 'Does x', usageHint: '' }]);
});

test('offers the shortcuts that the manifest has, and none when it has none', () => {
  const manifest = join(folder, 'shortcuts.yml');
  const shortcut = '{ type: message, name: Look Up, callback_id: look_up, description: Looks it up }';
  writeFileSync(manifest, `features:\n  shortcuts:\n    - ${shortcut}\n`);
  expect(readManifestShortcuts(manifest)).toEqual([
    { type: 'message', name: 'Look Up', callbackId: 'look_up', description: 'Looks it up' },
  ]);
  expect(readManifestCommands(manifest)).toEqual([]);
  writeFileSync(manifest, 'features: {}\n');
  expect(readManifestShortcuts(manifest)).toEqual([]);
});
