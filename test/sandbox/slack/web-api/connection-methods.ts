import { workspace } from '../workspace.ts';
import type { WebApiMethod } from './web-api.ts';

/** What the bot calls before it can do anything: who it is, and where to connect. */
export function createConnectionMethods(options: {
  teamUrl: string;
  identity: () => Readonly<Record<string, unknown>>;
  openSocket: () => string;
}): Record<string, WebApiMethod> {
  return {
    'auth.test': {
      token: 'bot',
      run: () => ({
        ok: true,
        url: options.teamUrl,
        team: workspace.teamName,
        user: workspace.botName,
        team_id: workspace.teamId,
        user_id: workspace.botUserId,
        bot_id: workspace.botId,
        ...options.identity(),
      }),
    },
    'bots.info': {
      token: 'bot',
      scope: 'users:read',
      run: ({ bot }) =>
        bot === workspace.botId
          ? { ok: true, bot: { id: bot, app_id: workspace.appId, user_id: workspace.botUserId, deleted: false } }
          : { ok: false, error: 'bot_not_found' },
    },
    'apps.connections.open': { token: 'app', run: () => ({ ok: true, url: options.openSocket() }) },
  };
}
