import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Config, inspectConfig, Settings, secretsIn } from '../../src/config/config.ts';
import type { Env } from '../../src/config/environment.ts';
import { proxyUrl } from '../../src/config/values.ts';
import { loadConfig } from '../support/load-config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minimal = {
  SLACK_BOT_TOKEN: 'xoxb-123',
  SLACK_SIGNING_SECRET: 'shh-quietly',
  TRANSFER_API_BASE_URL: 'https://bank.example/api/',
  TRANSFER_API_TOKEN: 'open-sesame',
};

const withSecrets: Record<string, string> = {
  ...minimal,
  SLACK_APP_TOKEN: 'xapp-12345',
  AUDIT_HASH_KEY: 'a-key-to-hash',
  REDIS_URL: 'redis://key',
};

const problemsOf = (env: Env) => inspectConfig(env).problems;

function secretsOf({ connection, slackBotToken, transferApi, audit, redisUrl }: Config): (string | undefined)[] {
  const { appToken, signingSecret } = connection;
  const secrets = [slackBotToken, appToken, signingSecret, transferApi.token, audit.hashKey, redisUrl];
  return secrets.map((secret) => secret?.reveal());
}

describe('a right configuration', () => {
  it('has the documented defaults', () => {
    expect(loadConfig(minimal)).toMatchObject({
      slackApiUrl: undefined,
      connection: { appToken: undefined, port: 3000 },
      healthPort: 8080,
      healthHost: undefined,
      transferApi: { baseUrl: 'https://bank.example/api', proxy: undefined, tokenFile: undefined, timeoutMs: 8000 },
      banks: { ttlMs: 3_600_000, maxStaleMs: 86_400_000 },
      access: { channels: [], users: [], userGroups: [], listUserGroups: [], bankAllowed: 'same', contact: undefined },
      rateLimits: { perPersonPerMinute: 60, totalPerMinute: 1200 },
      audit: { log: 'stdout', hashKey: undefined },
      redisUrl: undefined,
      commandSuffix: '',
      currency: undefined,
      blocks: 'auto',
      shareAccountNumbers: 'masked',
      referencePattern: undefined,
      rememberMs: 86_400_000,
      watches: {
        waitsMs: [30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000],
        lastsMs: 86_400_000,
        totalMax: 1000,
      },
      lists: { max: 1000, perDay: 5000 },
      state: { path: 'state', isNamed: false },
      logLevel: 'info',
    });
  });

  it('holds each secret for itself, and shows none', () => {
    const config = loadConfig(withSecrets);
    const secrets = ['xoxb-123', 'xapp-12345', 'shh-quietly', 'open-sesame', 'a-key-to-hash', 'redis://key'];
    expect(secretsOf(config)).toEqual(secrets);
    const shown = inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it('reads lists of ids, however they are parted', () => {
    const given = {
      ALLOWED_CHANNELS: 'C0ONE, G0TWO\n D0THREE,,',
      ALLOWED_USERS: 'U0ONE W0TWO',
      BATCH_USER_GROUPS: 'S0ONE',
    };
    const { access } = loadConfig({ ...minimal, ...given });
    expect(access).toMatchObject({
      channels: ['C0ONE', 'G0TWO', 'D0THREE'],
      users: ['U0ONE', 'W0TWO'],
      userGroups: [],
      listUserGroups: ['S0ONE'],
    });
  });

  it('reads waits in seconds, minutes and hours', () => {
    const config = loadConfig({ ...minimal, WATCH_SCHEDULE: '1s, 2m 24h,', WATCH_HOURS: '168', WATCH_MAX: '10000' });
    expect(config.watches).toEqual({ waitsMs: [1_000, 120_000, 86_400_000], lastsMs: 604_800_000, totalMax: 10_000 });
  });

  it('takes blanks around a value away, and takes an empty one for unset', () => {
    const given = {
      TRANSFER_API_TOKEN: ' open-sesame\n',
      CURRENCY: '',
      STATE_DIR: '/var/lib/txnbot',
      BLOCKS: 'classic',
    };
    const config = loadConfig({ ...minimal, ...given });
    expect(config.transferApi.token.reveal()).toBe('open-sesame');
    expect(config.currency).toBeUndefined();
    expect(config.state).toEqual({ path: '/var/lib/txnbot', isNamed: true });
    expect(config.blocks).toBe('classic');
  });

  it.each(
    Object.entries({
      HEALTH_HOST: ['127.0.0.1', '::1', '0.0.0.0', 'localhost'],
      REDIS_URL: [
        'redis://redis',
        'redis://127.0.0.1:6379/1',
        'redis://:p%40ss@[::1]:6379',
        'rediss://txnbot:password@redis.example:6380/0',
      ],
      TRANSFER_API_BASE_URL: ['http://127.0.0.1:9/x', 'http://localhost:9', 'http://[::1]:9', 'https://bank.example'],
    }),
  )('takes for %s %j', (name, values) => {
    for (const value of values) {
      const { healthHost, redisUrl, transferApi } = loadConfig({ ...minimal, [name]: value });
      expect([healthHost, redisUrl?.reveal(), transferApi.baseUrl]).toContain(value);
    }
  });
});

describe('a wrong configuration', () => {
  it.each(['', ' ', ',', ' , ,\n'])('restricts nobody in silence: %j names nothing', (nothing) => {
    const names = ['ALLOWED_CHANNELS', 'ALLOWED_USERS', 'ALLOWED_USER_GROUPS'];
    const env = Object.fromEntries(names.map((name) => [name, nothing]));
    expect(problemsOf({ ...minimal, ...env })).toEqual(
      names.map((name) => expect.stringMatching(`^${name} is set and names nothing`)),
    );
  });

  it('names every problem at once, in HTTP mode the signing secret too', () => {
    const named = problemsOf({ PORT: 'x' }).map((line) => line.split(' ')[0]);
    expect(named.sort()).toEqual([...Object.keys(minimal), 'PORT'].sort());
  });

  it.each(
    Object.entries({
      SLACK_BOT_TOKEN: ['xoxp-canary'],
      SLACK_APP_TOKEN: ['canary'],
      SLACK_SIGNING_SECRET: ['xoxb-canary', '"canary-secret"', 'Bearer canary'],
      TRANSFER_API_TOKEN: ['can\r\nary', 'can ary', 'canary!', 'xapp-canary', "'canary-token'"],
      TRANSFER_API_BASE_URL: [
        'canary',
        'http://canary.example',
        'http://canary.localhost',
        'ftp://localhost/canary',
        'https://user:canary@bank.example',
        'https://bank.example?canary=1',
      ],
      SLACK_API_URL: ['http://canary.example/api/'],
      HTTPS_PROXY: ['canary:3128'],
      HTTP_PROXY: ['http://user:canary@proxy.example/path'],
      PORT: ['canary', '65536'],
      HEALTH_PORT: ['-1', '3000'],
      HEALTH_HOST: ['-canary', '[::canary]', '10.0.0.256', 'canary:8080'],
      TRANSFER_API_TIMEOUT_MS: ['99'],
      BANK_LIST_TTL_SECONDS: ['1.5'],
      CURRENCY: ['canary'],
      LOG_LEVEL: ['canary'],
      ALLOWED_CHANNELS: ['C0SUPPORT, #canary', 'U0CANARY'],
      ALLOWED_USERS: ['canary', 'B0CANARY', 'u0canary'],
      ALLOWED_USER_GROUPS: ['U0CANARY, canary', 'U0CANARY'],
      ACCESS_CONTACT: ['canary'.repeat(40)],
      BANK_ALLOWED: ['canary'],
      RATE_LIMIT_PER_MINUTE: ['often'],
      TRANSFER_API_TOKEN_FILE: ['/nowhere/canary'],
      SHARE_ACCOUNT_NUMBERS: ['canary'],
      COMMAND_SUFFIX: ['canary', 'canary-x', '-Canary', '- canary', `-canary${'x'.repeat(21)}`],
      REMEMBER_HOURS: ['canary', '169'],
      REDIS_URL: [
        'redis.canary',
        'https://canary.example',
        'redis:///canary',
        'redis://:canary%zz@redis',
        'redis://:canary%ff@redis',
        'redis://redis/0?password=canary',
        'redis://redis/0#canary',
        'redis://redis/0 canary',
      ],
      REFERENCE_PATTERN: ['(canary', '(?=canary)x'],
      WATCH_SCHEDULE: ['canary', '0m', '500ms', '1m,25h', '7', '7m,'.repeat(51)],
      WATCH_HOURS: ['0', '169'],
      WATCH_MAX: ['10001'],
      BLOCKS: ['current'],
    }),
  )('says what is wrong with %s, never its value: %j', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ ...minimal, [name]: value });
      expect(problems[0], value).toMatch(new RegExp(`^${name} .{5,}`));
      expect(problems.join()).not.toContain('canary');
      expect(problems.join()).not.toContain(value);
    }
  });
});

it('says of a token with its scheme, and of one in quotation marks, what to leave out', () => {
  const problemOf = (TRANSFER_API_TOKEN: string) => problemsOf({ ...minimal, TRANSFER_API_TOKEN });
  expect(problemOf('Bearer canary-token')).toEqual([
    'TRANSFER_API_TOKEN begins with the word Bearer, which txnbot adds itself: leave it out',
  ]);
  expect(problemOf('"canary-token"')).toEqual([
    expect.stringMatching(/^TRANSFER_API_TOKEN stands in quotation marks, .*: leave them out/),
  ]);
});

describe('a name that is no setting', () => {
  it.each([
    ['ALLOWED_CHANNEL', 'ALLOWED_CHANNELS'],
    ['ALOWED_USERS', 'ALLOWED_USERS'],
    ['ALLOWED_TEAM_CHANNELS', 'ALLOWED_CHANNELS'], // far from any, and people would believe that it restricts
    ['BATCH_USER_GROUP', 'BATCH_USER_GROUPS'],
    ['SLACK_APP_TOKEN_FIEL', 'SLACK_APP_TOKEN_FILE'],
  ])('ends the start where it is spelt nearly as one: %s', (name, meant) => {
    expect(problemsOf({ ...minimal, [name]: 'canary' })).toEqual([`${name} is no setting: did you mean ${meant}?`]);
    expect(problemsOf({ ...minimal, [name]: 'canary', [meant]: withSecrets.AUDIT_HASH_KEY }).join()).not.toContain(
      `${name} is`,
    );
  });

  it.each([
    'SLACK_TOKEN',
    'FTP_PROXY',
    'ALL_PROXY',
    'NO_COLOR',
    'HOST',
    'STATE_DIRECTORY',
    'PORTS',
    'REDIS_SERVICE_HOST',
  ])('is another program’s otherwise: %s', (name) => {
    expect(problemsOf({ ...minimal, [name]: 'x' })).toEqual([]);
  });
});

describe('a secret in a file of its own', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const file = (text: string | Buffer) => {
    const place = path.join(folder, 'secret');
    writeFileSync(place, text);
    return place;
  };
  const all = withSecrets;
  const names = Object.keys(all).filter((name) => name !== 'TRANSFER_API_BASE_URL');
  const without = (name: string) => Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  const values = (env: Record<string, string>) => secretsOf(loadConfig(env));

  it('is read beside each secret, without the blanks around it, through a link too', () => {
    const link = path.join(folder, 'link');
    symlinkSync('secret', link);
    for (const name of names) {
      expect(values({ ...without(name), [`${name}_FILE`]: file(`\ufeff ${all[name]}\r\n\n`) })).toEqual(values(all));
      expect(values({ ...without(name), [`${name}_FILE`]: link })).toEqual(values(all));
    }
  });

  it.each(names)('is named when it is not usable: %s_FILE', (name) => {
    const problems = (value: string, env = without(name)) => problemsOf({ ...env, [`${name}_FILE`]: value });
    expect(problems(file('some-canary'), all)).toEqual([`${name}_FILE and ${name} are both set: give one of them`]);
    expect(problems(path.join(folder, 'nowhere'))).toEqual([`${name}_FILE cannot be read`]);
    const pipe = path.join(folder, `${name}.pipe`);
    spawnSync('mkfifo', [pipe]);
    for (const endless of [folder, pipe, file('x'.repeat(65_537))])
      expect(problems(endless)).toEqual([`${name}_FILE must name a regular file of at most 64 kB`]);
    expect(problems(file(' \n'))).toEqual([`${name}_FILE is empty`]);
    for (const text of ['can\nary-canary', 'canäry-canary']) {
      const found = problems(file(text)).join();
      expect(found).toMatch(new RegExp(`^${name} `));
      expect(found).not.toMatch(/can.?ary/);
    }
  });

  it('counts beside an empty variable, and can be replaced while the bot runs', () => {
    const place = file('open-sesame');
    const { transferApi } = loadConfig({ ...all, TRANSFER_API_TOKEN: ' ', TRANSFER_API_TOKEN_FILE: place });
    expect([transferApi.token.reveal(), transferApi.tokenFile]).toEqual(['open-sesame', place]);
  });
});

const inSocketMode = {
  SLACK_BOT_TOKEN: 'xoxb-123456',
  SLACK_APP_TOKEN: 'xapp-123456',
  TRANSFER_API_BASE_URL: 'https://transfers.example.com',
  TRANSFER_API_TOKEN: 'open-sesame',
};

describe('any environment', () => {
  it('has a configuration or a problem', () => {
    const value = fc.constantFrom('', 'x', '8080', 'xoxb-canary', 'xapp-canary', 'https://a.example', 'C0A', 'same');
    const name = fc.constantFrom(...Object.keys(Settings.shape), 'SLACK_BOT_TOKEN_FILE', 'AUDIT_HASH_KEY_FILE');
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.boolean(), (some, isBase) => {
        const env = isBase ? { ...inSocketMode, ...some } : some;
        const { problems, config } = inspectConfig(env);
        expect(config === undefined).toBe(problems.length > 0);
      }),
    );
  });
});

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
    ['socks5://proxy.example', 'must be http or https'],
    ['http://proxy.example/path', 'must hold no path, query or fragment'],
    ['http://jane:100%@proxy.example', 'must hold its user and password percent-encoded'],
  ])('is refused: %s', (given, problem) => {
    expect(proxyUrl.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });
});

describe('a proxy of the environment', () => {
  const socket = { ...minimal, SLACK_APP_TOKEN: 'xapp-12345' };
  const waysOf = (env: Env) => {
    const { slackProxy, transferApi } = loadConfig({ ...socket, ...env });
    return [slackProxy?.url, transferApi.proxy?.url];
  };

  it.each<[string, Env, (string | undefined)[]]>([
    ['leads to Slack and to the service', { HTTPS_PROXY: 'http://one:3128' }, ['http://one:3128', 'http://one:3128']],
    [
      'counts in lower case first',
      { HTTPS_PROXY: 'http://one', https_proxy: 'http://two' },
      ['http://two', 'http://two'],
    ],
    [
      'is another one for http',
      { http_proxy: 'http://one', TRANSFER_API_BASE_URL: 'http://localhost:1' },
      [undefined, 'http://one'],
    ],
  ])('%s', (_what, env, ways) => {
    expect(waysOf(env)).toEqual(ways);
  });

  it.each([
    ['bank.example', true],
    ['.example other.invalid', true],
    ['*.BANK.example', true],
    ['other,bank.example:443', true],
    ['*', true],
    ['bank.example:8443, ank.example, bank', false],
    [' , ', false],
  ])('does not lead where NO_PROXY is %j: %j', (exempt, isExempt) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      const [, way] = waysOf({ HTTPS_PROXY: 'http://one', [name]: exempt });
      expect(way).toBe(isExempt ? undefined : 'http://one');
    }
  });

  it.each([
    ['http://[::1]:8080', '::1'],
    ['http://[::1]:8080', '[::1]:8080'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://localhost', 'localhost:80'],
  ])('does not lead to %s with NO_PROXY=%s', (url, exempt) => {
    expect(waysOf({ HTTP_PROXY: 'http://one', NO_PROXY: exempt, TRANSFER_API_BASE_URL: url })[1]).toBeUndefined();
  });

  it('may be in a file, and hides its password where it leads nowhere too', () => {
    const file = path.join(temporaryFolder(), 'proxy');
    writeFileSync(file, 'http://jane:canary-words@two:3128\n');
    const config = loadConfig({ ...minimal, HTTPS_PROXY_FILE: file, NO_PROXY: '*' });
    expect(config.slackProxy).toBeUndefined();
    expect(secretsIn(config)).toContain('canary-words');
  });
});
