import { useSyncExternalStore } from 'react';
import type { ShownStatus } from '../../slack/types.ts';
import type { Conversation, PageMessage, PageSettings, PageUpdate, PageView } from '../types.ts';
import { pageId } from './deliver.ts';

/** All that the server has told, of every person and conversation. */
export interface Live {
  readonly messages: readonly PageMessage[];
  readonly statuses: readonly ShownStatus[];
  readonly views: readonly PageView[];
  readonly breaches: readonly string[];
  readonly connection: 'none so far' | 'live' | 'lost';
  /** Where something came that a person has not looked at, as `person place`. */
  readonly unread: ReadonlySet<string>;
}

/** The click comes after the pointer went up, with a finger in a task of its own. */
const clickFollowsMs = 50;

let live: Live = {
  messages: [],
  statuses: [],
  views: [],
  breaches: [],
  connection: 'none so far',
  unread: new Set(),
};
const listeners = new Set<() => void>();

function set(next: Partial<Live>): void {
  live = { ...live, ...next };
  for (const listener of listeners) listener();
}

/** Everything there is, drawn anew after each change. */
export const useLive = (): Live =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live,
  );

export const unreadKey = (person: string, place: string) => `${person} ${place}`;

/** Notes that a person has looked at a place. */
export function markRead(person: string, place: string): void {
  const key = unreadKey(person, place);
  if (live.unread.has(key))
    set({ unread: new Set([...live.unread].filter((each) => each !== key)) });
}

/** What one person sees of a conversation. */
export const seenBy = (messages: readonly PageMessage[], person: string, channelId: string) =>
  messages.filter(
    (each) => each.channelId === channelId && (!each.visibleTo || each.visibleTo === person),
  );

/** A person's Home tab, and the windows that opened for them on this page. */
export const viewsOf = (views: readonly PageView[], person: string) =>
  views.filter(
    ({ userId, type, openedOn }) => userId === person && (type === 'home' || openedOn === pageId),
  );

/** Hears of every change from the server, and says when it cannot. */
export function startLive({ people, conversations }: PageSettings): void {
  const whenReleased = createPressGuard();
  const source = new EventSource('/events');
  const apply = ({ order, changed, statuses, views, breaches }: PageUpdate) => {
    const known = new Map(live.messages.map((message) => [message.id, message]));
    const isFirst = live.connection === 'none so far';
    const isNew = (message: PageMessage) => !isFirst && !known.has(message.id);
    const everybody = people.map(({ id }) => id);
    const unread = changed
      .filter(isNew)
      .flatMap((message) =>
        readersOf(message, conversations, everybody).map((reader) =>
          unreadKey(reader, message.channelId),
        ),
      );
    for (const message of changed) known.set(message.id, message);
    set({
      messages: order.flatMap((id) => known.get(id) ?? []),
      statuses,
      views,
      breaches,
      connection: 'live',
      unread: new Set([...live.unread, ...unread]),
    });
  };
  source.addEventListener('message', ({ data }) => whenReleased(() => apply(JSON.parse(data))));
  source.addEventListener('error', () => set({ connection: 'lost' }));
}

function readersOf(
  { visibleTo, channelId }: PageMessage,
  conversations: readonly Conversation[],
  everybody: readonly string[],
): readonly string[] {
  const only = visibleTo ?? conversations.find(({ id }) => id === channelId)?.onlyFor;
  return only === undefined ? everybody : [only];
}

/**
 * Puts off what would move things under a press until the press is over: a click counts only where
 * the pointer went down and came up on the same thing.
 */
function createPressGuard(): (act: () => void) => void {
  let isPressed = false;
  let putOff: (() => void)[] = [];
  const releaseSoon = () =>
    isPressed &&
    setTimeout(() => {
      isPressed = false;
      const due = putOff;
      putOff = [];
      for (const act of due) act();
    }, clickFollowsMs);
  addEventListener('pointerdown', ({ target, button }) => {
    isPressed = button === 0 && target instanceof Element && target.closest('button') !== null;
  });
  for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, releaseSoon);
  return (act) => {
    if (isPressed) putOff.push(act);
    else act();
  };
}
