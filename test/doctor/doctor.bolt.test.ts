import { workspace } from 'slack-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/config/config.ts';
import { type Check, ok, problem } from '../../src/doctor/check.ts';
import { checks, diagnose, runChecks } from '../../src/doctor/doctor.ts';
import { createExamined, linesOf } from '../support/examine.ts';
import { loadConfig } from '../support/load-config.ts';

const allowed = {
  ALLOWED_CHANNELS: workspace.channelId,
  ALLOWED_USERS: workspace.personId,
  ALLOWED_USER_GROUPS: workspace.userGroupId,
};

describe.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('finds no problem where all is well', async (test) => {
    const { env } = await createExamined(test, { mode });
    const { text, exitCode } = await diagnose(['check', '--reference', 'GARO-8f3k2j1'], { ...env, ...allowed });
    expect(text).not.toContain('PROBLEM');
    expect(text).toMatch(/\n\nProblems: 0\./);
    expect(exitCode).toBe(0);
    const silent = checks.filter(({ name }) => linesOf(text, name).length === 0).map(({ name }) => name);
    expect(silent).toEqual(mode === 'http' ? ['app token', 'Redis'] : ['Redis']);
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(160);
  });
});

it('tries nothing with a wrong configuration', async (test) => {
  const { env, slack } = await createExamined(test);
  const { text, exitCode } = await diagnose(['check'], { ...env, REDIS_URL: 'redis:canary' });
  expect(linesOf(text, 'configuration')).toContainEqual(expect.stringContaining('note Nothing else was tried. → '));
  // Addresses of Redis are taken out of a report, but not the forms of a right one.
  expect(text).toMatch(/REDIS_URL must begin with redis:\/\/ or rediss:\/\//);
  expect([exitCode, slack.requests]).toEqual([1, []]);
});

it.each([
  ['check twice', 1],
  ['check --verbose canary', 1],
  ['--reference canary', 1],
  ['check --help', 0],
])('explains itself when it is asked with %s, and ends with %d', async (args, exitCode) => {
  const diagnosis = await diagnose(args.split(' '), {});
  expect(diagnosis).toEqual({ text: expect.stringContaining('check [--reference <reference>]'), exitCode });
  expect(diagnosis.text).not.toContain('canary');
});

it('says no secret, right or wrong, wherever it turns up', async (test) => {
  const { env, slack } = await createExamined(test);
  const canaries = Object.fromEntries(settings.map(({ variable }, index) => [variable, `canary-${index}`]));
  const wrong = await diagnose(['check'], { ...env, ...canaries });
  expect(wrong.text).not.toContain('canary');
  expect(wrong.text).toMatch(/\nProblems: [1-9]\d*\. Notes: \d+\.$/);
  expect(wrong.exitCode).toBe(1);
  // Slack repeats what it was asked with.
  slack.setIdentity({ team: `${env.SLACK_BOT_TOKEN} and ${env.TRANSFER_API_TOKEN}` });
  const right = await diagnose(['check'], env);
  expect(linesOf(right.text, 'bot token')[0]).toContain('workspace [secret] and [secret] (T0SANDBOX)');
  expect(right.text).not.toContain(env.SLACK_BOT_TOKEN);
  expect(right.text).not.toContain(env.TRANSFER_API_TOKEN);
  const proxyUrl = 'http://jane:canary%20of%20many%20words@127.0.0.1:1';
  slack.setIdentity({ team: 'The canary of many words' });
  const withBlanks = await diagnose(['check'], { ...env, HTTPS_PROXY: proxyUrl });
  expect(withBlanks.text).toContain('workspace The [secret] ');
  expect(withBlanks.text).not.toContain('canary');
});

const config = loadConfig({
  SLACK_BOT_TOKEN: 'xoxb-canary',
  SLACK_APP_TOKEN: 'xapp-canary',
  TRANSFER_API_BASE_URL: 'https://bank.invalid',
  TRANSFER_API_TOKEN: 'canary-token',
});
const check = (name: string, run: Check['run']): Check => ({ name, run });

it('runs every check, whatever becomes of the others, and waits 14 seconds for one that does not end', async (test) => {
  vi.useFakeTimers();
  test.onTestFinished(() => void vi.useRealTimers());
  const running = runChecks(
    [
      check('breaks', () => Promise.reject(new TypeError('canary'))),
      check('finds', async () => [undefined, ok('well')]),
      check('never ends', () => new Promise(() => {})),
    ],
    { config, reference: undefined },
  );
  await vi.advanceTimersByTimeAsync(14_000);
  expect((await running).map(({ findings }) => findings)).toEqual([
    [problem('The check itself broke (TypeError).', 'Report it: this is a mistake in txnbot.')],
    [ok('well')],
    [problem('Not finished in time.', 'Try again; if it stays, see what is slow.')],
  ]);
});
