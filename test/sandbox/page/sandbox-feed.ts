import type { ShownMessage, ShownView } from '../slack/types.ts';
import { createChanges, createDrawings } from './drawings.ts';
import type { OpeningPages } from './opening-pages.ts';
import type { DrawnMessage, DrawnView, SandboxUpdate, SlackForPage } from './types.ts';

export interface SandboxFeed {
  /** Everything there is, for a page that has just connected. */
  snapshot(): SandboxUpdate;
  /** Calls back with what changed since the last call; answers with the way to stop. */
  subscribe(onUpdate: (update: SandboxUpdate) => void): () => void;
  close(): void;
}

interface Draw {
  message(message: ShownMessage): string;
  view(view: ShownView): string;
}

/** Turns the stand-in's "something changed" into drawn messages and views. */
export function createSandboxFeed(
  slack: SlackForPage,
  draw: Draw,
  openingPages: Pick<OpeningPages, 'of'>,
): SandboxFeed {
  const messages = createDrawings(draw.message);
  const views = createDrawings(draw.view);
  const messageChanges = createChanges<DrawnMessage>();
  const viewChanges = createChanges<DrawnView>();
  const listeners = new Set<(update: SandboxUpdate) => void>();
  let scheduled = false;

  function drawMessage(message: ShownMessage): DrawnMessage {
    const { id, ts, channelId, threadTs, visibleTo } = message;
    return {
      id,
      html: messages.drawOnce(message),
      ts,
      channelId,
      // A message that has replies may carry its own ts.
      ...(threadTs !== undefined && threadTs !== ts && { threadTs }),
      ...(visibleTo !== undefined && { visibleTo }),
    };
  }

  function drawView(view: ShownView): DrawnView {
    const { id, type, userId } = view;
    const openedOn = type === 'modal' ? openingPages.of(id) : undefined;
    return { id, type, userId, html: views.drawOnce(view), ...(openedOn !== undefined && { openedOn }) };
  }

  function snapshot(): SandboxUpdate {
    const changed = slack.messages.map(drawMessage);
    const changedViews = slack.views.map(drawView);
    const order = changed.map(({ id }) => id);
    return { order, changed, viewOrder: changedViews.map(({ id }) => id), changedViews, breaches: slack.breaches };
  }

  function publish(): void {
    scheduled = false;
    const all = snapshot();
    const changed = messageChanges.since(all.changed);
    const update = { ...all, changed, changedViews: viewChanges.since(all.changedViews) };
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
