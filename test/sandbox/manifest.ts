import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

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
      slash_commands: z
        .array(z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }))
        .default([]),
      shortcuts: z
        .array(
          z.object({
            type: z.enum(['message', 'global']),
            name: z.string(),
            callback_id: z.string(),
            description: z.string(),
          }),
        )
        .default([]),
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

/**
 * The manifest of an app, in YAML or JSON.
 * @param file `manifest.yml` or `manifest.json` of the working directory, unless it is named
 */
export function readManifest(file: string | URL = manifestHere()): z.infer<typeof Manifest> {
  return Manifest.parse(parse(readFileSync(file, 'utf8')));
}

function manifestHere(): string {
  const names = ['manifest.yml', 'manifest.yaml', 'manifest.json'].map((name) => path.resolve(name));
  const found = names.find((name) => existsSync(name));
  if (found === undefined) throw new Error(`There is no manifest.yml or manifest.json in ${process.cwd()}.`);
  return found;
}
