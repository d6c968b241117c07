import type { ShownFile } from '../types.ts';
import { workspace } from '../workspace.ts';

/** A file as Slack's payloads carry it. */
export function describeFile({ id, name, title, content }: ShownFile) {
  return { id, name, title, mode: 'hosted', size: Buffer.byteLength(content), user: workspace.botUserId };
}
