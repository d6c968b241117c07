/** The page on which a person talks with a bot through the stand-in for Slack. */
export { readManifestCommands, readManifestShortcuts } from './manifest-commands.ts';
export { createSandboxPage as startPage } from './sandbox-page.ts';
export type * from './types.ts';
