import type { SlackClient } from './client.ts';

/** The app of the bot token, in its workspace. */
export interface OwnApp {
  teamId: string;
  /** Of the app's user there, which `bots.info` knows. */
  botId: string | undefined;
  /** What people call it after an `@`. */
  name: string | undefined;
}

/** @throws Error when the token is not for one workspace; SlackApiError when Slack does not answer. */
export async function askOwnApp(client: SlackClient): Promise<OwnApp> {
  const { team_id: teamId, bot_id: botId, user: name, is_enterprise_install: isOrgWide } = await client.auth.test();
  if (isOrgWide === true)
    throw new Error(
      'the app is installed for a whole organisation, and it answers one workspace. Install it in that one, and set SLACK_BOT_TOKEN to its token.',
    );
  if (!teamId) throw new Error('Slack does not say which workspace SLACK_BOT_TOKEN is of.');
  return { teamId, botId, name };
}

/**
 * A name for everything that the processes of this app in this workspace share. Another installation, also of the same
 * code, has another one.
 * @throws like `askOwnApp`
 */
export async function askNamespace(client: SlackClient): Promise<string> {
  const { teamId, botId } = await askOwnApp(client);
  const { bot } = await client.bots.info(botId === undefined ? {} : { bot: botId });
  if (!bot?.app_id) throw new Error('Slack does not say which app SLACK_BOT_TOKEN is of.');
  return `txnbot:{${bot.app_id}:${teamId}}`; // one hash slot of a cluster, as BullMQ needs it
}
