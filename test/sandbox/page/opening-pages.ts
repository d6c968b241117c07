import type { IncomingMessage } from 'node:http';

/** Remembers of each window the page on which somebody did something last: Slack opens it there and nowhere else. */
export function createOpeningPages() {
  const pages = new Map<string, string | undefined>();
  let lastUsed: string | undefined;

  return {
    note({ headers }: IncomingMessage): void {
      const { 'x-page': page } = headers;
      lastUsed = typeof page === 'string' ? page : lastUsed;
    },
    /** Undefined for a window that opened before anybody did anything on a page. */
    of(viewId: string): string | undefined {
      if (!pages.has(viewId)) {
        pages.set(viewId, lastUsed);
      }
      return pages.get(viewId);
    },
  };
}

export type OpeningPages = ReturnType<typeof createOpeningPages>;
