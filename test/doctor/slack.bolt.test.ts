import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { appToken, botToken, ids, optionalScopes, scopes } from '../../src/doctor/slack.ts';
import { bankList } from '../../src/doctor/surroundings.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

it('knows the scopes of the manifest, and that Slack may not say which are granted', async (test) => {
  const manifest = parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'));
  expect(scopes).toEqual(manifest.oauth_config.scopes.bot);
  expect(optionalScopes).toEqual(manifest.oauth_config.scopes.bot_optional);
  const { examine } = await createExamined(test);
  const slack = await startServer(answering(200, { ok: true, team_id: 'T0HERE' }));
  test.onTestFinished(() => slack.close());
  expect(await examine(botToken, { SLACK_API_URL: `${slack.url}/api` })).toContain(
    'note Slack did not say which scopes the token has.',
  );
});

it('looks at two dozen ids at most, as the bot needs Slack’s limits too', async (test) => {
  const { examine, slack } = await createExamined(test);
  const thirty = Array.from({ length: 26 }, (_, i) => `U0A${i}`).join();
  const lines = await examine(ids, { ALLOWED_USERS: thirty });
  expect(lines).toHaveLength(25);
  expect(lines.at(-1)).toBe("note Not looked at, to leave Slack's limits to the bot: U0A24, U0A25.");
  expect(slack.requests.filter((where) => where === 'users.info')).toHaveLength(24);
});

it('says that a proxy is on the way, and where it leads nobody; it sees no ticket', async (test) => {
  const { examine } = await createExamined(test, { mode: 'socket', publicUrl: 'https://wss.bank.invalid' });
  const proxy = await startConnectProxy();
  test.onTestFinished(() => proxy.close());
  const lines = [];
  for (const check of [botToken, bankList, appToken]) lines.push((await examine(check, { HTTP_PROXY: proxy.url }))[0]);
  expect(lines).toEqual([
    expect.stringMatching(/^ok Slack was reached, through a proxy: workspace Sandbox/),
    expect.stringMatching(/^ok .* through a proxy, and took the token\. Banks: 119,/),
    expect.stringMatching(/^PROBLEM The socket's host \(wss\.bank\.invalid\) was not reached \(proxy_502\)/),
  ]);
  expect(proxy.heard()).toContain('CONNECT wss.bank.invalid:443');
  expect(proxy.heard()).not.toContain('ticket=');
});

it('reaches the host of the socket, and opens none, also where it hangs up on a plain request', async (test) => {
  const reached = (url: string) =>
    `ok Slack gives an address for a socket, and the socket's host (${new URL(url).host}) is reached. It was not connected to.`;
  const { examine, slack } = await createExamined(test, { mode: 'socket' });
  expect(await examine(appToken)).toEqual([reached(slack.apiUrl)]);
  expect([slack.requests, slack.sockets.length]).toEqual([['apps.connections.open'], 0]);

  const hangingUp = await startServer(({ socket }) => socket.destroy());
  const proxy = await startConnectProxy();
  test.onTestFinished(async () => {
    await hangingUp.close();
    await proxy.close();
  });
  const other = await createExamined(test, { mode: 'socket', publicUrl: hangingUp.url });
  for (const env of [{}, { HTTP_PROXY: proxy.url }])
    expect(await other.examine(appToken, env)).toEqual([reached(hangingUp.url)]);
});
