import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../src/commands/ask.ts';
import { httpForm, withSuffix } from './manifest/manifest.ts';

const text = readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8');
const manifest = parse(text);

describe('the manifest', () => {
  it('has the commands that the bot answers, in the same words', () => {
    expect(manifest.features.slash_commands).toEqual(
      commands.map(({ name, usage, summary }) => ({
        command: `/${name}`,
        description: summary,
        usage_hint: usage,
        should_escape: false,
      })),
    );
  });

  it('stays within what Slack takes', () => {
    const { name, description } = manifest.display_information;
    expect(manifest._metadata.major_version).toBe(1);
    expect(name.length).toBeLessThanOrEqual(35);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(manifest.features.bot_user.display_name.length).toBeLessThanOrEqual(80);
    for (const { name, description } of manifest.features.shortcuts) {
      expect(name.length).toBeLessThanOrEqual(24);
      expect(description.length).toBeLessThanOrEqual(150);
    }
    for (const { command } of manifest.features.slash_commands) expect(command).toMatch(/^\/[a-z-]{1,31}$/);
  });

  it('hears no more than it answers', () => {
    expect(manifest.settings.event_subscriptions.bot_events).toEqual(['app_home_opened', 'app_mention', 'message.im']);
  });

  it('is the Socket Mode form: no address of ours', () => {
    expect(manifest.settings).toMatchObject({ socket_mode_enabled: true, interactivity: { is_enabled: true } });
    expect(text).not.toMatch(/\burl:/);
  });
});

describe('with a suffix', () => {
  const suffix = '-staging';
  const form = parse(withSuffix(text, suffix));

  it('differs in the names of the commands and of the app, and in nothing else', () => {
    const expected = parse(text);
    expected.display_information.name = 'txnbot-staging';
    expected.features.bot_user.display_name = 'txnbot-staging';
    for (const entry of expected.features.slash_commands) entry.command += suffix;
    expect(form).toEqual(expected);
    expect(withSuffix(text, '')).toBe(text);
  });
});

describe('its HTTP form', () => {
  it.each(['https://bot.example', 'https://bot.example/', 'https://bot.example/slack/events'])(
    'says where %s is, everywhere',
    (url) => {
      const form = parse(httpForm(text, url));
      const requestUrl = 'https://bot.example/slack/events';
      expect(form.settings.socket_mode_enabled).toBe(false);
      expect(form.settings.event_subscriptions.request_url).toBe(requestUrl);
      expect(httpForm(text, url)).not.toContain('Socket Mode');
      expect(form.settings.interactivity).toEqual({
        is_enabled: true,
        request_url: requestUrl,
        message_menu_options_url: requestUrl,
      });
      for (const command of form.features.slash_commands) expect(command.url).toBe(requestUrl);
    },
  );

  it.each(['http://bot.example', 'bot.example', ''])('is not made for %j', (url) => {
    expect(() => httpForm(text, url)).toThrow('must be https');
  });
});
