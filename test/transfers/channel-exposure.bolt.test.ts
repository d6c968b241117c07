import { workspace } from 'slack-sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { shareTable } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/send-forged.ts';

/** What the service sends, as it may any day: a customer's name and number in a field that has no place for them. */
let changes: Record<string, unknown>;
let requery: unknown;
let server: TestServer;
let app: RunningApp;
let before: number;
beforeAll(async () => {
  server = await startServer((request, response) => {
    const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const isRequery = request.url?.includes('tsq');
    response.end(isRequery ? JSON.stringify(requery) : transactionBody({ reference, ...changes }));
  });
  app = await runApp({ transferApi: { baseUrl: server.url }, env: { RATE_LIMIT_PER_MINUTE: '1000' } });
});
afterAll(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});
beforeEach(() => {
  changes = {};
  requery = {};
  before = app.answers().length;
});
const answers = () => app.answers().slice(before);

const mention = async (text: string) => {
  await app.slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}` });
  await app.bot.inFlight.settled();
};
const ask = async (text: string) => {
  await app.slack.sendCommand({ command: '/txn', text });
  await app.bot.inFlight.settled();
};
const press = async (actionId: string, messageId = answers().at(-1)?.id ?? '') => {
  await app.slack.pressButton({ messageId, actionId });
  await app.bot.inFlight.settled();
};
/** What everybody reads, buttons and all. */
const posted = () => JSON.stringify(answers().filter(({ visibleTo }) => visibleTo === undefined));
const canary = /Jane|0123456789/;

describe.each(Object.keys(transactionRecord).filter((field) => field !== 'reference'))('a customer in %s', (field) => {
  const planted = { [field]: 'blocked: Jane Doe 0123456789' };

  it('is not shown by a card in a channel, shared or asked for, nor when it is refreshed', async () => {
    await ask('GARO-8f3k2j1');
    await press('txn:share');
    await mention('txn GARO-8f3k2j1');
    const [, shared, mentioned] = answers().map(({ id }) => id);
    changes = planted;
    await press('txn:refresh', shared);
    await press('txn:refresh', mentioned);
    await mention('txn GARO-8f3k2j1');
    expect(answers()).toHaveLength(4);
    expect(posted()).not.toMatch(canary);
  });

  it('is not shown by a table in a channel', async () => {
    await ask('GARO-8f3k2j1 GARO-5p1d6w8');
    const [table] = answers();
    changes = { status: 'pending', ...planted };
    await mention('txn GARO-8f3k2j1 GARO-5p1d6w8');
    await shareTable(app, table?.id ?? '');
    await press('txn:refresh-all');
    const read = answers().filter(({ visibleTo, channelId }) => visibleTo === undefined && channelId.startsWith('C'));
    expect(read).toHaveLength(2);
    expect(posted()).not.toMatch(canary);
  });
});

describe('a status that a channel may not read', () => {
  beforeEach(() => {
    changes = { status: 'blocked: Jane Doe 0123456789' };
  });

  it('is said to be withheld, never to be missing', async () => {
    await mention('txn GARO-8f3k2j1');
    expect(answers()[0]?.text).toBe('? Status withheld · 25,000.00 · `GARO-8f3k2j1`');
    await mention('txn GARO-8f3k2j1 GARO-5p1d6w8');
    expect(answers()[1]?.text).toMatch(/^2 asked: 2 status withheld\n/);
  });

  it('stays withheld in a masked table, wherever a Refresh All seems to come from', async () => {
    const { responseUrl } = await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const refreshed = async (audience: string) => {
      const value = JSON.stringify({ rows: 'txn GARO-8f3k2j1', audience });
      await sendForged(app, { ...pressOf({ action_id: 'txn:refresh-all', value }), response_url: responseUrl });
      await app.bot.inFlight.settled();
      return JSON.stringify(answers().at(-1)?.payload);
    };
    expect(await refreshed('asker')).toContain('locked: Jane Doe 0123456789');
    expect(await refreshed('channel')).toContain('Status withheld');
    expect(JSON.stringify(answers().at(-1)?.payload)).not.toMatch(canary);
    // A response_url of a command replaces nothing.
    expect(app.slack.breaches).toEqual([expect.stringMatching(/replace/), expect.stringMatching(/replace/)]);
    app.slack.forget();
  });

  it('is whole for the one who asks', async () => {
    await ask('GARO-8f3k2j1');
    expect(answers()[0]?.text).toMatch(/^\? Blocked: Jane Doe 0123456789/);
  });

  it.each([
    [{ status: 'SUCCESSFUL', settlementStatus: 'FAILED' }, '2 statuses: SUCCESSFUL, ••'],
    [{ status: 'SUCCESSFUL', transferStatus: 'failed for Jane Doe 0123456789' }, '2 statuses: SUCCESSFUL, ••'],
    [{ status: 'paid to Jane Doe 0123456789' }, 'Status withheld'],
    [{ status: 'SUCCESSFUL' }, 'SUCCESSFUL'],
  ])('leaves no other one to stand alone in a requery: %j', async (answer, headline) => {
    requery = answer;
    await mention('tsq 12345698690885579');
    expect(answers()[0]?.text).toBe(`Requery \`12345698690885579\` · *${headline}*`);
    expect(posted()).not.toMatch(canary);
  });
});

describe('the parties of a record', () => {
  it('are not named by another field, whatever it looks like', async () => {
    changes = {
      id: '0123456789',
      sessionId: '012345-6789',
      type: 'Jane_Doe',
      status: 'Jane Doe',
      destinationBankName: 'JANE DOE BANK',
      sourceBankName: 'GTBANK PLC',
    };
    await mention('txn GARO-8f3k2j1');
    expect(posted()).not.toMatch(/Jane|JANE|0123456789|012345-6789/);
    expect(posted()).toContain('GTBANK PLC');
    requery = { accountNumber: '0123456789', accountName: 'Jane Doe', reference: '0123456789', status: 'jane doe' };
    await mention('tsq 12345698690885579');
    expect(posted()).not.toMatch(/jane|0123456789/i);
  });
});
