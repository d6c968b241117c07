import { randomBytes } from 'node:crypto';

/** Shaped like Slack's: three parts, the last one unguessable. */
export function createTriggerId(): string {
  return `${Date.now()}.${process.pid}.${randomBytes(16).toString('hex')}`;
}
