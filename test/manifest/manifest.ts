import { parseDocument } from 'yaml';
import { appName, commandNames } from '../../src/command.ts';

/**
 * The manifest as `manifest.yml` has it is the Socket Mode form; this is the one for HTTP, where
 * Slack must be told where to send commands, events, clicks and typeahead.
 * @throws Error when the URL is none that Slack would take.
 */
export function httpForm(manifest: string, requestUrl: string): string {
  const url = URL.canParse(requestUrl) ? new URL(requestUrl) : undefined;
  if (url?.protocol !== 'https:')
    throw new Error('The request URL must be https, for instance https://bot.example');
  if (url.pathname === '/') url.pathname = '/slack/events';

  const document = parseDocument(
    manifest.replace(/^(?:#.*\n)+/, '# The Slack app in its HTTP form.\n'),
  );
  for (const index of document.toJS().features.slash_commands.keys())
    document.setIn(['features', 'slash_commands', index, 'url'], url.href);
  document.setIn(['settings', 'event_subscriptions', 'request_url'], url.href);
  document.setIn(['settings', 'interactivity', 'request_url'], url.href);
  document.setIn(['settings', 'interactivity', 'message_menu_options_url'], url.href);
  document.setIn(['settings', 'socket_mode_enabled'], false);
  return document.toString();
}

/**
 * The manifest of an installation with `COMMAND_SUFFIX`: its commands, and the names by which
 * people tell it apart.
 */
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
