import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, workspace } from 'slack-sandbox';
import { expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import {
  type Check,
  explainError,
  explainNetwork,
  type Finding,
  ok,
  problem,
} from '../../src/doctor/check.ts';
import { checks, diagnose, runChecks } from '../../src/doctor/doctor.ts';
import { optionalScopes, requiredScopes } from '../../src/doctor/slack.ts';
import { SlackApiError, TransferApiError } from '../../src/errors.ts';
import { lockFolder } from '../../src/store/folder-lock.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined, type Examined, type ExamineOptions, linesOf } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';
import { loadConfig } from '../support/load-config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { channelId, personId, userGroupId } = workspace;
const allowed = {
  ALLOWED_CHANNELS: channelId,
  ALLOWED_USERS: personId,
  ALLOWED_USER_GROUPS: userGroupId,
};

it.for(['http', 'socket'] as const)(
  'the doctor finds no problem where all is well, in %s mode',
  async (mode, test) => {
    const { env } = await createExamined(test, { mode });
    const { text, exitCode } = await diagnose(['check', '--reference', 'GARO-8f3k2j1'], {
      ...env,
      ...allowed,
    });
    expect(text).not.toContain('PROBLEM');
    expect(text).toMatch(/\n\nProblems: 0\./);
    expect(exitCode).toBe(0);
    const silent = checks
      .filter(({ name }) => linesOf(text, name).length === 0)
      .map(({ name }) => name);
    expect(silent).toEqual(mode === 'http' ? ['app token', 'Redis'] : ['Redis']);
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(160);
  },
);

it('the doctor tries nothing while the configuration is wrong', async (test) => {
  const { env, slack } = await createExamined(test);
  const { text, exitCode } = await diagnose(['check'], { ...env, REDIS_URL: 'redis:canary' });
  expect(linesOf(text, 'configuration')).toContainEqual(
    expect.stringContaining('note Nothing else was tried. → '),
  );
  // Addresses of Redis are taken out of a report, but not the forms of a right one.
  expect(text).toMatch(/REDIS_URL must begin with redis:\/\/ or rediss:\/\//);
  expect(exitCode).toBe(1);
  expect(slack.requests).toEqual([]);
});

it.each([
  ['check twice', 1, 'The only command is check.\n'],
  ['check --refrence canary', 1, "Unknown option '--refrence'.\n"],
  ['check --reference', 1, "Option '--reference <value>' argument missing.\n"],
  ['--reference canary', 1, 'The only command is check.\n'],
  ['check --help', 0, ''],
])(
  'the doctor prints its usage when called with %s, and exits with %d',
  async (args, exitCode, first) => {
    const diagnosis = await diagnose(args.split(' '), {});
    expect(diagnosis).toEqual({
      text: expect.stringContaining('check [--reference <reference>]'),
      exitCode,
    });
    expect(diagnosis.text.startsWith(`${first}txnbot `)).toBe(true);
    expect(diagnosis.text).not.toContain('canary');
  },
);

it('the doctor prints no secret, valid or not, wherever it turns up', async (test) => {
  const { env, slack } = await createExamined(test);
  const canaries = Object.fromEntries(
    settings.map(({ variable }, index) => [variable, `canary-${index}`]),
  );
  const wrong = await diagnose(['check'], { ...env, ...canaries });
  expect(wrong.text).not.toContain('canary');
  expect(wrong.text).toMatch(/\nProblems: [1-9]\d*\. Notes: \d+\.$/);
  expect(wrong.exitCode).toBe(1);
  // Slack repeats what it was asked with.
  slack.setIdentity({ team: `${env.SLACK_BOT_TOKEN} and ${env.TRANSFER_API_TOKEN}` });
  const right = await diagnose(['check'], env);
  expect(linesOf(right.text, 'bot token')[0]).toContain(
    'workspace [secret] and [secret] (T0SANDBOX)',
  );
  expect(right.text).not.toContain(env.SLACK_BOT_TOKEN);
  expect(right.text).not.toContain(env.TRANSFER_API_TOKEN);
  const proxyUrl = 'http://jane:canary%20of%20many%20words@127.0.0.1:1';
  slack.setIdentity({ team: 'The canary of many words' });
  const withBlanks = await diagnose(['check'], { ...env, HTTPS_PROXY: proxyUrl });
  expect(withBlanks.text).toContain('workspace The [secret] ');
  expect(withBlanks.text).not.toContain('canary');
});

it('the doctor runs every check, even if another fails or hangs for 14 seconds', async (test) => {
  const { env } = await createExamined(test);
  vi.useFakeTimers();
  test.onTestFinished(() => void vi.useRealTimers());
  const some: Check[] = [
    { name: 'breaks', run: () => Promise.reject(new TypeError('canary')) },
    { name: 'finds', run: async () => [undefined, ok('well')] },
    { name: 'never ends', run: () => new Promise(() => {}) },
  ];
  const running = runChecks(some, { config: loadConfig(env), reference: undefined });
  await vi.advanceTimersByTimeAsync(14_000);
  expect((await running).map(({ findings }) => findings)).toEqual([
    [problem('The check itself broke (TypeError).', 'Report it: this is a mistake in txnbot.')],
    [ok('well')],
    [problem('Not finished in time.', 'Try again; if it stays, see what is slow.')],
  ]);
});

it('the doctor compares scopes with the manifest, and says if Slack does not list them', async (test) => {
  const manifest = parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'));
  expect(requiredScopes).toEqual(manifest.oauth_config.scopes.bot);
  expect(Object.keys(optionalScopes)).toEqual(manifest.oauth_config.scopes.bot_optional);
  const { examine } = await createExamined(test);
  await using slack = await startServer(answering(200, { ok: true, team_id: 'T0HERE' }));
  expect(await examine('bot token', { SLACK_API_URL: `${slack.url}/api` })).toContain(
    'note Slack did not say which scopes the token has.',
  );
});

it('the doctor names the proxy, and what goes past it; the proxy sees no socket ticket', async (test) => {
  const { examine } = await createExamined(test, {
    mode: 'socket',
    publicUrl: 'https://wss.bank.invalid',
  });
  await using proxy = await startConnectProxy();
  const lines = [];
  for (const check of ['bot token', 'bank list', 'app token'])
    lines.push((await examine(check, { HTTP_PROXY: proxy.url }))[0]);
  expect(lines).toEqual([
    expect.stringMatching(/^ok Slack was reached, through a proxy: workspace Sandbox/),
    expect.stringMatching(/^ok .* through a proxy, and took the token\. Banks: 119,/),
    expect.stringMatching(
      /^PROBLEM The socket's host \(wss\.bank\.invalid\) was not reached \(proxy_502\)/,
    ),
  ]);
  expect(proxy.heard()).toContain('CONNECT wss.bank.invalid:443');
  expect(proxy.heard()).not.toContain('ticket=');
});

it("the doctor connects to the socket's host without opening a socket", async (test) => {
  const reached = (url: string) =>
    `ok Slack gives an address for a socket, and the socket's host (${new URL(url).host}) is reached. It was not connected to.`;
  const { examine, slack } = await createExamined(test, { mode: 'socket' });
  expect(await examine('app token')).toEqual([reached(slack.apiUrl)]);
  expect(slack.requests).toEqual(['apps.connections.open']);
  expect(slack.sockets.length).toBe(0);

  await using hangingUp = await startServer(({ socket }) => socket.destroy());
  await using proxy = await startConnectProxy();
  const other = await createExamined(test, { mode: 'socket', publicUrl: hangingUp.url });
  for (const env of [{}, { HTTP_PROXY: proxy.url }])
    expect(await other.examine('app token', env)).toEqual([reached(hangingUp.url)]);
});

it('the doctor names each setting, whether set directly or by a file, without its value', async (test) => {
  const { examine } = await createExamined(test);
  const file = path.join(temporaryFolder(), 'key');
  writeFileSync(file, 'canary-key');
  const lines = await examine('configuration', {
    AUDIT_HASH_KEY_FILE: file,
    CURRENCY: 'NGN',
    ALLOWED_USERS: 'U0ANN',
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /^ok Of people, STATE_DIR keeps .* for 48 h at most; what they looked up is remembered for 24 h\.$/,
    ),
    expect.stringMatching(
      /^ok Set: SLACK_BOT_TOKEN, .*AUDIT_HASH_KEY, CURRENCY\. The others have their defaults\.$/,
    ),
  ]);
  expect(lines.join()).not.toMatch(/canary|NGN/);
});

it.for(Object.entries(allowed))(
  'with %s set, the doctor does not say that every member may ask',
  async ([name, value], test) => {
    const { examine } = await createExamined(test);
    const lines = await examine('configuration', { [name]: value });
    expect(lines.join()).not.toContain('every member');
  },
);

it('the doctor frees the ports that it tried, and in HTTP mode says which URL to enter', async (test) => {
  const { examine } = await createExamined(test);
  const port = await freePort();
  const lines = [
    expect.stringMatching(
      /^note HTTP mode: the app's settings need the request URL https:\/\/<host>\/slack\/events/,
    ),
    `ok Port ${port} is free for Slack's requests.`,
    'ok Port 0 is free for health and metrics.',
  ];
  for (const _time of [1, 2]) expect(await examine('ports', { PORT: String(port) })).toEqual(lines);
  await using server = await startServer(answering(200, {}));
  const taken = new URL(server.url).port;
  expect(await examine('ports', { PORT: taken })).toContain(
    `note Port ${taken} is in use. → If not by a txnbot that runs, set PORT to another one.`,
  );
});

it('the doctor finds state folder and audit log usable, and leaves both as they were', async (test) => {
  const { examine } = await createExamined(test);
  const folder = temporaryFolder();
  const [state, log] = [path.join(folder, 'state'), path.join(folder, 'audit.log')];
  const lines = async () => [
    ...(await examine('state folder', { STATE_DIR: state })),
    ...(await examine('audit log', { AUDIT_LOG: log })),
  ];
  const usable = [
    'ok The folder of STATE_DIR can be used.',
    'ok The file of AUDIT_LOG can be used.',
  ];
  expect(await lines()).toEqual(usable);
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(state);
  writeFileSync(log, 'a line\n');
  expect(await lines()).toEqual(usable);
  expect(readdirSync(state)).toEqual([]);
  expect(readFileSync(log, 'utf8')).toBe('a line\n');
  const { release } = await lockFolder(state);
  const held = readdirSync(state);
  expect(await lines()).toContainEqual(
    expect.stringContaining('note A txnbot that runs has the folder of STATE_DIR.'),
  );
  expect(readdirSync(state)).toEqual(held);
  await release();
});

it.for([
  [
    'http',
    3_600_000,
    /^PROBLEM This .* 3(?:59|60)\d seconds behind Slack's\. → Let the clock be set by NTP: Slack/,
  ],
  [
    'http',
    -3_600_000,
    /^PROBLEM This machine's clock is 3(?:59\d|60\d) seconds ahead of Slack's\./,
  ],
  ['socket', 3_600_000, /^note This machine's clock is \d+ seconds behind Slack's\. →/],
  ['http', 120_000, /^note This machine's clock is 1(?:1\d|20) seconds behind Slack's\./],
  ['http', Number.NaN, /^note Not tried: Slack did not say what time it is\./],
] as const)(
  "the doctor in %s mode compares the clock with Slack's, which is off by %d ms",
  async ([mode, aheadMs, line], test) => {
    const { examine } = await createExamined(test, { mode });
    const date = new Date(Date.now() + aheadMs).toUTCString();
    await using server = await startServer(
      answering(200, { ok: true, team_id: 'T0HERE' }, { date }),
    );
    expect(await examine('clock', { SLACK_API_URL: `${server.url}/api` })).toEqual([
      expect.stringMatching(line),
    ]);
  },
);

/**
 * What the doctor says of each trouble stands in `lines.txt`; `-u` writes it anew, to be read
 * before it is committed.
 */
const report = (sections: readonly [what: string, lines: readonly string[]][]) =>
  sections
    .map(([what, lines]) => `# ${what}\n${lines.map((line) => `${line}\n`).join('')}`)
    .join('\n');

const lineOf = ({ outcome, seen, todo }: Finding) =>
  `${outcome}: ${seen}${todo === undefined ? '' : ` → ${todo}`}`;

it('the doctor words each failure as recorded', async () => {
  const codes = ['ENOTFOUND', 'CERT_HAS_EXPIRED', 'proxy_DEPTH_ZERO_SELF_SIGNED_CERT', 'proxy_407'];
  const slack: ConstructorParameters<typeof SlackApiError>[0][] = [
    { failure: 'timeout', code: 'TimeoutError' },
    { failure: 'unreachable', code: 'ECONNREFUSED' },
    { failure: 'rate_limited', code: 'ratelimited' },
    { failure: 'http_status', code: 'http_503' },
    { failure: 'refused', code: 'missing_scope', neededScope: 'users:read' },
    { failure: 'refused', code: 'token_revoked' },
  ];
  const service: [TransferApiError['failure'], Partial<TransferApiError['details']>][] = [
    ['timeout', {}],
    ['unreachable', { status: 500 }],
    ['unreachable', { code: 'ECONNREFUSED' }],
    ['unreachable', { code: 'UND_ERR_SOCKET', reason: 'may_demand_client_certificate' }],
    ['untrusted', { code: 'CERT_HAS_EXPIRED' }],
    ['proxy', { code: 'proxy_403' }],
    ['unauthorized', { status: 401 }],
    ['not_found', { operation: 'transaction', asked: 'GARO-8f3k2j1', status: 404 }],
    ['unexpected_body', { reason: 'wrong_address' }],
    ['unexpected_body', { code: 'UND_ERR_HEADERS_OVERFLOW', reason: 'too_large' }],
  ];
  const serviceError = ([failure, details]: (typeof service)[number]) =>
    new TransferApiError(failure, { operation: 'banks', ...details });
  await expect(
    report([
      ['network', codes.map((code) => lineOf(explainNetwork(code, 'the service', 'THE_ADDRESS')))],
      ['Slack', slack.map((details) => lineOf(explainError(new SlackApiError(details))))],
      ['transfer service', service.map((failure) => lineOf(explainError(serviceError(failure))))],
    ]),
  ).toMatchFileSnapshot('failures.txt');
});

const tooMany = [...requiredScopes.filter((each) => each !== 'users:read'), 'chat:write.public'];
const nowhere = path.join(path.parse(tmpdir()).root, 'not-there', 'canary');
const byKubernetes = {
  REDIS_SERVICE_HOST: '10.0.0.1',
  REDIS_SERVICE_PORT_REDIS: '6379',
  REDIS_PORT: 'tcp://10.0.0.1:6379',
  REDIS_PORT_6379_TCP_ADDR: '10.0.0.1',
  STATE_DNS_PORT_53_UDP_PROTO: 'udp',
};
const quoted = { TRANSFER_API_TOKEN: '"canary-token"', ACCESS_CONTACT: '"canary" or "desk' };
const wrong = { SLACK_BOT_TOKEN: 'canary-1', TRANSFER_API_TOKEN: '', ALLOWED_USERS: 'canary' };
const [organisation, unknown] = [{ is_enterprise_install: true }, { is_shared: undefined }];

interface Trouble extends ExamineOptions {
  prepare?: (examined: Examined) => unknown;
}

/** A check, what is the matter, the environment, and what else is wrong. */
const rows: readonly (readonly [check: string, what: string, Record<string, string>, Trouble?])[] =
  [
    ['configuration', 'every problem at once', { ...wrong, AUDIT_HASH_KEY_FILE: '/canary' }],
    ['configuration', 'quotation marks', quoted],
    ['configuration', 'no such variable', { ALLOWED_USER: 'x', STATE_PORT: '4711' }],
    [
      'configuration',
      'settings that went',
      { SLACK_PROXY_URL: 'canary', TRANSFER_API_PROXY_URL_FILE: '/canary' },
    ],
    ['configuration', 'what Kubernetes sets for each Service', byKubernetes],
    ['bot token', 'all is well', {}],
    [
      'bot token',
      'a name that would move the cursor',
      {},
      { prepare: ({ slack }) => slack.setIdentity({ team: 'A\u001b[2J team' }) },
    ],
    ['bot token', 'not taken', { SLACK_BOT_TOKEN: 'xoxb-canary' }],
    [
      'bot token',
      'a whole organisation',
      {},
      { prepare: ({ slack }) => slack.setIdentity(organisation) },
    ],
    [
      'bot token',
      'channels without is_shared',
      {},
      { prepare: ({ slack }) => slack.setChannel(channelId, unknown) },
    ],
    ['bot token', 'too few and too many scopes', {}, { scopes: tooMany }],
    ['app token', 'not taken', { SLACK_APP_TOKEN: 'xapp-canary' }, { mode: 'socket' }],
    [
      'ports',
      'no address of this machine',
      { HEALTH_HOST: '192.0.2.1', HEALTH_PORT: '8080' },
      { mode: 'socket' },
    ],
    ['clock', 'the token is not taken', { SLACK_BOT_TOKEN: 'xoxb-canary-token' }],
    [
      'bank list',
      'a proxy is not there',
      { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'slack.com' },
    ],
    ['audit log', 'a device', { AUDIT_LOG: '/dev/null' }],
    ['audit log', 'in no folder', { AUDIT_LOG: path.join(nowhere, 'audit.log') }],
    ['Redis', 'nobody listens', { REDIS_URL: 'redis://127.0.0.1:1' }],
    ['state folder', 'in no folder', { STATE_DIR: nowhere }],
    ['state folder', 'a file', { STATE_DIR: '/dev/null' }],
    ['state folder', 'not needed with Redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ];

it("the doctor describes each trouble with the service's answers, and prints no value", async (test) => {
  const sections = rows.map(
    async ([name, what, changes, trouble = {}]): Promise<[string, string[]]> => {
      const { prepare, ...options } = trouble;
      const examined = await createExamined(test, options);
      await prepare?.(examined);
      const lines = await examined.examine(name, changes);
      const isWell = (line: string) => line.startsWith('ok Set: ');
      return [`${name}: ${what}`, lines.filter((line) => !isWell(line))];
    },
  );
  const text = report(await Promise.all(sections));
  expect(text).not.toContain('canary');
  await expect(text).toMatchFileSnapshot('lines.txt');
});

const bank = { institutionCode: '000001', institutionName: 'Canary Bank' };
const faulty = [
  bank,
  { ...bank, institutionCode: 4711 },
  { institutionCode: '000002' },
  { ...bank, institutionName: '  ' },
  'canary',
];
const strange = {
  merchantName: 'canary',
  customerBVN: 'canary',
  amount: 4711.5,
  reversedFlag: 'canary',
  createdAt: 'canary',
};

it('the doctor prints the field names of an answer, and no value', async (test) => {
  const answers = [
    [404, { success: false, message: 'canary' }],
    [200, '<html>'],
    [200, { success: true, message: '', data: [] }],
    [200, { success: true, message: '', data: faulty }],
    [200, { success: true, message: '', data: [...faulty, ...Array(3).fill(bank)] }],
    [200, transactionBody(strange).replace('"userId":745,', '')],
  ] as const;
  const { examine } = await createExamined(test);
  const sections = answers.map(async ([status, body]): Promise<[string, string[]]> => {
    await using service = await startServer(answering(status, body));
    const isRecord = typeof body === 'string' && body.includes('reversedFlag');
    const check = isRecord ? 'look-up' : 'bank list';
    const lines = await examine(check, { TRANSFER_API_BASE_URL: service.url }, 'GARO-8f3k2j1');
    return [check, lines.map((line) => line.replace(/\d+ ms/, '… ms'))];
  });
  const text = report(await Promise.all(sections));
  expect(text).not.toMatch(/canary|4711|745/i);
  await expect(text).toMatchFileSnapshot('answers.txt');
});

it('the doctor refuses to look up a text that cannot be a reference', async (test) => {
  const { examine } = await createExamined(test);
  const refusal = 'PROBLEM That cannot be a reference. Check what was pasted.';
  expect(await examine('look-up', {}, '../..')).toEqual([refusal]);
});
