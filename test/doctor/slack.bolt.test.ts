import { readFileSync } from 'node:fs';
import { workspace } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { appToken, botToken, channels, grantedScopes, ids, optionalScopes, scopes } from '../../src/doctor/slack.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

it('asks for nothing that no variable names', async (test) => {
  const { examine, slack } = await createExamined(test);
  for (const check of [ids, appToken]) expect(await examine(check)).toEqual([]);
  expect(slack.requests).toEqual([]);
});

it('knows the scopes of the manifest, and that Slack may not say which are granted', async (test) => {
  const manifest = parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'));
  expect(scopes).toEqual(manifest.oauth_config.scopes.bot);
  expect(optionalScopes).toEqual(manifest.oauth_config.scopes.bot_optional);
  const { examine } = await createExamined(test);
  const slack = await startServer(answering(200, { ok: true, team_id: 'T0HERE' }));
  test.onTestFinished(() => slack.close());
  expect(await examine(grantedScopes, { SLACK_API_URL: `${slack.url}/api` })).toEqual([
    'note Slack did not say which scopes the token has.',
  ]);
});

it('looks at two dozen ids at most, as the bot needs Slack’s limits too', async (test) => {
  const { examine, slack } = await createExamined(test);
  const thirty = Array.from({ length: 26 }, (_, i) => `U0A${i}`).join();
  const lines = await examine(ids, { ALLOWED_USERS: thirty });
  expect(lines).toHaveLength(25);
  expect(lines.at(-1)).toBe("note Not looked at, to leave Slack's limits to the bot: U0A24, U0A25.");
  expect(slack.requests.filter((where) => where === 'users.info')).toHaveLength(24);
});

it('names a Slack that does not say which channels are shared', async (test) => {
  const { examine, slack } = await createExamined(test);
  expect(await examine(channels)).toEqual([]);
  slack.setChannel(workspace.channelId, { is_shared: undefined });
  expect(await examine(channels)).toEqual([
    'note Slack says neither is_shared nor is_ext_shared of channels: answers there go to the person alone.',
  ]);
});

describe('a proxy', () => {
  it('leads to Slack, which is said', async (test) => {
    const { examine } = await createExamined(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const [line] = await examine(botToken, { HTTP_PROXY: proxy.url });
    expect(line).toMatch(/^ok Slack was reached, through a proxy: workspace Sandbox/);
    expect(proxy.tunnels).toHaveLength(1);
  });

  it('leads nobody to the socket’s host, and sees no ticket', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket', publicUrl: 'https://wss.bank.invalid' });
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    expect(await examine(appToken, { HTTP_PROXY: proxy.url })).toEqual([
      expect.stringMatching(
        /^PROBLEM The proxy refused \(HTTP 502\) \(proxy_502\): nothing was sent to the socket's host \(wss\.bank\.invalid\)\./,
      ),
    ]);
    expect(proxy.heard()).toContain('CONNECT wss.bank.invalid:443');
    expect(proxy.heard()).not.toContain('ticket=');
  });
});

describe('the host of the socket', () => {
  const reached = (url: string) =>
    `ok Slack gives an address for a socket, and the socket's host (${new URL(url).host}) is reached. It was not connected to.`;

  it('is reached, and no socket is opened', async (test) => {
    const { examine, slack } = await createExamined(test, { mode: 'socket' });
    expect(await examine(appToken)).toEqual([reached(slack.apiUrl)]);
    expect(slack.requests).toEqual(['apps.connections.open']);
    expect(slack.sockets).toHaveLength(0);
  });

  it('is reached where it hangs up on a plain request, by a proxy too', async (test) => {
    const hangingUp = await startServer(({ socket }) => socket.destroy());
    const proxy = await startConnectProxy();
    test.onTestFinished(async () => {
      await hangingUp.close();
      await proxy.close();
    });
    const { examine } = await createExamined(test, { mode: 'socket', publicUrl: hangingUp.url });
    for (const env of [{}, { HTTP_PROXY: proxy.url }])
      expect(await examine(appToken, env)).toEqual([reached(hangingUp.url)]);
  });
});
