import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../src/config.ts';
import { Secret } from '../src/secret.ts';

const minimal = {
  SLACK_BOT_TOKEN: 'xoxb-123',
  SLACK_SIGNING_SECRET: 'shh-quietly',
  TRANSFER_API_BASE_URL: 'https://bank.example/api/',
  TRANSFER_API_TOKEN: 'open-sesame',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('a right configuration', () => {
  it('has the documented defaults', () => {
    expect(loadConfig(minimal)).toEqual({
      slackBotToken: new Secret('xoxb-123'),
      slackApiUrl: undefined,
      connection: { appToken: undefined, signingSecret: new Secret('shh-quietly'), port: 3000 },
      healthPort: 8080,
      transferApi: {
        baseUrl: 'https://bank.example/api',
        token: new Secret('open-sesame'),
        tokenFile: undefined,
        timeoutMs: 8000,
      },
      banks: { ttlMs: 3_600_000, maxStaleMs: 86_400_000 },
      access: { channels: [], users: [], userGroups: [], bankAllowed: 'same', contact: undefined },
      rateLimits: { perPersonPerMinute: 60, totalPerMinute: 1200 },
      audit: { log: 'stdout', hashKey: undefined },
      commandSuffix: '',
      currency: undefined,
      shareAccountNumbers: 'masked',
      referencePattern: undefined,
      logLevel: 'info',
    });
  });

  it('needs no signing secret in Socket Mode', () => {
    const { SLACK_SIGNING_SECRET: _, ...env } = minimal;
    expect(loadConfig({ ...env, SLACK_APP_TOKEN: 'xapp-123' }).connection.appToken?.reveal()).toBe('xapp-123');
  });

  it('takes blanks around a value away, and takes an empty one for unset', () => {
    const config = loadConfig({ ...minimal, TRANSFER_API_TOKEN: ' open-sesame\n', CURRENCY: '' });
    expect(config.transferApi.token.reveal()).toBe('open-sesame');
    expect(config.currency).toBeUndefined();
  });

  it.each(['http://127.0.0.1:9/x', 'http://localhost:9', 'http://[::1]:9', 'https://bank.example'])(
    'may ask %s',
    (TRANSFER_API_BASE_URL) => {
      expect(problemsOf({ ...minimal, TRANSFER_API_BASE_URL })).toEqual([]);
    },
  );
});

describe('a wrong configuration', () => {
  it('names every problem at once, in HTTP mode the signing secret too', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', CURRENCY: 'XYZ1' }).map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'SLACK_BOT_TOKEN',
        'SLACK_SIGNING_SECRET',
        'TRANSFER_API_BASE_URL',
        'TRANSFER_API_TOKEN',
        'PORT',
        'LOG_LEVEL',
        'CURRENCY',
      ]),
    );
  });

  it.each([
    ['SLACK_BOT_TOKEN', 'xoxp-canary'],
    ['SLACK_APP_TOKEN', 'canary'],
    ['TRANSFER_API_TOKEN', 'can\r\nary'],
    ['TRANSFER_API_TOKEN', 'can ary'],
    ['TRANSFER_API_BASE_URL', 'canary'],
    ['TRANSFER_API_BASE_URL', 'http://canary.example'],
    ['TRANSFER_API_BASE_URL', 'ftp://canary.example'],
    ['TRANSFER_API_BASE_URL', 'https://user:canary@bank.example'],
    ['TRANSFER_API_BASE_URL', 'https://bank.example?canary=1'],
    ['SLACK_API_URL', 'http://canary.example/api/'],
    ['PORT', 'canary'],
    ['PORT', '65536'],
    ['HEALTH_PORT', '-1'],
    ['TRANSFER_API_TIMEOUT_MS', '99'],
    ['BANK_LIST_TTL_SECONDS', '1.5'],
    ['CURRENCY', 'canary'],
    ['LOG_LEVEL', 'canary'],
    ['ALLOWED_CHANNELS', 'C0SUPPORT, #canary'],
    ['ALLOWED_USERS', 'canary'],
    ['ALLOWED_USER_GROUPS', 'U0CANARY, canary'],
    ['BANK_ALLOWED', 'canary'],
    ['RATE_LIMIT_PER_MINUTE', 'often'],
    ['HEALTH_PORT', '3000'],
    ['TRANSFER_API_TOKEN_FILE', '/nowhere/canary'],
    ['TRANSFER_API_TOKEN', 'canary!'],
    ['SHARE_ACCOUNT_NUMBERS', 'canary'],
    ['COMMAND_SUFFIX', 'canary'],
    ['COMMAND_SUFFIX', '-Canary'],
    ['COMMAND_SUFFIX', '- canary'],
    ['COMMAND_SUFFIX', `-canary${'x'.repeat(21)}`],
    ['REFERENCE_PATTERN', '(canary'],
    ['REFERENCE_PATTERN', '(?=canary)x'],
  ])('says what is wrong with %s, never its value', (name, value) => {
    const problems = problemsOf({ ...minimal, [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(new RegExp(`^${name} .{5,}`));
    expect(problems.join()).not.toContain('canary');
    expect(problems.join()).not.toContain(value);
  });
});
