import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ManifestCommand } from './types.ts';

const manifestSchema = z.looseObject({
  features: z.looseObject({
    slash_commands: z.array(
      z.looseObject({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }),
    ),
  }),
});

const repositoryManifest = new URL('../../../manifest.yml', import.meta.url);

/** The slash commands of a manifest, in its order, so that the page offers what Slack's own composer would. */
export function readManifestCommands(manifest: URL | string = repositoryManifest): ManifestCommand[] {
  const { features } = manifestSchema.parse(parse(readFileSync(manifest, 'utf8')));
  return features.slash_commands.map(({ command, description, usage_hint }) => ({
    command,
    description,
    usageHint: usage_hint,
  }));
}
