import { type CheckedView, checkView } from '../check-view.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { slackLimits } from '../slack-limits.ts';
import type { ShownView } from '../types.ts';
import type { KeptView } from './kept-view.ts';
import { readView } from './read-view.ts';
import { createViewList, type ViewList } from './view-list.ts';

/** What came of a view that the bot sent. */
export interface SentView {
  /** Absent when the stack was full. */
  readonly view?: KeptView;
  readonly breaches: readonly string[];
  readonly refusal?: CheckedView['refusal'] | 'push_limit_reached';
}

interface Sending {
  /** The view as the bot sent it. */
  readonly payload: unknown;
  /** The method's name, or that it came in an ack. */
  readonly via: string;
}

export interface Views extends Pick<ViewList, 'shown' | 'find' | 'stackOf' | 'remove' | 'subscribe'> {
  /** Puts a modal upon another, or instead of all that the person had open. */
  show(
    sending: Sending & { userId: string; below?: KeptView | undefined; conversation?: string | undefined },
  ): SentView;
  /** Gives a modal or a Home tab new content. */
  replace(sending: Sending & { view: KeptView }): SentView;
  publish(sending: Sending & { userId: string }): SentView;
  /** What the person put in, and what the bot finds wrong with it. */
  change(viewId: string, changes: Partial<Pick<ShownView, 'state' | 'errors'>>): void;
}

/**
 * The modals and Home tabs of everybody. A view that Slack would refuse is shown too, so that a person sees what
 * happened; one that should replace another leaves it as it was, with the breaches.
 */
export function createViews(log: MessageLog): Views {
  const list = createViewList();

  function check({ payload, via }: Sending, surface: 'modal' | 'home'): CheckedView {
    const checked = checkView(payload, surface);
    for (const breach of checked.breaches) log.reportBreach(`${via}: ${breach}`);
    return checked;
  }

  function put(view: KeptView, { breaches, refusal }: CheckedView): SentView {
    list.put(view);
    return { view, breaches, ...(refusal && { refusal }) };
  }

  function replace({ view, ...sending }: Sending & { view: KeptView }): SentView {
    const { type, userId } = view.shown;
    const checked = check(sending, type);
    if (checked.refusal) return put({ ...view, shown: { ...view.shown, breaches: checked.breaches } }, checked);
    return put(readView(sending.payload, checked, { type, userId, replaced: view }), checked);
  }

  return {
    get shown() {
      return list.shown;
    },
    find: list.find,
    stackOf: list.stackOf,
    remove: list.remove,
    subscribe: list.subscribe,
    show({ userId, below, conversation, ...sending }) {
      const isModal = ({ shown }: KeptView) => shown.type === 'modal' && shown.userId === userId;
      list.remove((view) => isModal(view) && view.isRefused);
      if (below && list.stackOf(userId).length >= slackLimits.view.stack) {
        const breach = `${slackLimits.view.stack} modals are open already; Slack takes no more`;
        log.reportBreach(`${sending.via}: ${breach}`);
        return { breaches: [breach], refusal: 'push_limit_reached' };
      }
      const checked = check(sending, 'modal');
      if (!below && !checked.refusal) list.remove(isModal);
      return put(readView(sending.payload, checked, { type: 'modal', userId, below, conversation }), checked);
    },
    replace,
    publish({ userId, ...sending }) {
      const view = list.find(({ shown }) => shown.type === 'home' && shown.userId === userId);
      if (view) return replace({ ...sending, view });
      const checked = check(sending, 'home');
      return put(readView(sending.payload, checked, { type: 'home', userId }), checked);
    },
    change(viewId, changes) {
      const view = list.find(({ shown }) => shown.id === viewId);
      if (view) list.put({ ...view, shown: { ...view.shown, ...changes } });
    },
  };
}
