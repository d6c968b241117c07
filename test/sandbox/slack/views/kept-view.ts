import type { ShownView } from '../types.ts';
import { workspace } from '../workspace.ts';

/** A view and what Slack keeps of it besides what is seen. */
export interface KeptView {
  readonly shown: ShownView;
  /** Changes with every update. */
  readonly hash: string;
  readonly externalId: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  /** The conversation that was on the screen when the first of the stack was opened. */
  readonly conversation?: string;
  readonly notifyOnClose: boolean;
  readonly clearOnClose: boolean;
  /** Slack would not have shown it: there to be looked at only. */
  readonly isRefused: boolean;
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: true });

/** A view as Slack's payloads and answers carry it. */
export function describeView({ shown, hash, externalId, ...kept }: KeptView) {
  const { id, type, title, submit, close, blocks, state, callbackId, privateMetadata } = shown;
  return {
    id,
    team_id: workspace.teamId,
    type,
    blocks,
    private_metadata: privateMetadata,
    callback_id: callbackId,
    state: { values: state },
    hash,
    title: plainText(type === 'home' ? 'View Title' : title),
    clear_on_close: kept.clearOnClose,
    notify_on_close: kept.notifyOnClose,
    close: close === undefined ? null : plainText(close),
    submit: submit === undefined ? null : plainText(submit),
    previous_view_id: kept.previousViewId,
    root_view_id: kept.rootViewId,
    app_id: workspace.appId,
    external_id: externalId,
    app_installed_team_id: workspace.teamId,
    bot_id: workspace.botId,
  };
}
