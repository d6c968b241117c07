import { workspace } from 'slack-sandbox';
import type { RunningApp } from './run-app.ts';
import { send, signedPost } from './signed-post.ts';

/** The press of a button, as Slack delivers it. */
export function pressOf(action: Record<string, unknown>) {
  return { actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...action }] };
}

/**
 * Delivers a click of somebody in the channel, signed as Slack would sign it, with whatever `payload` changes of it. Its
 * answer goes nowhere unless `payload` says where.
 */
export function sendForged({ slack, requestUrl }: RunningApp, payload: Record<string, unknown>) {
  const click = {
    type: 'block_actions',
    team: { id: workspace.teamId },
    user: { id: workspace.personId, team_id: workspace.teamId, username: 'amara' },
    channel: { id: workspace.channelId },
    container: { type: 'message', message_ts: '1.1', channel_id: workspace.channelId, is_ephemeral: true },
    trigger_id: '1.1',
    response_url: slack.apiUrl.replace('/api/', '/actions/unknown'),
    ...payload,
  };
  return send(signedPost(requestUrl, slack.signingSecret, new URLSearchParams({ payload: JSON.stringify(click) })));
}
