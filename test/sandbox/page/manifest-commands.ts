import { readManifest } from '../manifest.ts';
import type { ManifestCommand, ManifestShortcut } from './types.ts';

/** The slash commands of a manifest, in its order, so that the page offers what Slack's own composer would. */
export function readManifestCommands(file?: URL | string): ManifestCommand[] {
  return readManifest(file).features.slash_commands.map(({ command, description, usage_hint }) => ({
    command,
    description,
    usageHint: usage_hint,
  }));
}

/** The shortcuts of a manifest, in its order: those on messages and those of the whole workspace. */
export function readManifestShortcuts(file?: URL | string): ManifestShortcut[] {
  return readManifest(file).features.shortcuts.map(({ type, name, callback_id, description }) => ({
    type,
    name,
    callbackId: callback_id,
    description,
  }));
}
