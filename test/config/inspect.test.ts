import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConfigError, type Env, Environment, loadConfig } from '../../src/config/config.ts';
import { inspectConfig } from '../../src/config/inspect.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const right = {
  SLACK_BOT_TOKEN: 'xoxb-123456',
  SLACK_APP_TOKEN: 'xapp-123456',
  TRANSFER_API_BASE_URL: 'https://transfers.example.com',
  TRANSFER_API_TOKEN: 'open-sesame',
};

function problemsOf(env: Env): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

it('says what a start would say of any environment, and never fails', () => {
  const value = fc.constantFrom('', 'x', '0', '8080', 'xoxb-canary', 'xapp-canary', 'https://a.example', 'C0A', 'same');
  const name = fc.constantFrom(...Object.keys(Environment.shape), 'SLACK_BOT_TOKEN_FILE', 'AUDIT_HASH_KEY_FILE');
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.boolean(), (some, isBase) => {
      const env = isBase ? { ...right, ...some } : some;
      const { problems, wrong } = inspectConfig(env);
      expect(problems).toEqual(problemsOf(env));
      expect(wrong.size > 0).toBe(problems.length > 0);
    }),
  );
});

it('keeps what is right beside what is wrong', () => {
  const { config, wrong } = inspectConfig({ ...right, SLACK_APP_TOKEN: 'wrong', ALLOWED_USERS: 'U0A', PORT: 'x' });
  expect([...wrong].sort()).toEqual(['PORT', 'SLACK_APP_TOKEN']);
  expect(config.transferApi.baseUrl).toBe(right.TRANSFER_API_BASE_URL);
  expect(config.access.users).toEqual(['U0A']);
  expect(config.slackBotToken.reveal()).toBe(right.SLACK_BOT_TOKEN);
});

it('knows where each value comes from', () => {
  const file = path.join(temporaryFolder(), 'token');
  writeFileSync(file, 'open-sesame\n');
  const { TRANSFER_API_TOKEN: _token, ...others } = right;
  const { sources, unknown } = inspectConfig({ ...others, TRANSFER_API_TOKEN_FILE: file, SLACK_TOKEN: 'x', PATH: '/' });
  expect(sources.get('TRANSFER_API_TOKEN')).toBe('file');
  expect(sources.get('SLACK_BOT_TOKEN')).toBe('environment');
  expect(sources.get('PORT')).toBe('default');
  expect([...sources.keys()]).toEqual(Object.keys(Environment.shape));
  expect(unknown).toEqual(['SLACK_TOKEN']);
});
