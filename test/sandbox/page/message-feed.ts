import type { ShownMessage } from '../slack/types.ts';
import type { ConversationUpdate, SlackForPage } from './types.ts';

export interface MessageFeed {
  /** Everything there is, for a page that has just connected. */
  snapshot(): ConversationUpdate;
  /** Calls back with what changed since the last call; answers with the way to stop. */
  subscribe(onUpdate: (update: ConversationUpdate) => void): () => void;
  close(): void;
}

/** Turns the stand-in's "something changed" into drawn messages, drawing each version of a message once. */
export function createMessageFeed(slack: SlackForPage, draw: (message: ShownMessage) => string): MessageFeed {
  const drawings = new Map<string, { json: string; html: string }>();
  const published = new Map<string, string>();
  const listeners = new Set<(update: ConversationUpdate) => void>();
  let scheduled = false;

  function drawOnce(message: ShownMessage): { id: string; html: string } {
    const { id } = message;
    const json = JSON.stringify(message);
    const known = drawings.get(id);
    const html = known?.json === json ? known.html : draw(message);
    drawings.set(id, { json, html });
    return { id, html };
  }

  function snapshot(): ConversationUpdate {
    const changed = slack.messages.map(drawOnce);
    return { order: changed.map(({ id }) => id), changed, breaches: slack.breaches };
  }

  function publish(): void {
    scheduled = false;
    const all = snapshot();
    const update = { ...all, changed: all.changed.filter(({ id, html }) => published.get(id) !== html) };
    for (const { id, html } of update.changed) {
      published.set(id, html);
    }
    for (const listener of listeners) {
      listener(update);
    }
  }

  const unsubscribe = slack.subscribe(() => {
    if (!scheduled) {
      scheduled = true;
      setImmediate(publish);
    }
  });

  return {
    snapshot,
    subscribe(onUpdate) {
      listeners.add(onUpdate);
      return () => listeners.delete(onUpdate);
    },
    close() {
      unsubscribe();
      listeners.clear();
    },
  };
}
