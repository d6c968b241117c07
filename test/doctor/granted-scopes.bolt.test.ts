import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { grantedScopes, optionalScopes, scopes } from '../../src/doctor/slack.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

describe('the scopes', () => {
  it('are those of the manifest', () => {
    const manifest = parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'));
    expect(Object.keys(scopes)).toEqual(manifest.oauth_config.scopes.bot);
    expect(Object.keys(optionalScopes)).toEqual(manifest.oauth_config.scopes.bot_optional);
  });

  it('are all granted', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(grantedScopes)).toEqual(['ok All 12 scopes of the manifest are granted.']);
  });

  it('are too few and too many', async (test) => {
    const granted = Object.keys(scopes).filter((scope) => scope !== 'users:read');
    const { examine } = await createExamined(test, { scopes: [...granted, 'chat:write.public'] });
    expect(await examine(grantedScopes)).toEqual([
      'PROBLEM The scope users:read is missing: Slack does not say who somebody is, and nobody is answered. → Add it under OAuth & Permissions → Bot Token Scopes, and install the app again.',
      'note The optional scope files:read is missing: a list that somebody sends as a file is not read; pasted references still are. → Add it under OAuth & Permissions → Optional Scopes, and install the app again.',
      'note Granted, and used for nothing: chat:write.public. → Remove what nobody added on purpose.',
    ]);
  });

  it.for([
    ['chat:write', /: mentions and direct messages get no answer, and nobody is told what became of a watch\./],
    [
      'im:write',
      /: no table can be sent as a file, and with direct messages in ALLOWED_CHANNELS nobody is told what became of a watch in one\./,
    ],
  ] as const)('are too few for watches without %s', async ([scope, without], test) => {
    const { examine } = await createExamined(test, {
      scopes: Object.keys({ ...scopes, ...optionalScopes }).filter((each) => each !== scope),
    });
    expect(await examine(grantedScopes)).toEqual([expect.stringMatching(without)]);
  });

  it('are not said', async (test) => {
    const { examine } = await createExamined(test);
    const slack = await startServer(answering(200, { ok: true, team_id: 'T0HERE' }));
    test.onTestFinished(() => slack.close());
    expect(await examine(grantedScopes, { SLACK_API_URL: `${slack.url}/api` })).toEqual([
      'note Slack did not say which scopes the token has.',
    ]);
  });
});
