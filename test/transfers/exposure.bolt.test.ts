import { workspace } from 'slack-sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { pressMore, shareTable } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/send-forged.ts';

/** What the service sends, as it may any day: names and numbers in fields that have no place for them, and secrets. */
let changes: Record<string, unknown>;
let requery: unknown;
let server: TestServer;
let app: RunningApp;
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
let before: { answers: number; files: number };
beforeEach(() => {
  changes = {};
  requery = {};
  before = { answers: app.answers().length, files: app.slack.files.length };
});
const answers = () => app.answers().slice(before.answers);
const files = () => app.slack.files.slice(before.files);
/** The window that was opened last. */
const view = () => JSON.stringify(app.slack.views.findLast(({ type }) => type === 'modal'));

const mention = async (text: string) => {
  await app.slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}` });
  await app.bot.inFlight.settled();
};
const ask = async (text: string, command = '/txn') => {
  await app.slack.sendCommand({ command, text });
  await app.bot.inFlight.settled();
  return answers().at(-1)?.id ?? '';
};
const press = async (messageId: string, actionId: string) => {
  await app.slack.pressButton({ messageId, actionId });
  await app.bot.inFlight.settled();
};
const one = 'GARO-8f3k2j1';
const two = 'GARO-8f3k2j1 GARO-5p1d6w8';
const transfer = '12345698690885579';
/** What everybody reads, buttons and all. */
const posted = () => JSON.stringify(answers().filter(({ visibleTo }) => visibleTo === undefined));
const customer = /Jane|0123456789/;

it.each(Object.keys(transactionRecord).filter((field) => field !== 'reference'))(
  'a customer in %s is on no card and no table of a channel, shared or asked for, nor when it is refreshed',
  async (field) => {
    const planted = { [field]: 'blocked: Jane Doe 0123456789' };
    await press(await ask(one), 'txn:share');
    await mention(`txn ${one}`);
    const [, shared = '', mentioned = ''] = answers().map(({ id }) => id);
    const table = await ask(two);
    changes = planted;
    await press(shared, 'txn:refresh');
    await press(mentioned, 'txn:refresh');
    await mention(`txn ${one}`);
    changes = { status: 'pending', ...planted };
    await mention(`txn ${two}`);
    await shareTable(app, table);
    await press(answers().at(-1)?.id ?? '', 'txn:refresh-all');
    expect(answers().map(({ visibleTo }) => visibleTo === undefined)).toEqual([
      ...[false, true, true, false, true, true, true],
    ]);
    expect(posted()).not.toMatch(customer);
  },
);

describe('a status that a channel may not read', () => {
  beforeEach(() => {
    changes = { status: 'blocked: Jane Doe 0123456789' };
  });

  it('is said to be withheld, never to be missing, and is whole for the one who asks', async () => {
    await mention(`txn ${one}`);
    await mention(`txn ${two}`);
    await ask(one);
    expect(answers().map(({ text }) => text)).toEqual([
      '? Status withheld · 25,000.00 · `GARO-8f3k2j1`',
      expect.stringMatching(/^2 asked: 2 status withheld\n/),
      expect.stringMatching(/^\? Blocked: Jane Doe 0123456789/),
    ]);
  });

  it('stays withheld in a masked table, wherever a Refresh All seems to come from', async () => {
    const { responseUrl } = await app.slack.sendCommand({ command: '/txn', text: one });
    const refreshed = async (audience: string) => {
      const value = JSON.stringify({ rows: `txn ${one}`, audience });
      await sendForged(app, { ...pressOf({ action_id: 'txn:refresh-all', value }), response_url: responseUrl });
      await app.bot.inFlight.settled();
      return JSON.stringify(answers().at(-1)?.payload);
    };
    expect(await refreshed('asker')).toContain('locked: Jane Doe 0123456789');
    const masked = await refreshed('channel');
    expect(masked).toContain('Status withheld');
    expect(masked).not.toMatch(customer);
    // A response_url of a command replaces nothing.
    expect(app.slack.breaches).toEqual([expect.stringMatching(/replace/), expect.stringMatching(/replace/)]);
    app.slack.forget();
  });

  it.each([
    [{ status: 'SUCCESSFUL', settlementStatus: 'FAILED' }, '2 statuses: SUCCESSFUL, ••'],
    [{ status: 'SUCCESSFUL', transferStatus: 'failed for Jane Doe 0123456789' }, '2 statuses: SUCCESSFUL, ••'],
    [{ status: 'paid to Jane Doe 0123456789' }, 'Status withheld'],
    [{ status: 'SUCCESSFUL' }, 'SUCCESSFUL'],
  ])('leaves no other one to stand alone in a requery: %j', async (answer, headline) => {
    requery = answer;
    await mention(`tsq ${transfer}`);
    expect(answers()[0]?.text).toBe(`Requery \`${transfer}\` · *${headline}*`);
    expect(posted()).not.toMatch(customer);
  });
});

it('the parties of a record are not named by another field, whatever it looks like', async () => {
  const disguised = { id: '0123456789', sessionId: '012345-6789', type: 'Jane_Doe', status: 'Jane Doe' };
  changes = { ...disguised, destinationBankName: 'JANE DOE BANK', sourceBankName: 'GTBANK PLC' };
  await mention(`txn ${one}`);
  expect(posted()).not.toMatch(/Jane|JANE|0123456789|012345-6789/);
  expect(posted()).toContain('GTBANK PLC');
  requery = { accountNumber: '0123456789', accountName: 'Jane Doe', reference: '0123456789', status: 'jane doe' };
  await mention(`tsq ${transfer}`);
  expect(posted()).not.toMatch(/jane|0123456789/i);
});

describe('a field that is for nobody, or for All Fields', () => {
  const secret = { customerBvn: 'canary-s1', otpStatus: 'CANARY S2', kyc: [{ nin: 'canary-s3' }] };
  const contact = { email: 'canary-p2@example.com' };
  const personal = { phoneStatus: 'CANARY P1', contact, available_balance: 'canary-p3' };
  const extra = { ...secret, ...personal, channel: 'open-1', rechargeToken: 'open-2' };
  const shown = () => JSON.stringify([answers(), files(), view()]);
  beforeEach(() => {
    changes = extra;
    requery = { data: { status: 'SUCCESSFUL', ...extra }, cvv: 'canary-s4' };
  });

  it('stands on no card, in none of what is made from it, in no table, in no file and in no channel', async () => {
    const card = await ask(one);
    for (const actionId of ['txn:refresh', 'txn:share', 'txn:note', 'txn:requery']) await press(card, actionId);
    await pressMore(app, await ask(two), 'txn:csv');
    expect(files()).toHaveLength(1);
    for (const text of [`txn ${one}`, `tsq ${transfer}`, `txn ${two}`]) await mention(text);
    expect(answers()).toHaveLength(9);
    expect(shown()).not.toMatch(/canary/i);
  });

  it('stands in All Fields when it is personal, and is named there when it is secret', async () => {
    await press(await ask(one), 'txn:fields');
    for (const text of ['CANARY P1', 'canary-p2@example.com', 'canary-p3', 'open-1']) expect(view()).toContain(text);
    expect(view()).toContain('3 fields withheld: customerBvn, otpStatus, nin');
    expect(shown()).not.toMatch(/canary.s\d/i);
  });

  it.each([
    ['a body of its own', () => requery],
    ['a record', () => ({ success: true, message: '', data: { ...transactionRecord, ...extra }, cvv: 'canary' })],
  ])('stands in no requery, nor in All Values, which names it: %s', async (_what, body) => {
    requery = body();
    await press(await ask(transfer, '/tsq'), 'tsq:values');
    expect(shown()).not.toMatch(/canary/i);
    expect(view()).toMatch(
      /7 fields withheld: (?=.*\bcvv\b)(?=.*\bcustomerBvn\b)(?=.*\botpStatus\b)(?=.*\bnin\b)(?=.*\bphoneStatus\b)(?=.*\bemail\b)/,
    );
    expect(answers().at(-1)?.text).toMatch(/· \*(?:SUCCESSFUL|successful)\*$/);
  });
});
