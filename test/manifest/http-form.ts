import { parseDocument } from 'yaml';

/**
 * The manifest as `manifest.yml` has it is the Socket Mode form; this is the one for HTTP, where Slack must be
 * told where to send commands, events, clicks and typeahead.
 * @throws Error when the URL is none that Slack would take.
 */
export function httpForm(manifest: string, requestUrl: string): string {
  const url = URL.canParse(requestUrl) ? new URL(requestUrl) : undefined;
  if (url?.protocol !== 'https:') throw new Error('The request URL must be https, for instance https://bot.example');
  if (url.pathname === '/') url.pathname = '/slack/events';

  const document = parseDocument(manifest.replace(/^(?:#.*\n)+/, '# The Slack app in its HTTP form.\n'));
  for (const index of document.toJS().features.slash_commands.keys())
    document.setIn(['features', 'slash_commands', index, 'url'], url.href);
  document.setIn(['settings', 'event_subscriptions', 'request_url'], url.href);
  document.setIn(['settings', 'interactivity', 'request_url'], url.href);
  document.setIn(['settings', 'interactivity', 'message_menu_options_url'], url.href);
  document.setIn(['settings', 'socket_mode_enabled'], false);
  return document.toString();
}
