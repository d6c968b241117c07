import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/send-forged.ts';
import { waitFor } from '../support/wait-for.ts';

let app: RunningApp;
let service: Awaited<ReturnType<typeof createSampleTransferService>>;
afterEach(async () => {
  await app.stop();
  await service.close();
});

/** The log after a forged click. */
async function click(action: Record<string, unknown>): Promise<string> {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  expect(await sendForged(app, pressOf(action))).toMatchObject({ status: 200 });
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
