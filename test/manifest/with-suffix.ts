import { parseDocument } from 'yaml';
import { appName, commandNames } from '../../src/command-names.ts';

/** The manifest of an installation with `COMMAND_SUFFIX`: its commands, and the names by which people tell it apart. */
export function withSuffix(manifest: string, suffix: string): string {
  if (suffix === '') return manifest;
  const { slash } = commandNames(suffix);
  const document = parseDocument(manifest);
  document.setIn(['display_information', 'name'], appName(suffix));
  document.setIn(['features', 'bot_user', 'display_name'], appName(suffix));
  const { slash_commands: commands } = document.toJS().features;
  for (const [index, { command }] of commands.entries())
    document.setIn(['features', 'slash_commands', index, 'command'], slash.write(command.slice(1)));
  return document.toString();
}
