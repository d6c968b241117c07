import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Environment } from '../../src/config/config.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { configuration } from '../../src/doctor/machine.ts';
import { createExamined, linesOf } from '../support/examine.ts';

it('says every problem at once, and no value', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await examine(configuration, {
    SLACK_BOT_TOKEN: 'canary-1',
    TRANSFER_API_TOKEN: '',
    ALLOWED_USERS: 'canary-2',
    AUDIT_HASH_KEY_FILE: '/canary-3',
  });
  const problems = lines.filter((line) => line.startsWith('PROBLEM'));
  expect(problems).toEqual([
    `PROBLEM AUDIT_HASH_KEY_FILE cannot be read.`,
    `PROBLEM SLACK_BOT_TOKEN must be a bot token, xoxb-….`,
    `PROBLEM TRANSFER_API_TOKEN is missing.`,
    'PROBLEM ALLOWED_USERS must be ids of people, U…. → The table of variables in the README says how each is set.',
  ]);
  expect(lines.join()).not.toContain('canary');
});

it('says where each value comes from', async (test) => {
  const { examine, env } = await createExamined(test);
  const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'key');
  writeFileSync(file, 'canary-key');
  const lines = await examine(configuration, { AUDIT_HASH_KEY_FILE: file, CURRENCY: 'NGN' });
  const [fromEnvironment = '', fromFiles, byDefault, ...rest] = lines;
  expect(fromEnvironment).toMatch(/^ok From the environment: SLACK_BOT_TOKEN, .*\bCURRENCY\b/);
  for (const name of Object.keys(env)) expect(fromEnvironment).toContain(name);
  expect(fromFiles).toBe('ok From files: AUDIT_HASH_KEY.');
  const others = Object.keys(Environment.shape).length - fromEnvironment.split(', ').length - 1;
  expect(byDefault).toBe(`ok By default: the other ${others}.`);
  expect(rest).toEqual([]);
  expect(lines.join()).not.toMatch(/canary|NGN/);
});

it('has a restriction that is set to nothing as a problem', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await examine(configuration, { ALLOWED_CHANNELS: '' });
  expect(lines.filter((line) => /ALLOWED_CHANNELS/.test(line))).toEqual([
    expect.stringMatching(/^PROBLEM ALLOWED_CHANNELS is set and names nothing/),
  ]);
});

it('notes what is set to nothing, and what stands in quotation marks', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await examine(configuration, {
    CURRENCY: ' ',
    TRANSFER_API_TOKEN: '"canary-token"',
    SLACK_SIGNING_SECRET_FILE: '',
    ACCESS_CONTACT: '"canary" or "desk',
  });
  const todo = "Leave them out: Docker's --env-file, for one, takes every character.";
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([
    'note CURRENCY is set to nothing, and counts as not set. → Give it a value, or take it out.',
    'note SLACK_SIGNING_SECRET_FILE is set to nothing, and counts as not set. → Give it a value, or take it out.',
    `note TRANSFER_API_TOKEN stands in quotation marks, and they are a part of its value. → ${todo}`,
  ]);
  expect(lines.join()).not.toContain('canary');
});

it('names the forms of a wrong address, although addresses of Redis are taken out of a report', async (test) => {
  const { env } = await createExamined(test);
  const { text } = await diagnose(['check'], { ...env, REDIS_URL: 'redis:canary' }, 0);
  expect(linesOf(text, 'configuration')).toContainEqual(
    expect.stringContaining('REDIS_URL must begin with redis:// or rediss:// and have a host and no query.'),
  );
});

it('says nothing of what Kubernetes sets for each Service', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await examine(configuration, {
    REDIS_SERVICE_HOST: '10.0.0.1',
    REDIS_SERVICE_PORT: '6379',
    REDIS_SERVICE_PORT_REDIS: '6379',
    REDIS_PORT: 'tcp://10.0.0.1:6379',
    REDIS_PORT_6379_TCP: 'tcp://10.0.0.1:6379',
    REDIS_PORT_6379_TCP_ADDR: '10.0.0.1',
    STATE_DNS_PORT_53_UDP_PROTO: 'udp',
    STATE_PORT: '4711',
  });
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([
    'note STATE_PORT is set, and txnbot has no such variable. → Check its spelling.',
  ]);
});

it('notes what looks like a variable and is none', async (test) => {
  const { examine } = await createExamined(test);
  const lines = await examine(configuration, { ALLOWED_USER: 'canary', SLACK_API_URL_FILE: '/canary' });
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([
    'note ALLOWED_USER is set, and txnbot has no such variable. → Check its spelling.',
    'note SLACK_API_URL_FILE is set, and txnbot has no such variable. → Check its spelling.',
  ]);
});
