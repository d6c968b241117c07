import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ManifestCommand, ManifestShortcut } from './types.ts';

const manifestSchema = z.looseObject({
  features: z.looseObject({
    slash_commands: z
      .array(z.looseObject({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }))
      .default([]),
    shortcuts: z
      .array(
        z.looseObject({
          type: z.enum(['message', 'global']),
          name: z.string(),
          callback_id: z.string(),
          description: z.string(),
        }),
      )
      .default([]),
  }),
});

const repositoryManifest = new URL('../../../manifest.yml', import.meta.url);

function readFeatures(manifest: URL | string) {
  return manifestSchema.parse(parse(readFileSync(manifest, 'utf8'))).features;
}

/** The slash commands of a manifest, in its order, so that the page offers what Slack's own composer would. */
export function readManifestCommands(manifest: URL | string = repositoryManifest): ManifestCommand[] {
  return readFeatures(manifest).slash_commands.map(({ command, description, usage_hint }) => ({
    command,
    description,
    usageHint: usage_hint,
  }));
}

/** The shortcuts of a manifest, in its order: those on messages and those of the whole workspace. */
export function readManifestShortcuts(manifest: URL | string = repositoryManifest): ManifestShortcut[] {
  return readFeatures(manifest).shortcuts.map(({ type, name, callback_id, description }) => ({
    type,
    name,
    callbackId: callback_id,
    description,
  }));
}
