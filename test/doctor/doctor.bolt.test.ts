import { workspace } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { secretNames } from '../../src/config/values.ts';
import { checks, diagnose } from '../../src/doctor/doctor.ts';
import { createExamined, linesOf } from '../support/examine.ts';

/** Where tests keep the machine busy, 15 seconds may be too few. */
const patient = ['check', '--within', '300'];

const allowed = {
  ALLOWED_CHANNELS: workspace.channelId,
  ALLOWED_USERS: workspace.personId,
  ALLOWED_USER_GROUPS: workspace.userGroupId,
};

describe.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('finds no problem where all is well', async (test) => {
    const { env } = await createExamined(test, { mode });
    const { text, exitCode } = await diagnose([...patient, '--reference', 'GARO-8f3k2j1'], { ...env, ...allowed }, 0);
    expect(text).not.toContain('PROBLEM');
    expect(text).toMatch(/\n\nNo problem was found\./);
    expect(exitCode).toBe(0);
    const silent = checks.filter(({ name }) => linesOf(text, name).length === 0).map(({ name }) => name);
    expect(silent).toEqual(mode === 'http' ? ['app token', 'Redis'] : ['Redis']);
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(160);
  });
});

it('tries all else when one thing is wrong', async (test) => {
  const { env } = await createExamined(test);
  const { text, exitCode } = await diagnose(patient, { ...env, ...allowed, SLACK_BOT_TOKEN: 'xoxb-canary' }, 0);
  expect(exitCode).toBe(1);
  expect(text).toMatch(/\n1 problem\. \d+ notes\.$/);
  expect(linesOf(text, 'bank list')).toEqual([expect.stringMatching(/^ok/)]);
  expect(linesOf(text, 'channels')).toEqual([expect.stringMatching(/^note Not tried/)]);
});

it.for([
  ['ALLOWED_CHANNELS', '#ops', 'channels'],
  ['ALLOWED_USERS', 'bob', 'people'],
  ['ALLOWED_USER_GROUPS', '@payments', 'user groups'],
  ['SLACK_APP_TOKEN', 'xoxb-of-another-kind', 'app token'],
  ['REDIS_URL', 'nowhere', 'Redis'],
] as const)('says of a wrong %s that %j was not tried', async ([name, value, row], test) => {
  const { env } = await createExamined(test);
  const { text } = await diagnose(patient, { ...env, [name]: value }, 0);
  expect(linesOf(text, row)).toEqual([`note Not tried: ${name} must be right first.`]);
});

it.each([
  [['chek']],
  [['check', 'twice']],
  [['check', '--verbose']],
  [['--reference', 'canary']],
  [['check', '--within', 'canary']],
])('explains itself when it is asked with %j', async (args) => {
  const { text, exitCode } = await diagnose(args, {}, 0);
  expect(text).toContain('check [--reference <reference>]');
  expect(text).not.toContain('canary');
  expect(exitCode).toBe(1);
});

it.each([[['--help']], [['check', '--help']], [['-h']]])('helps, which is no failure, with %j', async (args) => {
  const { text, exitCode } = await diagnose(args, {}, 0);
  expect(text).toContain('check [--reference <reference>]');
  expect(exitCode).toBe(0);
});

it('says no secret, right or wrong, wherever it turns up', async (test) => {
  const { env, slack } = await createExamined(test);
  const canaries = Object.fromEntries(secretNames.map((name, index) => [name, `canary-${index}`]));
  const wrong = await diagnose(patient, { ...env, ...canaries }, 0);
  expect(wrong.text).not.toContain('canary');
  // Slack repeats what it was asked with.
  slack.setIdentity({ team: `${env.SLACK_BOT_TOKEN} and ${env.TRANSFER_API_TOKEN}` });
  const right = await diagnose(patient, env, 0);
  expect(linesOf(right.text, 'bot token')[0]).toContain('workspace [secret] and [secret] (T0SANDBOX)');
  expect(right.text).not.toContain(env.SLACK_BOT_TOKEN);
  expect(right.text).not.toContain(env.TRANSFER_API_TOKEN);
  const proxyUrl = 'http://jane:canary%20of%20many%20words@127.0.0.1:1';
  slack.setIdentity({ team: 'The canary of many words' });
  const withBlanks = await diagnose(patient, { ...env, TRANSFER_API_PROXY_URL: proxyUrl }, 0);
  expect(withBlanks.text).toContain('workspace The [secret] ');
  expect(withBlanks.text).not.toContain('canary');
});
