import type { AppSettings } from './app-settings.ts';

/** An app that was given everything the stand-in knows, whatever `manifest.yml` says. */
export const fullSettings: AppSettings = {
  scopes: [
    'app_mentions:read',
    'channels:read',
    'chat:write',
    'commands',
    'files:write',
    'im:history',
    'im:read',
    'im:write',
    'usergroups:read',
    'users:read',
  ],
  events: ['app_home_opened', 'app_mention', 'message.im'],
  hasHomeTab: true,
  takesMessages: true,
};
