import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, inspect } from 'node:util';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProxyUrl } from '../../src/config/proxy-settings.ts';
import type { Env } from '../../src/config/read-environment.ts';
import { Secret } from '../../src/config/secret.ts';
import { inspectConfig, secretsIn, settings } from '../../src/config/settings.ts';
import { loadConfig } from '../support/load-config.ts';
import { logLines } from '../support/log-lines.ts';
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
  HTTPS_PROXY: 'http://jane:p%40ss-words@proxy',
};

const problemsOf = (env: Env) => inspectConfig(env).problems;

describe('a right configuration', () => {
  it('the README of config has a row for each setting, with the default that is in the code', () => {
    const readme = readFileSync('src/config/README.md', 'utf8');
    const rows = [...readme.matchAll(/^\| (`[A-Z_`, ]+) \| ([^|]+) \|/gm)];
    const documented = rows.flatMap(([, names = '', defaults = '']) => {
      const values = defaults.split(', ');
      return names
        .split(', ')
        .map((name, at) => [name.replaceAll('`', ''), values[at] ?? ''] as const);
    });
    const missing = settings.filter(({ variable }) => !readme.includes(`\`${variable}`));
    expect(missing).toEqual([]);

    const set = documented.filter(([, value]) => /^[\w,]+$/.test(value) && value !== 'required');
    expect(set).toHaveLength(19);
    expect(loadConfig({ ...minimal, ...Object.fromEntries(set) })).toEqual(loadConfig(minimal));
  });

  it('a configuration holds each secret in an object that does not print it', () => {
    const config = loadConfig({ ...withSecrets, NO_PROXY: '*' }); // a proxy's password also where it leads nowhere
    const {
      SLACK_BOT_TOKEN,
      SLACK_SIGNING_SECRET,
      SLACK_APP_TOKEN,
      TRANSFER_API_TOKEN,
      AUDIT_HASH_KEY,
    } = withSecrets;
    const secrets = [
      SLACK_BOT_TOKEN,
      SLACK_SIGNING_SECRET,
      SLACK_APP_TOKEN,
      TRANSFER_API_TOKEN,
      AUDIT_HASH_KEY,
    ];
    const encoded = btoa('jane:p@ss-words');
    const words = ['jane:p%40ss-words', 'jane:p@ss-words', 'p%40ss-words', 'p@ss-words'];
    const ofProxy = [...words, encoded, `Basic ${encoded}`];
    expect(new Set(secretsIn(config))).toEqual(new Set([...secrets, 'redis://key', ...ofProxy]));
    const shown = inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config);
    expect(shown).toContain('http://proxy');
    for (const secret of secretsIn(config)) expect(shown).not.toContain(secret);
  });

  it.each<[Record<string, string>, object]>([
    [
      { ALLOWED_CHANNELS: 'C0ONE, G0TWO\n D0THREE,,' },
      { access: { channels: ['C0ONE', 'G0TWO', 'D0THREE'] } },
    ],
    [{ ALLOWED_USERS: 'U0ONE W0TWO' }, { access: { users: ['U0ONE', 'W0TWO'], userGroups: [] } }],
    [{ BATCH_USER_GROUPS: 'S0ONE' }, { access: { listUserGroups: ['S0ONE'] } }],
    [{ WATCH_SCHEDULE: '1s, 2m 24h,' }, { watches: { waitsMs: [1_000, 120_000, 86_400_000] } }],
    [
      { WATCH_HOURS: '168', WATCH_MAX: '10000' },
      { watches: { lastsMs: 604_800_000, totalMax: 10_000 } },
    ],
    [{ BATCH_MAX: '26' }, { lists: { max: 26 } }],
    [{ CURRENCY: '' }, { currency: undefined }],
    [{ LOG_LEVEL: ' ' }, { logLevel: 'info' }],
    [{ COMMAND_SUFFIX: '-staging_2' }, { commandSuffix: '-staging_2' }],
    [{ REFERENCE_PATTERN: '\\^[^$]\\$[\\]^]' }, { referencePattern: '\\^[^$]\\$[\\]^]' }],
    [
      { REFERENCE_PATTERN: '\\Q^\\E[]$][[:alnum:]$]+' },
      { referencePattern: '\\Q^\\E[]$][[:alnum:]$]+' },
    ],
    [{ STATE_DIR: '/var/lib/"txnbot"' }, { state: { path: '/var/lib/"txnbot"', isNamed: true } }],
    [{ ACCESS_CONTACT: '"desk" of payments' }, { access: { contact: '"desk" of payments' } }],
    [{ SLACK_API_URL: 'https://slack.example/api' }, { slackApiUrl: 'https://slack.example/api/' }],
    ...[
      'http://127.10.0.1:9/x',
      'http://localhost:9',
      'http://[::1]:9',
      'https://bank.example',
    ].map((baseUrl): [Record<string, string>, object] => [
      { TRANSFER_API_BASE_URL: baseUrl },
      { transferApi: { baseUrl } },
    ]),
  ])('a configuration is read from %j', (env, config) => {
    expect(loadConfig({ ...minimal, ...env })).toMatchObject(config);
  });

  it.each([
    ...['redis://redis', 'redis://127.0.0.1:6379/1', 'redis://:p%40ss@[::1]:6379'],
    'rediss://txnbot:password@redis.example:6380/0',
  ])('the secret %s is taken as it stands, without the blanks around it', (address) => {
    expect(loadConfig({ ...minimal, REDIS_URL: ` ${address}\n` }).redisUrl?.reveal()).toBe(address);
  });

  it('Socket Mode needs no signing secret, and ignores PORT', () => {
    const { SLACK_SIGNING_SECRET, ...others } = minimal;
    expect(problemsOf({ ...others, SLACK_APP_TOKEN: 'xapp-12345', PORT: '8080' })).toEqual([]);
    expect(problemsOf({ ...minimal, PORT: '0', HEALTH_PORT: '0' })).toEqual([]);
  });
});

describe('a wrong configuration', () => {
  it.each(['', ' ', ',', ' , ,\n'])(
    'a restriction that names nobody ends the start: %j',
    (nothing) => {
      const names = ['ALLOWED_CHANNELS', 'ALLOWED_USERS', 'ALLOWED_USER_GROUPS'];
      const env = Object.fromEntries(names.map((name) => [name, nothing]));
      expect(problemsOf({ ...minimal, ...env })).toEqual(
        names.map((name) => expect.stringMatching(`^${name} is set and names nothing`)),
      );
    },
  );

  it('a wrong configuration names every problem at once, also the missing signing secret', () => {
    const named = problemsOf({ PORT: 'x' }).map((line) => line.split(' ')[0]);
    expect(named.sort()).toEqual([...Object.keys(minimal), 'PORT'].sort());
  });

  it.each([
    ['SLACK_BOT_TOKEN', 'xoxp-canary'],
    ['SLACK_APP_TOKEN', 'canary'],
    ['SLACK_SIGNING_SECRET', 'xoxb-canary', '"canary-secret"', 'Bearer canary'],
    ['TRANSFER_API_TOKEN', 'can\r\nary', 'can ary', 'canary!', 'xapp-canary', "'canary-token'"],
    ['TRANSFER_API_BASE_URL', 'canary', 'http://canary.example', 'http://canary.localhost'],
    ['TRANSFER_API_BASE_URL', 'http://localhost.canary', 'ftp://localhost/canary'],
    ['TRANSFER_API_BASE_URL', 'https://user:canary@bank.example', 'https://bank.example?canary=1'],
    ['SLACK_API_URL', 'http://canary.example/api/'],
    ['HTTPS_PROXY', 'canary:3128', 'socks5://canary.example', 'http://canary:100%@proxy.example'],
    [
      'HTTP_PROXY',
      'http://user:canary@proxy.example/path',
      'http://proxy?canary',
      'http://proxy#canary',
    ],
    ['PORT', 'canary', '65536'],
    ['HEALTH_PORT', '-1', '3000'],
    ['TRANSFER_API_TIMEOUT_MS', '99'],
    ['BANK_LIST_TTL_SECONDS', '1.5'],
    ['CURRENCY', 'canary'],
    ['LOG_LEVEL', 'canary'],
    ['ALLOWED_CHANNELS', 'C0SUPPORT, #canary', 'U0CANARY'],
    ['ALLOWED_USERS', 'canary', 'B0CANARY', 'u0canary'],
    ['ALLOWED_USER_GROUPS', 'U0CANARY, canary', 'U0CANARY'],
    ['ACCESS_CONTACT', 'canary'.repeat(40)],
    ['BANK_ALLOWED', 'canary'],
    ['RATE_LIMIT_PER_MINUTE', 'often'],
    ['TRANSFER_API_TOKEN_FILE', '/nowhere/canary'],
    ['SHARE_ACCOUNT_NUMBERS', 'canary'],
    ['COMMAND_SUFFIX', 'canary', 'canary-x', '-Canary', '- canary', `-canary${'x'.repeat(21)}`],
    ['REMEMBER_HOURS', 'canary', '169'],
    [
      'REDIS_URL',
      'redis.canary',
      'https://canary.example',
      'redis:///0',
      'redis://redis/canary',
      'redisx://canary',
    ],
    ['REDIS_URL', 'canaryredis://redis', 'redis://:canary%zz@redis', 'redis://:canary%ff@redis'],
    [
      'REDIS_URL',
      'redis://redis/0?password=canary',
      'redis://redis/0#canary',
      'redis://redis/0 canary',
    ],
    ['REFERENCE_PATTERN', '(canary', '(?=canary)x'],
    ['WATCH_SCHEDULE', 'canary', '0m', ', ,', 'canary7m', '500ms', '1m,25h', '7', '7m,'.repeat(51)],
    ['WATCH_HOURS', '0', '169'],
    ['WATCH_MAX', '10001'],
    ['BLOCKS', 'current'],
  ])('a wrong %s is explained without its value: %j', (name = '', ...values) => {
    for (const value of values) {
      const problems = problemsOf({ ...minimal, [name]: value });
      expect(problems[0], value).toMatch(new RegExp(`^${name} .{5,}`));
      expect(problems.join()).not.toContain('canary');
      expect(problems.join()).not.toContain(value);
    }
  });
});

const pattern = 'REFERENCE_PATTERN';

it.each([
  [
    'TRANSFER_API_TOKEN',
    'holds what no token has: leave out blanks and Bearer',
    'Bearer canary-token',
  ],
  ['TRANSFER_API_TOKEN', 'stands in quotation marks, .*: leave them out', '"canary-token"'],
  ['SLACK_APP_TOKEN', 'is too short .* leave an optional one out', 'xapp-'],
  [pattern, 'is no regular expression in RE2 syntax: missing closing [)]', '(canary'],
  [
    pattern,
    'must be without ^ and $:.*',
    '^PAY-\\d+',
    'PAY-\\d+$',
    '\\APAY-\\d+\\z',
    '(?m:^)PAY|[$]',
  ],
  [pattern, 'must not match a blank or an empty.*', '.*', '.+', '(PAY)?', '[\\w ]+'],
])('the problem of %s that %s says what to do: %j', (name = '', problem = '', ...values) => {
  const sentence = new RegExp(`^${name} ${problem.replace(/[$^]/g, '[$&]')}$`);
  for (const value of values)
    expect(problemsOf({ ...minimal, [name]: value }), value).toEqual([
      expect.stringMatching(sentence),
    ]);
});

const restrictions = 'ALLOWED_CHANNELS, ALLOWED_USERS, ALLOWED_USER_GROUPS';

it.each([
  ['ALLOWED_CHANNEL', 'ALLOWED_CHANNELS'],
  ['ALLOWED_GROUPS', restrictions],
  ['allowed_channels', 'ALLOWED_CHANNELS'],
  ['ALOWED_USERS', 'ALLOWED_USERS'],
  ['Allowed_Teams', restrictions], // far from any, and people would believe that it restricts
  ['batch_max', 'BATCH_MAX'],
  ['BATCH_USER_GROUP', 'BATCH_USER_GROUPS'],
  ['SLACK_APP_TOKEN_FIEL', 'SLACK_APP_TOKEN_FILE'],
  ['STATE_DIRR', 'STATE_DIR'],
  ['HTTPS_PROXI', 'HTTPS_PROXY'],
  ['http_porxy', 'HTTP_PROXY'],
  ['Https_Proxy', 'HTTPS_PROXY'], // curl reads no mixed case either
  ['NO_PROXYY', 'NO_PROXY'],
  ['CURENCY', 'CURRENCY'],
  ['AUDIT_KEY', 'AUDIT_LOG, AUDIT_HASH_KEY'],
  ['AUDIT_LOGS', 'AUDIT_LOG'],
  ['SHARE_ACCOUNTS', 'SHARE_ACCOUNT_NUMBERS'],
  [
    'TRANSFER_API_URL',
    'TRANSFER_API_BASE_URL, TRANSFER_API_TOKEN, TRANSFER_API_TIMEOUT_MS, TRANSFER_API_CONCURRENCY',
  ],
  ['transfer_api_timeout_m', 'TRANSFER_API_TIMEOUT_MS'],
  ['RATE_LIMITS', 'RATE_LIMIT_PER_MINUTE, RATE_LIMIT_TOTAL_PER_MINUTE'],
  ['REFERENCE_REGEX', 'REFERENCE_PATTERN'],
])(
  'a name that is no setting ends the start where it is spelt nearly as one: %s',
  (name, meant) => {
    expect(problemsOf({ ...minimal, [name]: 'canary' })).toEqual([
      `${name} is no setting: perhaps you mean ${meant}`,
    ]);
    // Beside the setting that was meant, people would believe that both are in force.
    const beside = problemsOf({ ...minimal, [name]: 'canary', [meant.split(',')[0] ?? '']: 'x' });
    expect(beside.some((problem) => problem.startsWith(`${name} is`))).toBe(true);
  },
);

it('an unknown environment variable that resembles no setting is ignored', () => {
  const usual = { FTP_PROXY: 'x', GOPROXY: 'x', no_proxy: 'x', NO_COLOR: 'x', HOST: 'x' };
  const near = {
    SLACK_TOKEN: 'x',
    STATE_DIRECTORY: 'x',
    CURRENCY_FILE: 'x',
    REDIS_SERVICE_HOST: 'x',
    TRANSFER_API_PORT: 'x',
    TRANSFER_API_PORT_443_TCP_ADDR: 'x',
    TRANSFER_API_SERVICE_HOST: 'x',
    TZ: 'x',
  };
  expect(problemsOf({ ...minimal, ...usual, ...near })).toEqual([]);
});

describe('a secret in a file of its own', () => {
  const names = Object.keys(withSecrets).filter((name) => name !== 'TRANSFER_API_BASE_URL');
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const file = (text: string) => {
    const place = path.join(folder, 'secret');
    writeFileSync(place, text);
    return place;
  };
  const inFile = (name: string, place: string) => ({
    ...withSecrets,
    [name]: ' ',
    [`${name}_FILE`]: place,
  });

  it.each(names)(
    'a secret is read from the file of %s_FILE, through a link too, beside an empty variable',
    (name) => {
      const place = file(`\ufeff ${withSecrets[name]}\r\n\n`);
      const link = path.join(folder, 'link');
      symlinkSync('secret', link);
      const expected = secretsIn(loadConfig(withSecrets));
      for (const each of [place, link])
        expect(secretsIn(loadConfig(inFile(name, each)))).toEqual(expected);
      expect(
        loadConfig(inFile('TRANSFER_API_TOKEN', file('open-sesame'))).transferApi.tokenFile,
      ).toBe(place);
    },
  );

  it.each(names)(
    'says what is wrong with the file of %s_FILE, and shows nothing of its content',
    (name) => {
      const problems = (place: string) => problemsOf(inFile(name, place));
      const both = { ...inFile(name, file('some-canary')), [name]: withSecrets[name] };
      expect(problemsOf(both)).toEqual([`${name}_FILE and ${name} are both set: give one of them`]);
      const pipe = path.join(folder, 'pipe');
      spawnSync('mkfifo', [pipe]);
      const unread = expect.stringMatching(
        `^${name}_FILE cannot be read \\([A-Z_]+\\): it must be a regular file`,
      );
      for (const place of [path.join(folder, 'nowhere'), folder, pipe, file('x'.repeat(65_537))])
        expect(problems(place)).toEqual([unread]);
      expect(problems(file(' \n'))).toEqual([`${name}_FILE is empty`]);
      const found = problems(file('can\nary-canary')).join();
      expect(found).toMatch(new RegExp(`^${name} `));
      expect(found).not.toMatch(/can.?ary/);
    },
  );
});

it('any environment gives a configuration or a problem, and never throws', () => {
  const value = fc.constantFrom(
    '',
    'x',
    '8080',
    'xoxb-canary',
    'xapp-canary',
    'https://a.example',
    'C0A',
    'same',
  );
  const name = fc.constantFrom(...settings.map(({ variable }) => variable), 'AUDIT_HASH_KEY_FILE');
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.boolean(), (some, isBase) => {
      const { problems, config } = inspectConfig(isBase ? { ...minimal, ...some } : some);
      expect(config === undefined).toBe(problems.length > 0);
    }),
  );
});

it.each([
  ['http://jane:p%40ss%3Aw%C3%B6rd@proxy', 'jane:p@ss:wörd', 'p@ss:wörd'],
  ['http://jane@proxy', 'jane:'],
  ['http://:words@proxy', ':words'],
  ['http://jane:bank@proxy', 'jane:bank'], // a short word would be taken out of the log by itself
  ['http://jane:12345678@proxy', 'jane:12345678', '12345678'],
])(
  'a proxy’s URL holds its credentials percent-encoded, which are hidden: %s',
  (url, pair, ...alone) => {
    expect(secretsIn(ProxyUrl.parse('http://proxy'))).toEqual([]);
    const address = ProxyUrl.parse(url);
    expect(address.authorization?.reveal()).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    const passwords = secretsIn(address).filter((secret) => pair.endsWith(`:${secret}`));
    expect(secretsIn(address)).toContain(pair);
    expect(new Set(passwords)).toEqual(new Set(alone));
  },
);

const socket = { ...minimal, SLACK_APP_TOKEN: 'xapp-12345' };
const waysOf = (env: Env) => {
  const { slackProxy, transferApi } = loadConfig({ ...socket, ...env });
  return [slackProxy?.url, transferApi.proxy?.url];
};

it('a proxy of the environment is used for Slack and the service, in lower case first', () => {
  expect(waysOf({ HTTPS_PROXY: 'http://one', https_proxy: 'http://two' })).toEqual([
    'http://two',
    'http://two',
  ]);
  const byHttp = { http_proxy: 'http://one', TRANSFER_API_BASE_URL: 'http://localhost:1' };
  expect(waysOf(byHttp)).toEqual([undefined, 'http://one']);
});

it.each([
  ['bank.example', true],
  ['.example other.invalid', true],
  ['*.BANK.example', true],
  ['other,bank.example:443', true],
  ['*', true],
  ['bank.example:8443, ank.example, bank', false],
  [' , ', false],
  [',', false, 'https://bank.example.'],
  ['bank.example', true, 'https://bank.example.'],
  ['bank.example.', true],
  ['.example:8443', false],
  ['*.example:443', true],
  ['bänk.example', true, 'https://xn--bnk-qla.example'],
  ['10.0.0.0/8', true, 'https://10.1.2.3'],
  ['10.0.0.0/8', false, 'https://11.1.2.3'],
  ['10.0.0.0/8', false, 'https://10.example'], // names are left to the proxy's DNS
  ['10.1.2.3/32:443', true, 'https://10.1.2.3'],
  ['10.1.2.3:8443', false, 'https://10.1.2.3'],
  ['fd00::/8', true, 'https://[fd12::1]'],
  ['[fd00::]/8', true, 'https://[fd12::1]'],
  ['fd00::/8', false, 'https://[fe80::1]'],
  ['0:0:0:0:0:0:0:1', true, 'http://[::1]:8080'],
  ['[::1]:81', false, 'http://[::1]:8080'],
  ['::1', true, 'http://[::1]:8080'],
  ['[::1]:8080', true, 'http://[::1]:8080'],
  ['127.0.0.1', true, 'http://127.0.0.1:8080'],
  ['localhost:80', true, 'http://localhost'],
])(
  'NO_PROXY %j decides whether %j goes past the proxy: %s',
  (exempt, isExempt, url = 'https://bank.example') => {
    const proxy = {
      HTTPS_PROXY: 'http://one',
      HTTP_PROXY: 'http://one',
      TRANSFER_API_BASE_URL: url,
    };
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(waysOf({ ...proxy, [name]: exempt })[1]).toBe(isExempt ? undefined : 'http://one');
  },
);

it.each([
  ['10.0.0.*, bank.example', 'number 1 of 2'],
  ['bank.example, 10.0.0.0/33, fd00::/129', 'number 2, 3 of 3'],
  ['10.0.0.0-10.0.0.9', 'number 1 of 1'],
  ['192.168', 'number 1 of 1'],
  ['http://bank.example', 'number 1 of 1'],
  ['jane:canary@bank.example', 'number 1 of 1'],
  ['<local>', 'number 1 of 1'],
  ['fe80::1%eth0', 'number 1 of 1'],
  ['bank.*', 'number 1 of 1'],
])('an entry of NO_PROXY that is no host ends the start, by its place: %s', (exempt, places) => {
  expect(problemsOf({ ...minimal, NO_PROXY: exempt })).toEqual([
    `NO_PROXY has entries that are no host, .suffix, address or network, with or without a port: ${places}`,
  ]);
});

const secret = new Secret('canary-5d41402abc4b');

it('a secret never shows, however it is printed or logged', () => {
  const { logger, lines } = logLines();
  logger.error(
    { secret, deep: { list: [secret] }, err: new Error(String(secret)) },
    `with ${secret}`,
  );
  const named = [
    ...lines,
    JSON.stringify({ deep: [{ secret }] }, null, 2),
    inspect({ deep: { in: [new Map([[secret, secret]])] } }, { depth: null, showHidden: true }),
    format('%s %j %o %O', secret, secret, secret, secret),
    inspect(new Error(`refused ${secret}`, { cause: { secret } }), { depth: null }),
  ];
  for (const text of named) expect(text).toContain('[secret]');
  logger.info(secret);
  const hidden = { customInspect: false, showHidden: true, getters: true };
  const copies = [
    secret,
    structuredClone(secret),
    { ...secret },
    Object.getOwnPropertyDescriptors(secret),
  ];
  const printed = copies.map((copy) => inspect(copy, hidden) + JSON.stringify(copy));
  expect([...named, ...lines, ...printed].join()).not.toContain('canary');
});
