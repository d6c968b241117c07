/** The page on which a person talks with a bot through the stand-in for Slack. */
export { readManifestCommands, readManifestShortcuts } from './manifest-commands.ts';
export { startPage } from './server.ts';
export type { ManifestCommand, ManifestShortcut, Sample } from './types.ts';
