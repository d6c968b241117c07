import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const slashCommand = z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') });
export type ManifestCommand = z.infer<typeof slashCommand>;

/** On a message, or beside the composer. */
const shortcut = z.object({
  type: z.enum(['message', 'global']),
  name: z.string(),
  callback_id: z.string(),
  description: z.string(),
});
export type ManifestShortcut = z.infer<typeof shortcut>;

/** As much of an app's manifest as Slack goes by here; what it leaves out is as Slack takes it then. */
const Manifest = z.object({
  features: z
    .object({
      bot_user: z.object({ display_name: z.string() }).optional(),
      app_home: z
        .object({
          home_tab_enabled: z.boolean().default(false),
          messages_tab_enabled: z.boolean().default(false),
          messages_tab_read_only_enabled: z.boolean().default(true),
        })
        .prefault({}),
      slash_commands: z.array(slashCommand).default([]),
      shortcuts: z.array(shortcut).default([]),
    })
    .prefault({}),
  oauth_config: z
    .object({
      scopes: z
        .object({ bot: z.array(z.string()).default([]), bot_optional: z.array(z.string()).default([]) })
        .prefault({}),
    })
    .prefault({}),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }).optional() }).prefault({}),
});

/** The manifest of the working directory's app, in YAML or JSON. */
export function readManifest(): z.infer<typeof Manifest> {
  const names = ['manifest.yml', 'manifest.yaml', 'manifest.json'].map((name) => path.resolve(name));
  const found = names.find((name) => existsSync(name));
  if (found === undefined) throw new Error(`There is no manifest.yml or manifest.json in ${process.cwd()}.`);
  return Manifest.parse(parse(readFileSync(found, 'utf8')));
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
  const { home_tab_enabled, messages_tab_enabled, messages_tab_read_only_enabled } = features.app_home;
  return {
    scopes: [...oauth_config.scopes.bot, ...oauth_config.scopes.bot_optional],
    events: settings.event_subscriptions?.bot_events ?? [],
    hasHomeTab: home_tab_enabled,
    takesMessages: messages_tab_enabled && !messages_tab_read_only_enabled,
  };
}
