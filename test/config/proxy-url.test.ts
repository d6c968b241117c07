import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { proxyUrl } from '../../src/config/values.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minimal = {
  SLACK_BOT_TOKEN: 'xoxb-123',
  SLACK_SIGNING_SECRET: 'shh-quietly',
  TRANSFER_API_BASE_URL: 'https://bank.example/api/',
  TRANSFER_API_TOKEN: 'open-sesame',
};
const authorizationOf = (url: string) => proxyUrl.parse(url).authorization?.reveal();
const basic = (words: string) => `Basic ${Buffer.from(words).toString('base64')}`;

describe('a proxy’s URL', () => {
  it('holds its credentials percent-encoded', () => {
    expect(authorizationOf('http://jane:p%40ss%3Aw%C3%B6rd@proxy')).toBe(basic('jane:p@ss:wörd'));
    expect(authorizationOf('http://jane@proxy')).toBe(basic('jane:'));
    expect(authorizationOf('http://proxy')).toBeUndefined();
  });

  it('shows none of them by itself', () => {
    const parsed = proxyUrl.parse('http://jane:canary-words@proxy');
    const shown = inspect(parsed, { depth: null, showHidden: true }) + JSON.stringify(parsed);
    expect(shown).toContain('http://proxy');
    expect(shown).not.toMatch(/canary|jane/);
    expect(shown).not.toContain(basic('jane:canary-words').slice(6));
  });

  it('names what no log line may hold, but no short word by itself', () => {
    const secretsOf = (url: string) => proxyUrl.parse(url).secrets.map((secret) => secret.reveal());
    expect(secretsOf('http://jane:p%40ss-words@proxy')).toEqual(
      expect.arrayContaining(['jane:p%40ss-words', 'jane:p@ss-words', 'p@ss-words', 'p%40ss-words']),
    );
    expect(secretsOf('http://jane:bank@proxy')).toContain('jane:bank');
    expect(secretsOf('http://jane:bank@proxy')).not.toContain('bank');
    expect(secretsOf('http://proxy')).toEqual([]);
  });

  it.each([
    ['proxy', 'must be a URL'],
    ['proxy.example:3128', 'must be http or https'],
    ['socks5://proxy.example', 'must be http or https'],
    ['http://proxy.example/path', 'must hold no path, query or fragment'],
    ['http://proxy.example?a=1', 'must hold no path, query or fragment'],
    ['http://proxy.example/#a', 'must hold no path, query or fragment'],
    ['http://jane:100%@proxy.example', 'must hold its user and password percent-encoded'],
  ])('is refused: %s', (given, problem) => {
    expect(proxyUrl.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });
});

describe('the two proxies', () => {
  it('are each their own, and may be in files', () => {
    const file = path.join(temporaryFolder(), 'proxy');
    writeFileSync(file, 'http://jane:canary-words@two:3128\n');
    const config = loadConfig({ ...minimal, SLACK_PROXY_URL: 'http://one:3128', TRANSFER_API_PROXY_URL_FILE: file });
    expect(config.slackProxy?.url).toBe('http://one:3128');
    expect(config.transferApi.proxy?.url).toBe('http://two:3128');
    expect(config.transferApi.proxy?.authorization?.reveal()).toBe(basic('jane:canary-words'));
    expect(loadConfig({ ...minimal, SLACK_PROXY_URL_FILE: file }).slackProxy?.url).toBe('http://two:3128');
  });

  it('are not taken from the environment’s own variables', () => {
    const others = { HTTPS_PROXY: 'http://one', HTTP_PROXY: 'http://one', ALL_PROXY: 'http://one', NO_PROXY: '*' };
    const { slackProxy, transferApi } = loadConfig({ ...minimal, ...others });
    expect([slackProxy, transferApi.proxy]).toEqual([undefined, undefined]);
  });
});
