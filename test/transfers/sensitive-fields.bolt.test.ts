import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { pressMore } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const secret = { customerBvn: 'canary-s1', otpStatus: 'CANARY S2', kyc: [{ nin: 'canary-s3' }] };
const personal = {
  phoneStatus: 'CANARY P1',
  contact: { email: 'canary-p2@example.com' },
  available_balance: 'canary-p3',
};
const extra = { ...secret, ...personal, channel: 'open-1', rechargeToken: 'open-2' };

let requery: unknown;
let server: TestServer;
let app: RunningApp;
beforeEach(async () => {
  requery = { data: { status: 'SUCCESSFUL', ...extra }, cvv: 'canary-s4' };
  server = await startServer((request, response) => {
    const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const isRequery = request.url?.includes('tsq');
    response.end(isRequery ? JSON.stringify(requery) : transactionBody({ reference, ...extra }));
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});

const say = async (text: string, channelId?: string) => {
  await app.slack.writeMessage({ text, ...(channelId === undefined ? {} : { channelId }) });
  await app.bot.inFlight.settled();
};
const ask = async (command: string, text: string) => {
  await app.slack.sendCommand({ command, text });
  await app.bot.inFlight.settled();
  return app.answers().at(-1)?.id ?? '';
};
const press = async (messageId: string, actionId: string) => {
  await app.slack.pressButton({ messageId, actionId });
  await app.bot.inFlight.settled();
};
const shown = () => JSON.stringify([app.answers(), app.slack.views, app.slack.files]);

describe('a field that is for nobody, or for All Fields', () => {
  it('stands on no card', async () => {
    await ask('/txn', 'GARO-8f3k2j1');
    expect(shown()).not.toMatch(/canary/i);
  });

  it('stands in All Fields when it is personal, and is named there when it is secret', async () => {
    await press(await ask('/txn', 'GARO-8f3k2j1'), 'txn:fields');
    const view = JSON.stringify(app.slack.views[0]?.blocks);
    for (const text of ['CANARY P1', 'canary-p2@example.com', 'canary-p3', 'open-1']) expect(view).toContain(text);
    expect(view).toContain('3 fields withheld: customerBvn, otpStatus, nin');
    expect(shown()).not.toMatch(/canary.s\d/i);
  });

  it.each([
    ['the card anew', 'txn:refresh'],
    ['the shared card', 'txn:share'],
    ['the note', 'txn:note'],
    ['the comparison', 'txn:requery'],
  ])('stands in none of what is made from a card: %s', async (_what, actionId) => {
    await press(await ask('/txn', 'GARO-8f3k2j1'), actionId);
    expect(shown()).not.toMatch(/canary/i);
  });

  it.each([
    ['a body of its own', () => requery],
    [
      'the record of the spec',
      () => ({ success: true, message: '', data: { ...transactionRecord, ...extra }, cvv: 'canary' }),
    ],
  ])('stands in no requery, nor in All Values, which names it: %s', async (_what, body) => {
    requery = body();
    await press(await ask('/tsq', '12345698690885579'), 'tsq:values');
    expect(shown()).not.toMatch(/canary/i);
    expect(JSON.stringify(app.slack.views[0]?.blocks)).toMatch(
      /7 fields withheld: (?=.*\bcvv\b)(?=.*\bcustomerBvn\b)(?=.*\botpStatus\b)(?=.*\bnin\b)(?=.*\bphoneStatus\b)(?=.*\bemail\b)/,
    );
    expect(app.answers().at(-1)?.text).toMatch(/· \*(?:SUCCESSFUL|successful)\*$/);
  });

  it('stands in no table, and in no file', async () => {
    const messageId = await ask('/txn', 'GARO-8f3k2j1 GARO-5p1d6w8');
    await pressMore(app, messageId, 'txn:csv');
    expect(app.slack.files).toHaveLength(1);
    expect(shown()).not.toMatch(/canary/i);
  });

  it('stands in no channel', async () => {
    for (const text of ['txn GARO-8f3k2j1', 'tsq 12345698690885579', 'txn GARO-8f3k2j1 GARO-5p1d6w8'])
      await say(`<@${workspace.botUserId}> ${text}`);
    expect(app.answers()).toHaveLength(3);
    expect(shown()).not.toMatch(/canary/i);
  });
});
