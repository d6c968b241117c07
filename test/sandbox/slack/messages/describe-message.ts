import { describeFile } from '../files/describe-file.ts';
import type { ShownMessage } from '../types.ts';
import { nameOfUser, workspace } from '../workspace.ts';
import { toRichText } from './to-rich-text.ts';

const { teamId, botUserId, alertsUserId } = workspace;

const apps: Readonly<Record<string, { botId: string; appId: string }>> = {
  [botUserId]: { botId: workspace.botId, appId: workspace.appId },
  [alertsUserId]: { botId: workspace.alertsBotId, appId: workspace.alertsAppId },
};

/** A message as Slack's payloads carry it. */
export function describeMessage(message: ShownMessage): Record<string, unknown> {
  const { ts, userId, text, blocks, attachments, files, threadTs, author } = message;
  const app = author === 'bot' ? apps[userId] : undefined;
  // What a person typed comes as text and as rich text, both with the same words.
  const shownBlocks = author === 'person' && !blocks.length && text ? [toRichText(text, ts)] : blocks;
  return {
    type: 'message',
    user: userId,
    ...(app && {
      bot_id: app.botId,
      app_id: app.appId,
      bot_profile: { id: app.botId, app_id: app.appId, name: nameOfUser(userId), team_id: teamId, deleted: false },
    }),
    team: teamId,
    ts,
    text,
    ...(shownBlocks.length > 0 && { blocks: shownBlocks }),
    ...(attachments && { attachments }),
    ...(files && { files: files.map((file) => describeFile(file)) }),
    ...(threadTs !== undefined && { thread_ts: threadTs }),
  };
}
