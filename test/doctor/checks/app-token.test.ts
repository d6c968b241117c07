import { describe, expect, it } from 'vitest';
import { appToken } from '../../../src/doctor/checks/app-token.ts';
import { createExamined } from '../../support/examine.ts';

describe('the app token', () => {
  it('gets an address for a socket, and no socket is opened', async (test) => {
    const { examine, slack } = await createExamined(test, { mode: 'socket' });
    expect(await examine(appToken)).toEqual([
      'ok Socket Mode: Slack gives an address for a socket. It was not connected to.',
    ]);
    expect(slack.requests).toEqual(['apps.connections.open']);
    expect(slack.connectedSockets).toBe(0);
  });

  it('is not taken, or lacks its scope', async (test) => {
    const { examine, slack } = await createExamined(test, { mode: 'socket' });
    expect(await examine(appToken, { SLACK_APP_TOKEN: 'xapp-canary' })).toEqual([
      'PROBLEM Slack refused SLACK_APP_TOKEN (invalid_auth). → Copy the token again from the app’s settings.',
    ]);
    slack.setFailure('apps.connections.open', { error: 'missing_scope', needed: 'connections:write' });
    expect(await examine(appToken)).toEqual([
      'PROBLEM Slack refused SLACK_APP_TOKEN (missing_scope), for want of the scope connections:write. → Add the scope in the app’s settings, and install it again.',
    ]);
  });

  it('is not asked for in HTTP mode', async (test) => {
    const { examine, slack } = await createExamined(test);
    expect(await examine(appToken)).toEqual([]);
    expect(slack.requests).toEqual([]);
  });
});
