import type { ShownView } from '../types.ts';
import { workspace } from '../workspace.ts';

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
