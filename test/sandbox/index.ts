/**
 * A stand-in for Slack, and what Slack would say of messages and windows. The page is
 * `slack-sandbox/page`.
 */
export { freePort } from './free-port.ts';
export * from './slack/check.ts';
export * from './slack/slack-stand-in.ts';
export type * from './slack/types.ts';
export * from './slack/workspace.ts';
