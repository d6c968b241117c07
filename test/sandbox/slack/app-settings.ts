import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

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

const Manifest = z.object({
  features: z.object({
    app_home: z
      .object({
        home_tab_enabled: z.boolean().default(false),
        messages_tab_enabled: z.boolean().default(false),
        messages_tab_read_only_enabled: z.boolean().default(true),
      })
      .prefault({}),
  }),
  oauth_config: z.object({
    scopes: z.object({ bot: z.array(z.string()), bot_optional: z.array(z.string()).default([]) }),
  }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }).optional() }),
});

const manifestFile = new URL('../../../manifest.yml', import.meta.url);

/** The settings that `manifest.yml` gives the app. */
export function readAppSettings(file: URL = manifestFile): AppSettings {
  const { features, oauth_config, settings } = Manifest.parse(parse(readFileSync(file, 'utf8')));
  const { home_tab_enabled, messages_tab_enabled, messages_tab_read_only_enabled } = features.app_home;
  return {
    scopes: [...oauth_config.scopes.bot, ...oauth_config.scopes.bot_optional],
    events: settings.event_subscriptions?.bot_events ?? [],
    hasHomeTab: home_tab_enabled,
    takesMessages: messages_tab_enabled && !messages_tab_read_only_enabled,
  };
}
