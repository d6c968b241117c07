import { randomBytes } from 'node:crypto';
import { isRecord, stateOf } from '../block-kit/walk.ts';
import { type CheckedView, checkView } from '../check.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { assignIds } from '../messages/post-bot-message.ts';
import { slackLimits } from '../slack-limits.ts';
import type { ShownView } from '../types.ts';
import { workspace } from '../workspace.ts';

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

interface ModalSending extends Sending {
  readonly userId: string;
  readonly below?: KeptView | undefined;
  readonly conversation?: string | undefined;
}

export type Views = ReturnType<typeof createViews>;

/**
 * The modals and Home tabs of everybody. A view that Slack would refuse is shown too, so that a
 * person sees what happened; one that should replace another leaves it as it was, with the
 * breaches.
 */
export function createViews(log: MessageLog, notify: () => void) {
  let views: readonly KeptView[] = [];
  let shown: readonly ShownView[] = [];
  const find = (isWanted: (view: KeptView) => boolean) => views.find(isWanted);

  function change(next: readonly KeptView[]): void {
    views = next;
    shown = next.map((view) => view.shown);
    notify();
  }

  /** Adds it on top, or puts it in the place of the one with its id. */
  function put(view: KeptView): void {
    const isKnown = views.some(({ shown: { id } }) => id === view.shown.id);
    change(
      isKnown
        ? views.map((each) => (each.shown.id === view.shown.id ? view : each))
        : [...views, view],
    );
  }

  function remove(isUnwanted: (view: KeptView) => boolean): void {
    if (views.some(isUnwanted)) change(views.filter((view) => !isUnwanted(view)));
  }

  /** A person's open modals, the topmost last, without those that Slack refused. */
  const stackOf = (userId: string): readonly KeptView[] =>
    views.filter(
      ({ shown, isRefused }) => shown.type === 'modal' && shown.userId === userId && !isRefused,
    );

  function check({ payload, via }: Sending, surface: 'modal' | 'home'): CheckedView {
    const checked = checkView(payload, surface);
    for (const breach of checked.breaches) log.reportBreach(`${via}: ${breach}`);
    return checked;
  }

  function send(view: KeptView, { breaches, refusal }: CheckedView): SentView {
    put(view);
    return { view, breaches, ...(refusal && { refusal }) };
  }

  /** Gives a modal or a Home tab new content. */
  function replace({ view, ...sending }: Sending & { view: KeptView }): SentView {
    const { type, userId } = view.shown;
    const checked = check(sending, type);
    if (checked.refusal)
      return send({ ...view, shown: { ...view.shown, breaches: checked.breaches } }, checked);
    return send(readView(sending.payload, checked, { type, userId, replaced: view }), checked);
  }

  return {
    get shown() {
      return shown;
    },
    find,
    stackOf,
    remove,
    replace,
    /** Puts a modal upon another, or instead of all that the person had open. */
    show({ userId, below, conversation, ...sending }: ModalSending): SentView {
      const isModal = ({ shown }: KeptView) => shown.type === 'modal' && shown.userId === userId;
      remove((view) => isModal(view) && view.isRefused);
      if (below && stackOf(userId).length >= slackLimits.view.stack) {
        const breach = `${slackLimits.view.stack} modals are open already; Slack takes no more`;
        log.reportBreach(`${sending.via}: ${breach}`);
        return { breaches: [breach], refusal: 'push_limit_reached' };
      }
      const checked = check(sending, 'modal');
      if (!below && !checked.refusal) remove(isModal);
      return send(
        readView(sending.payload, checked, { type: 'modal', userId, below, conversation }),
        checked,
      );
    },
    publish({ userId, ...sending }: Sending & { userId: string }): SentView {
      const view = find(({ shown }) => shown.type === 'home' && shown.userId === userId);
      if (view) return replace({ ...sending, view });
      const checked = check(sending, 'home');
      return send(readView(sending.payload, checked, { type: 'home', userId }), checked);
    },
    /** What the person put in, and what the bot finds wrong with it. */
    change(viewId: string, changes: Partial<Pick<ShownView, 'state' | 'errors'>>) {
      const view = find(({ shown }) => shown.id === viewId);
      if (view) put({ ...view, shown: { ...view.shown, ...changes } });
    },
  };
}

export interface ViewPlace {
  readonly type: 'modal' | 'home';
  readonly userId: string;
  /** The view whose place it takes; what was put in there stays. */
  readonly replaced?: KeptView | undefined;
  /** The modal it lies upon. */
  readonly below?: KeptView | undefined;
  /** The conversation that was on the screen. */
  readonly conversation?: string | undefined;
}

/** What the bot sent, as a view on somebody's screen. */
export function readView(payload: unknown, checked: CheckedView, place: ViewPlace): KeptView {
  const { type, userId, replaced, below } = place;
  const sent = isRecord(payload) ? payload : {};
  const id = replaced?.shown.id ?? `V0${randomBytes(5).toString('hex').toUpperCase()}`;
  const conversation = place.conversation ?? replaced?.conversation ?? below?.conversation;
  const blocks = assignIds(checked.blocks);
  const submit = textOf(sent.submit);
  const close = textOf(sent.close);
  return {
    shown: {
      id,
      type,
      userId,
      title: textOf(sent.title) ?? '',
      ...(submit !== undefined && { submit }),
      ...(close !== undefined && { close }),
      callbackId: stringOf(sent.callback_id),
      privateMetadata: stringOf(sent.private_metadata),
      blocks,
      breaches: checked.breaches,
      payload,
      state: stateOf(blocks, replaced?.shown.state, conversation),
      errors: {},
    },
    rootViewId: replaced?.rootViewId ?? below?.rootViewId ?? id,
    previousViewId: replaced ? replaced.previousViewId : (below?.shown.id ?? null),
    ...(conversation !== undefined && { conversation }),
    isRefused: checked.refusal !== undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.text === 'string' ? value.text : undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A view and what Slack keeps of it besides what is seen. */
export interface KeptView {
  readonly shown: ShownView;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  /** The conversation that was on the screen when the first of the stack was opened. */
  readonly conversation?: string;
  /** Slack would not have shown it: there to be looked at only. */
  readonly isRefused: boolean;
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: true });

/** A view as Slack's payloads and answers carry it. */
export function describeView({ shown, ...kept }: KeptView) {
  const { id, type, title, submit, close, blocks, state, callbackId, privateMetadata } = shown;
  return {
    id,
    team_id: workspace.teamId,
    type,
    blocks,
    private_metadata: privateMetadata,
    callback_id: callbackId,
    state: { values: state },
    title: plainText(type === 'home' ? 'View Title' : title),
    clear_on_close: false,
    notify_on_close: false,
    close: close === undefined ? null : plainText(close),
    submit: submit === undefined ? null : plainText(submit),
    previous_view_id: kept.previousViewId,
    root_view_id: kept.rootViewId,
    app_id: workspace.appId,
    external_id: '',
    app_installed_team_id: workspace.teamId,
    bot_id: workspace.botId,
  };
}
