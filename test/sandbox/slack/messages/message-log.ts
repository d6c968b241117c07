import { slackLimits } from '../slack-limits.ts';
import type { ShownMessage, ShownStatus } from '../types.ts';

export type NewMessage = Omit<ShownMessage, 'id' | 'ts'>;
type Content = Pick<ShownMessage, 'via' | 'text' | 'blocks' | 'breaches' | 'payload'>;

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * Everything that was said in the sandbox, and everything that was wrong with it. Knows nothing of
 * how it came.
 */
export function createMessageLog(notify: () => void) {
  let messages: readonly ShownMessage[] = [];
  let breaches: readonly string[] = [];
  let statuses: readonly ShownStatus[] = [];
  let count = 0;
  const removed = new Set<string>();
  const nextTs = createTimestamps();

  function change(
    nextMessages: readonly ShownMessage[],
    newBreaches: readonly string[] = [],
  ): void {
    messages = nextMessages;
    breaches = [...breaches, ...newBreaches];
    notify();
  }

  function setStatus(status: ShownStatus): void {
    const others = statuses.filter(
      ({ channelId, threadTs }) => channelId !== status.channelId || threadTs !== status.threadTs,
    );
    statuses = status.text === '' ? others : [...others, status];
    notify();
  }

  const signed = ({ via, breaches }: Content) => breaches.map((breach) => `${via}: ${breach}`);

  return {
    get messages() {
      return messages;
    },
    get breaches() {
      return breaches;
    },
    get statuses() {
      return statuses;
    },
    /** Shows it below a thread for two minutes at most; an empty one ends it. */
    setStatus(status: ShownStatus) {
      setStatus(status);
      const end = () => statuses.includes(status) && setStatus({ ...status, text: '' });
      setTimeout(end, slackLimits.statusMs).unref();
    },
    add(message: NewMessage): ShownMessage {
      const { author, visibleTo, channelId, threadTs } = message;
      if (author === 'bot' && visibleTo === undefined && threadTs !== undefined)
        setStatus({ channelId, threadTs, text: '' });
      count += 1;
      const added = { ...message, id: `m${count}`, ts: nextTs() };
      change([...messages, added], signed(message));
      return added;
    },
    /** Keeps the message's id, place and audience. */
    replace(id: string, content: Content): ShownMessage {
      const previous = messages.find((message) => message.id === id);
      if (!previous) throw new Error(`There is no message ${id}`);
      const replaced = { ...previous, ...content };
      change(
        messages.map((message) => (message.id === id ? replaced : message)),
        signed(content),
      );
      return replaced;
    },
    remove(id: string) {
      for (const message of messages) if (message.id === id) removed.add(message.ts);
      change(messages.filter((message) => message.id !== id));
    },
    /** Whether a message with this timestamp was removed. */
    isRemoved: (ts: string) => removed.has(ts),
    /** For what the bot did wrong outside of a message. */
    reportBreach(breach: string) {
      change(messages, [breach]);
    },
    forget() {
      breaches = [];
      change([]);
    },
  };
}

/**
 * Slack's message timestamps are unique and rise, even for two messages in the same millisecond.
 */
function createTimestamps(): () => string {
  let lastMicros = 0;
  return () => {
    lastMicros = Math.max(Date.now() * 1_000, lastMicros + 1);
    return `${Math.floor(lastMicros / 1e6)}.${String(lastMicros % 1e6).padStart(6, '0')}`;
  };
}

/** Those who want to hear of a change. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    /** Answers with the way to stop. */
    subscribe(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** A thread hangs on a message that everybody sees and that is itself no reply. */
export function checkThread(log: MessageLog, channelId: string, threadTs: unknown): string[] {
  if (threadTs === undefined) return [];
  const parent = log.messages.find(
    (message) => message.ts === threadTs && message.channelId === channelId,
  );
  if (!parent) return [`thread_ts ${String(threadTs)} is of no message in ${channelId}`];
  if (parent.visibleTo !== undefined) return ['thread_ts is of an ephemeral message'];
  return parent.threadTs === undefined || parent.threadTs === parent.ts
    ? []
    : ['thread_ts is of a reply, not of its parent'];
}
