import { workspace } from 'slack-sandbox';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';
import type { RunningApp } from './run-app.ts';

interface SignedPost {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** A request as Slack would send it, bytes and signature, to be sent as often as a test likes. */
export function signedPost(
  url: string,
  signingSecret: string,
  payload: unknown,
  nowMs = Date.now(),
): SignedPost {
  const isForm = payload instanceof URLSearchParams;
  const body = isForm ? payload.toString() : JSON.stringify(payload);
  const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    url,
    body,
    headers: { 'content-type': contentType, ...signatureHeaders(body, signingSecret, nowMs) },
  };
}

export async function send({
  url,
  body,
  headers,
}: SignedPost): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

/** The press of a button, as Slack delivers it. */
export function pressOf(action: Record<string, unknown>) {
  return { actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...action }] };
}

/**
 * Delivers a click of somebody in the channel, signed as Slack would sign it, with whatever
 * `payload` changes of it. Its answer goes nowhere unless `payload` says where.
 */
export function sendForged({ slack, requestUrl }: RunningApp, payload: Record<string, unknown>) {
  const click = {
    type: 'block_actions',
    team: { id: workspace.teamId },
    user: { id: workspace.personId, team_id: workspace.teamId, username: 'amara' },
    channel: { id: workspace.channelId },
    container: {
      type: 'message',
      message_ts: '1.1',
      channel_id: workspace.channelId,
      is_ephemeral: true,
    },
    trigger_id: '1.1',
    response_url: slack.apiUrl.replace('/api/', '/actions/unknown'),
    ...payload,
  };
  return send(
    signedPost(
      requestUrl,
      slack.signingSecret,
      new URLSearchParams({ payload: JSON.stringify(click) }),
    ),
  );
}
