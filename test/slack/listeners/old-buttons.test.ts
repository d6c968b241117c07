import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createSampleTransferService } from '../../sandbox/transfer-service/sample-transfer-service.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';
import { waitFor } from '../../support/wait-for.ts';

let app: RunningApp;
let service: Awaited<ReturnType<typeof createSampleTransferService>>;
afterEach(async () => {
  await app.stop();
  await service.close();
});

/** A signed click as Slack would deliver it, with whatever the button carried. */
async function click(action: Record<string, unknown>): Promise<string> {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  const { apiUrl, signingSecret } = app.slack;
  const payload = {
    type: 'block_actions',
    team: { id: 'T0SANDBOX' },
    user: { id: 'U0AMARA00', username: 'amara' },
    channel: { id: 'C0SUPPORT' },
    container: { type: 'message', message_ts: '1.1', channel_id: 'C0SUPPORT', is_ephemeral: true },
    trigger_id: '1.1',
    response_url: apiUrl.replace('/api/', '/actions/unknown'),
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...action }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const response = await fetch(`http://127.0.0.1:${app.bot.connection.port()}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signature,
    },
    body,
  });
  expect(response.status).toBe(200);
  await waitFor(() => expect(app.log.entries().some(({ outcome }) => outcome === 'user_error')).toBe(true));
  return app.log.lines.join('');
}

describe('a button of an older txnbot', () => {
  it.each([
    ['an id that no listener has', { action_id: 'txn:explode', value: 'x' }],
    ['a value that is no JSON', { action_id: 'txn:refresh', value: 'GARO-8f3k2j1' }],
    ['a value of another shape', { action_id: 'txn:share', value: '{"ref":"GARO-8f3k2j1"}' }],
    ['no value', { action_id: 'txn:run:0' }],
    ['an option of another shape', { action_id: 'txn:open', selected_option: null }],
    [
      'a list that is too long',
      { action_id: 'txn:csv', value: Array.from({ length: 26 }, (_, index) => `txn R${index}`).join('\n') },
    ],
  ])('is answered with a sentence, and asks nothing: %s', async (_what, action) => {
    const log = await click(action);
    expect(log).not.toContain('"bug"');
    expect(service.requests).toEqual([]);
  });
});
