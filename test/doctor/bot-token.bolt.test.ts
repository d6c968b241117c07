import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { botToken, grantedScopes } from '../../src/doctor/slack.ts';
import { serverPort } from '../../src/ops/health.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { answering } from '../support/http-server.ts';

describe('the bot token', () => {
  it('is said to be of which workspace and bot', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(botToken)).toEqual(['ok Slack was reached: workspace Sandbox (T0SANDBOX), bot txnbot.']);
  });

  it('is not taken', async (test) => {
    const { examine } = await createExamined(test);
    const changes = { SLACK_BOT_TOKEN: 'xoxb-canary' };
    expect(await examine(botToken, changes)).toEqual([
      'PROBLEM Slack refused SLACK_BOT_TOKEN (invalid_auth). → Copy the token again from the app’s settings.',
    ]);
    expect(await examine(grantedScopes, changes)).toEqual([expect.stringContaining('note Not tried')]);
  });

  it('is not tried when it is wrong already', async (test) => {
    const { examine, slack } = await createExamined(test);
    expect(await examine(botToken, { SLACK_BOT_TOKEN: 'canary-of-another-kind' })).toEqual([
      'note Not tried: SLACK_BOT_TOKEN must be right first.',
    ]);
    expect(slack.requests).toEqual([]);
  });

  it('is of a whole organisation', async (test) => {
    const { examine, slack } = await createExamined(test);
    slack.setIdentity({ is_enterprise_install: true });
    expect(await examine(botToken)).toEqual([
      expect.stringMatching(/^PROBLEM The app is installed for a whole organisation.*→ Install it in that workspace/),
    ]);
  });

  it.for([
    [{ status: 503 }, /^PROBLEM Something answered http_503 in place of Slack\./],
    [
      { status: 429, headers: { 'retry-after': '30' } },
      /^PROBLEM Slack was asked too often with SLACK_BOT_TOKEN\. → Try again in a minute\.$/,
    ],
    [{ error: 'fatal_error' }, /^PROBLEM Slack refused SLACK_BOT_TOKEN \(fatal_error\)/],
  ] as const)('meets a Slack that answers %j', async ([failure, line], test) => {
    const { examine, slack } = await createExamined(test);
    slack.setFailure('auth.test', failure);
    expect(await examine(botToken)).toEqual([expect.stringMatching(line)]);
  });
});

describe('Slack', () => {
  it('is nowhere', async (test) => {
    const { examine, slack } = await createExamined(test);
    await slack.setListening(false);
    expect(await examine(botToken)).toEqual([
      'PROBLEM Slack was not reached (ECONNREFUSED). → Check SLACK_API_URL (if it is set) and that this machine may go there; behind a proxy, set SLACK_PROXY_URL.',
    ]);
  });

  it('has a name that nobody knows', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(botToken, { SLACK_API_URL: 'https://slack.bank.invalid/api' })).toEqual([
      expect.stringMatching(
        /^PROBLEM (?:DNS knows no such name \(ENOTFOUND\)|No DNS server gave an answer \(EAI_AGAIN\)), so Slack was not reached\./,
      ),
    ]);
  });

  it('has a certificate that nobody vouches for', async (test) => {
    const { examine } = await createExamined(test);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createServer({ key, cert }, answering(200, { ok: true }));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    test.onTestFinished(() => void server.close());
    expect(await examine(botToken, { SLACK_API_URL: `https://127.0.0.1:${serverPort(server)}/api` })).toEqual([
      expect.stringMatching(
        /^PROBLEM The certificate of Slack is not trusted \(\w+\)\. → .* in NODE_EXTRA_CA_CERTS\.$/,
      ),
    ]);
  });

  it('is reached through its proxy, and says so', async (test) => {
    const { examine } = await createExamined(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const [line] = await examine(botToken, { SLACK_PROXY_URL: proxy.url });
    expect(line).toMatch(/^ok Slack was reached, through SLACK_PROXY_URL: workspace Sandbox/);
    expect(proxy.tunnels).toHaveLength(1);
  });

  it('has a proxy whose certificate nobody vouches for', async (test) => {
    const { examine } = await createExamined(test);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const proxy = await startConnectProxy({ tls: { key, cert } });
    test.onTestFinished(() => proxy.close());
    expect(await examine(botToken, { SLACK_PROXY_URL: proxy.url })).toEqual([
      expect.stringMatching(
        /^PROBLEM The certificate of the proxy is not trusted \(proxy_\w+\)\. → .* in NODE_EXTRA_CA_CERTS\.$/,
      ),
    ]);
  });

  it.for([502, 503, 504])('is not reached by its proxy, which says %d', async (status, test) => {
    const { examine } = await createExamined(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    proxy.answerWith(status);
    expect(await examine(botToken, { SLACK_PROXY_URL: proxy.url })).toEqual([
      `PROBLEM The proxy answered, and did not reach Slack itself (proxy_${status}). → Check SLACK_API_URL (if it is set), and ask those who run the proxy whether it knows that name and can go there.`,
    ]);
  });

  it('has a proxy that wants another password', async (test) => {
    const { examine, slack } = await createExamined(test);
    const proxy = await startConnectProxy({ credentials: 'jane:right-words' });
    test.onTestFinished(() => proxy.close());
    const url = proxy.url.replace('right', 'canary');
    expect(await examine(botToken, { SLACK_PROXY_URL: url })).toEqual([
      'PROBLEM The proxy refused (HTTP 407) (proxy_407): nothing was sent to Slack. → Check the user and the password in SLACK_PROXY_URL, and that the proxy allows CONNECT to Slack.',
    ]);
    expect(slack.requests).toEqual([]);
  });
});
