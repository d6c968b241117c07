import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const slashCommand = z.object({
  command: z.string(),
  description: z.string(),
  usage_hint: z.string(),
});
export type ManifestCommand = z.infer<typeof slashCommand>;

/** On a message, or beside the composer. */
const shortcut = z.object({
  type: z.enum(['message', 'global']),
  name: z.string(),
  callback_id: z.string(),
  description: z.string(),
});
export type ManifestShortcut = z.infer<typeof shortcut>;

/** As much of `manifest.yml` as Slack goes by here. */
const Manifest = z.object({
  features: z.object({
    bot_user: z.object({ display_name: z.string() }),
    app_home: z.object({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    slash_commands: z.array(slashCommand),
    shortcuts: z.array(shortcut),
  }),
  oauth_config: z.object({
    scopes: z.object({ bot: z.array(z.string()), bot_optional: z.array(z.string()) }),
  }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
});

let manifest: z.infer<typeof Manifest> | undefined;

/** The manifest of the working directory's app, which is read once. */
export function readManifest(): z.infer<typeof Manifest> {
  manifest ??= Manifest.parse(parse(readFileSync('manifest.yml', 'utf8')));
  return manifest;
}

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

/** The settings that the manifest of the working directory gives the app. */
export function readAppSettings(): AppSettings {
  const { features, oauth_config, settings } = readManifest();
  const { home_tab_enabled, messages_tab_enabled, messages_tab_read_only_enabled } =
    features.app_home;
  return {
    scopes: [...oauth_config.scopes.bot, ...oauth_config.scopes.bot_optional],
    events: settings.event_subscriptions.bot_events,
    hasHomeTab: home_tab_enabled,
    takesMessages: messages_tab_enabled && !messages_tab_read_only_enabled,
  };
}
