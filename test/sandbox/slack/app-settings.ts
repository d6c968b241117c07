import { readManifest } from '../manifest.ts';

/** What Slack was told about the app and goes by. */
export interface AppSettings {
  /** The bot token's scopes. */
  readonly scopes: readonly string[];
  /** The bot events that are sent to the app. */
  readonly events: readonly string[];
  readonly hasHomeTab: boolean;
  /** Whether people may write to the bot in their direct message with it. */
  readonly takesMessages: boolean;
}

/** The settings that the app's manifest gives it; of the working directory, unless another one is named. */
export function readAppSettings(file?: string | URL): AppSettings {
  const { features, oauth_config, settings } = readManifest(file);
  const { home_tab_enabled, messages_tab_enabled, messages_tab_read_only_enabled } = features.app_home;
  return {
    scopes: [...oauth_config.scopes.bot, ...oauth_config.scopes.bot_optional],
    events: settings.event_subscriptions?.bot_events ?? [],
    hasHomeTab: home_tab_enabled,
    takesMessages: messages_tab_enabled && !messages_tab_read_only_enabled,
  };
}
