import { createListeners } from '../create-listeners.ts';
import type { ShownView } from '../types.ts';
import type { KeptView } from './kept-view.ts';

export interface ViewList {
  readonly shown: readonly ShownView[];
  find(isWanted: (view: KeptView) => boolean): KeptView | undefined;
  /** A person's open modals, the topmost last, without those that Slack refused. */
  stackOf(userId: string): readonly KeptView[];
  /** Adds it on top, or puts it in the place of the one with its id. */
  put(view: KeptView): void;
  remove(isUnwanted: (view: KeptView) => boolean): void;
  subscribe(onChange: () => void): () => void;
}

/** The views that are on somebody's screen. Knows nothing of how they came. */
export function createViewList(): ViewList {
  const { notify, subscribe } = createListeners();
  let views: readonly KeptView[] = [];
  let shown: readonly ShownView[] = [];

  function change(next: readonly KeptView[]): void {
    views = next;
    shown = next.map((view) => view.shown);
    notify();
  }

  return {
    get shown() {
      return shown;
    },
    find: (isWanted) => views.find(isWanted),
    stackOf: (userId) =>
      views.filter(({ shown, isRefused }) => shown.type === 'modal' && shown.userId === userId && !isRefused),
    put(view) {
      const isKnown = views.some(({ shown: { id } }) => id === view.shown.id);
      change(isKnown ? views.map((each) => (each.shown.id === view.shown.id ? view : each)) : [...views, view]);
    },
    remove(isUnwanted) {
      if (views.some(isUnwanted)) change(views.filter((view) => !isUnwanted(view)));
    },
    subscribe,
  };
}
