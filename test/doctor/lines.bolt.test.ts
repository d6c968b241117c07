import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspace } from 'slack-sandbox';
import { expect, it } from 'vitest';
import type { Finding } from '../../src/doctor/check.ts';
import { explain, explainNetwork } from '../../src/doctor/check.ts';
import { checks } from '../../src/doctor/doctor.ts';
import { scopes } from '../../src/doctor/slack.ts';
import { bankList, oneReference } from '../../src/doctor/surroundings.ts';
import { SlackApiError, TransferApiError } from '../../src/errors.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { createExamined, type Examined, type ExamineOptions } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

/** What the doctor says of each trouble stands in `lines.txt`; `-u` writes it anew, to be read before it is committed. */
const report = (sections: readonly [what: string, lines: readonly string[]][]) =>
  sections.map(([what, lines]) => `# ${what}\n${lines.map((line) => `${line}\n`).join('')}`).join('\n');

const lineOf = ({ outcome, seen, todo }: Finding) => `${outcome}: ${seen}${todo === undefined ? '' : ` → ${todo}`}`;

it('words each failure', async () => {
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
    ['untrusted', { code: 'CERT_HAS_EXPIRED' }],
    ['proxy', { code: 'proxy_403' }],
    ['unauthorized', { status: 401 }],
    ['not_found', { operation: 'transaction', asked: 'GARO-8f3k2j1', status: 404 }],
    ['unexpected_body', { reason: 'wrong_address' }],
  ];
  const serviceError = ([failure, details]: (typeof service)[number]) =>
    new TransferApiError(failure, { operation: 'banks', ...details });
  await expect(
    report([
      ['network', codes.map((code) => lineOf(explainNetwork(code, 'the service', 'THE_ADDRESS')))],
      ['Slack', slack.map((details) => lineOf(explain(new SlackApiError(details))))],
      ['transfer service', service.map((failure) => lineOf(explain(serviceError(failure))))],
    ]),
  ).toMatchFileSnapshot('failures.txt');
});

const { channelId, otherChannelId, directMessageId, personId, otherPersonId, userGroupId } = workspace;
const tooMany = [...scopes.filter((each) => each !== 'users:read'), 'chat:write.public'];
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
const allowed = {
  ALLOWED_CHANNELS: [channelId, otherChannelId, directMessageId, 'C0NOBODYS'].join(),
  ALLOWED_USERS: [personId, otherPersonId, 'U0GUEST', 'U0NOBODYS'].join(),
  ...{ ALLOWED_USER_GROUPS: `${userGroupId} S0NOBODYS`, BATCH_USER_GROUPS: 'S0NOLISTS' },
};
const preparePeople = ({ slack }: Examined) => {
  slack.setPerson(otherPersonId, { info: { deleted: true } });
  slack.setPerson('U0GUEST', { info: { is_restricted: true, real_name: 'A\u001b[2J guest' } });
};
const [organisation, unknown] = [{ is_enterprise_install: true }, { is_shared: undefined }];

interface Trouble extends ExamineOptions {
  prepare?: (examined: Examined) => unknown;
}

/** A check, what is the matter, the environment, and what else is wrong. */
const rows: readonly (readonly [check: string, what: string, Record<string, string>, Trouble?])[] = [
  ['configuration', 'every problem at once', { ...wrong, AUDIT_HASH_KEY_FILE: '/canary' }],
  ['configuration', 'quotation marks', quoted],
  ['configuration', 'no such variable', { ALLOWED_USER: 'x', STATE_PORT: '4711' }],
  ['configuration', 'settings that went', { SLACK_PROXY_URL: 'canary', TRANSFER_API_PROXY_URL_FILE: '/canary' }],
  ['configuration', 'what Kubernetes sets for each Service', byKubernetes],
  ['bot token', 'all is well', {}],
  ['bot token', 'not taken', { SLACK_BOT_TOKEN: 'xoxb-canary' }],
  ['bot token', 'a whole organisation', {}, { prepare: ({ slack }) => slack.setIdentity(organisation) }],
  ['bot token', 'channels without is_shared', {}, { prepare: ({ slack }) => slack.setChannel(channelId, unknown) }],
  ['bot token', 'too few and too many scopes', {}, { scopes: tooMany }],
  ['app token', 'not taken', { SLACK_APP_TOKEN: 'xapp-canary' }, { mode: 'socket' }],
  ['ports', 'no address of this machine', { HEALTH_HOST: '192.0.2.1', HEALTH_PORT: '8080' }, { mode: 'socket' }],
  ['clock', 'the token is not taken', { SLACK_BOT_TOKEN: 'xoxb-canary-token' }],
  ['ids', 'some are there', allowed, { prepare: preparePeople }],
  ['ids', 'no scope', { ALLOWED_USER_GROUPS: userGroupId }, { scopes: [] }],
  ['bank list', 'a proxy is not there', { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'slack.com' }],
  ['audit log', 'a device', { AUDIT_LOG: '/dev/null' }],
  ['audit log', 'in no folder', { AUDIT_LOG: path.join(nowhere, 'audit.log') }],
  ['audit log', 'in a file', { AUDIT_LOG: '/dev/null/audit.log' }],
  ['state folder', 'in no folder', { STATE_DIR: nowhere }],
  ['state folder', 'a file', { STATE_DIR: '/dev/null' }],
  ['state folder', 'not needed with Redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
];

it('says what it sees of each trouble, and no value', async (test) => {
  const sections = rows.map(async ([name, what, changes, trouble = {}]): Promise<[string, string[]]> => {
    const { prepare, ...options } = trouble;
    const examined = await createExamined(test, options);
    await prepare?.(examined);
    const check = checks.find((each) => each.name === name);
    const lines = check ? await examined.examine(check, changes) : examined.examineConfiguration(changes);
    const isWell = (line: string) => line.startsWith('ok Set: ');
    return [`${name}: ${what}`, lines.filter((line) => !isWell(line))];
  });
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

it('says of an answer names alone', async (test) => {
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
    const service = await startServer(answering(status, body));
    test.onTestFinished(() => service.close());
    const isRecord = typeof body === 'string' && body.includes('reversedFlag');
    const check = isRecord ? oneReference : bankList;
    const lines = await examine(check, { TRANSFER_API_BASE_URL: service.url }, 'GARO-8f3k2j1');
    return [check.name, lines.map((line) => line.replace(/\d+ ms/, '… ms'))];
  });
  const text = report(await Promise.all(sections));
  expect(text).not.toMatch(/canary|4711|745/i);
  await expect(text).toMatchFileSnapshot('answers.txt');
});

it('looks up the reference that is given', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await Promise.all(
    ['GARO-8f3k2j1', 'canary-000', '../..'].map((each) => examine(oneReference, {}, each)),
  );
  expect(lines.flat()).toEqual([
    'ok GARO-8f3k2j1 was found.',
    expect.stringMatching(/^PROBLEM No record of `canary-000`\./),
    'PROBLEM That cannot be a reference. Check what was pasted.',
  ]);
});
