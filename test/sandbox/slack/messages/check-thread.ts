import type { MessageLog } from './message-log.ts';

/** A thread hangs on a message that everybody sees and that is itself no reply. */
export function checkThread(log: MessageLog, channelId: string, threadTs: unknown): string[] {
  if (threadTs === undefined) return [];
  const parent = log.messages.find((message) => message.ts === threadTs && message.channelId === channelId);
  if (!parent) return [`thread_ts ${String(threadTs)} is of no message in ${channelId}`];
  if (parent.visibleTo !== undefined) return ['thread_ts is of an ephemeral message'];
  return parent.threadTs === undefined || parent.threadTs === parent.ts
    ? []
    : ['thread_ts is of a reply, not of its parent'];
}
