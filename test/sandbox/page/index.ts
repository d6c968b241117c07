/** The page on which a person talks with a bot through the stand-in for Slack. */
export { readManifest } from '../manifest.ts';
export { startPage } from './server.ts';
export type { Sample } from './types.ts';
