import type { ShownMessage, ShownView } from '../slack/types.ts';
import type { PageMessage, PageUpdate, PageView, SlackForPage } from './types.ts';

/** Characters of a file that travel to the page, which shows a few rows of it. */
const beginningMax = 4_000;

export type Feed = ReturnType<typeof createFeed>;

/** Turns the stand-in's "something changed" into what changed. */
export function createFeed(slack: SlackForPage) {
  const listeners = new Set<(update: PageUpdate) => void>();
  const openedOn = new Map<string, string | undefined>();
  let lastPage: string | undefined;
  let published = new Map<string, ShownMessage>();
  let isScheduled = false;

  function viewOf(view: ShownView): PageView {
    if (view.type === 'modal' && !openedOn.has(view.id)) openedOn.set(view.id, lastPage);
    const page = openedOn.get(view.id);
    return { ...view, ...(page !== undefined && { openedOn: page }) };
  }

  function update(changed: readonly ShownMessage[]): PageUpdate {
    return {
      order: slack.messages.map(({ id }) => id),
      changed: changed.map(pageMessage),
      statuses: slack.statuses,
      views: slack.views.map(viewOf),
      breaches: slack.breaches,
    };
  }

  function publish(): void {
    isScheduled = false;
    // A message that changes is another object.
    const next = update(slack.messages.filter((message) => published.get(message.id) !== message));
    published = new Map(slack.messages.map((message) => [message.id, message]));
    for (const listener of listeners) listener(next);
  }

  const unsubscribe = slack.subscribe(() => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(publish);
  });

  return {
    /** Everything there is, for a page that has just connected. */
    snapshot: () => update(slack.messages),
    /** Calls back with what changed since the last call; answers with the way to stop. */
    subscribe(onUpdate: (update: PageUpdate) => void): () => void {
      listeners.add(onUpdate);
      return () => listeners.delete(onUpdate);
    },
    /**
     * Notes on which page somebody did something last: Slack opens a window there and nowhere else.
     */
    notePage(page: string | undefined) {
      lastPage = page ?? lastPage;
    },
    close() {
      unsubscribe();
      listeners.clear();
    },
  };
}

/** A message as it travels to the page. */
export function pageMessage({ files, threadTs, ...message }: ShownMessage): PageMessage {
  return {
    ...message,
    // A message that has replies may carry its own ts.
    ...(threadTs !== undefined && threadTs !== message.ts && { threadTs }),
    ...(files && {
      files: files.map(({ id, name, title, content }) => ({
        id,
        name,
        title,
        bytes: Buffer.byteLength(content),
        beginning: content.slice(0, beginningMax),
      })),
    }),
  };
}
