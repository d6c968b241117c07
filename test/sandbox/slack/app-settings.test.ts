import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readAppSettings } from './app-settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (manifest: object) => {
  const file = path.join(folder, 'manifest.yml');
  writeFileSync(file, JSON.stringify(manifest));
  return pathToFileURL(file);
};

it('reads what the manifest of the project says', () => {
  expect(readAppSettings().scopes).toContain('commands');
});

it('gives an app nothing that its manifest does not ask for', () => {
  const least = { features: {}, oauth_config: { scopes: { bot: [] } }, settings: {} };
  expect(readAppSettings(write(least))).toEqual({ scopes: [], events: [], hasHomeTab: false, takesMessages: false });
});

it.each([
  [{ messages_tab_enabled: true }, false],
  [{ messages_tab_enabled: false, messages_tab_read_only_enabled: false }, false],
  [{ messages_tab_enabled: true, messages_tab_read_only_enabled: false }, true],
])('lets people write to the bot only where the manifest does: %j', (tabs, takesMessages) => {
  const manifest = {
    features: { app_home: { home_tab_enabled: true, ...tabs } },
    oauth_config: { scopes: { bot: ['commands'] } },
    settings: { event_subscriptions: { bot_events: ['app_mention'] } },
  };
  const events = ['app_mention'];
  expect(readAppSettings(write(manifest))).toEqual({ scopes: ['commands'], events, hasHomeTab: true, takesMessages });
});
