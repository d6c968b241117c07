import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../src/commands/ask.ts';
import { httpForm, withSuffix } from './manifest/manifest.ts';

const text = readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8');
const manifest = parse(text);

it('the manifest lists the commands that the bot answers, with the same usage', () => {
  expect(manifest.features.slash_commands).toEqual(
    commands.map(({ name, usage, summary }) => ({
      command: `/${name}`,
      description: summary,
      usage_hint: usage,
      should_escape: false,
    })),
  );
});

it('the manifest subscribes to handled events alone; in Socket Mode it has no URL', () => {
  expect(manifest.settings.event_subscriptions.bot_events).toEqual([
    'app_home_opened',
    'app_mention',
    'message.im',
  ]);
  expect(manifest.settings).toMatchObject({
    socket_mode_enabled: true,
    interactivity: { is_enabled: true },
  });
  expect(text).not.toMatch(/\burl:/);
});

it('the manifest for COMMAND_SUFFIX differs only in the names of commands and app', () => {
  const expected = parse(text);
  expected.display_information.name = 'txnbot-staging';
  expected.features.bot_user.display_name = 'txnbot-staging';
  for (const entry of expected.features.slash_commands) entry.command += '-staging';
  expect(parse(withSuffix(text, '-staging'))).toEqual(expected);
  expect(withSuffix(text, '')).toBe(text);
});

it.each(['', '/', '/slack/events'])(
  'the manifest for HTTP mode has the URL https://bot.example%s wherever Slack needs one',
  (path) => {
    const form = httpForm(text, `https://bot.example${path}`);
    const request_url = 'https://bot.example/slack/events';
    const { settings, features } = parse(form);
    expect(form).not.toContain('Socket Mode');
    const interactivity = { is_enabled: true, request_url, message_menu_options_url: request_url };
    expect(settings).toMatchObject({
      socket_mode_enabled: false,
      event_subscriptions: { request_url },
      interactivity,
    });
    for (const { url } of features.slash_commands) expect(url).toBe(request_url);
  },
);

it.each(['http://bot.example', 'bot.example', ''])(
  'the manifest for HTTP mode is refused for the URL %j',
  (url) => {
    expect(() => httpForm(text, url)).toThrow('must be https');
  },
);
