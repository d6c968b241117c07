import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMore, pressMore, shareTable } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

const record = 'GARO-8f3k2j1';
const other = 'GARO-5p1d6w8';
const missing = 'GARO-0a0a0a0';
const transfer = '12345698690885579';
const last = () => app.answers().at(-1);
const blocks = () => JSON.stringify(last()?.blocks);
const urls = () => service.requests.map(({ url }) => url.replace('/banking/v1/', '')).sort();
const looked = (...references: string[]) => references.map((text) => `transactions/reference/${text}`).sort();
const requeried = `transfer/tsq?transactionId=${transfer}`;

/** The texts of the last table, its head first. */
const tableRows = (): string[][] => {
  const drawn: { rows?: { text?: string }[][] }[] = Object(last()).blocks ?? [];
  return (drawn.find(({ rows }) => rows)?.rows ?? []).map((cells) => cells.map(({ text = '' }) => text));
};
const modal = () => app.slack.views.findLast(({ type }) => type === 'modal');
const shownIn = () => JSON.stringify(modal()?.blocks);
const answered = async () => {
  await app.bot.inFlight.settled();
  service.forget();
  return last()?.id ?? '';
};

/** A table of two records and one requery, with nothing asked since. */
async function table(): Promise<string> {
  const { message } = await app.slack.writeMessage({ text: `${record} ${other} ${transfer}`, author: 'bot' });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  return answered();
}
/** A table of one that is settled, one that is pending, and one that is not found, asked for in the channel. */
async function asked(): Promise<string> {
  await app.slack.sendCommand({ command: '/txn', text: `${record} ${other} ${missing}` });
  return answered();
}
/** @returns how many messages came of it */
const press = async (messageId: string, actionId: string, userId: string = workspace.personId) => {
  const before = app.answers().length;
  await app.slack.pressButton({ messageId, actionId, userId });
  await app.bot.inFlight.settled();
  return app.answers().length - before;
};

it.each([
  [`txn ${record}`, looked(record), /Successful · 25,000\.00.*Jane Doe/],
  [`tsq ${transfer}`, [requeried], /SUCCESSFUL/],
])(
  'a row of a table opens as its card, upon the window, for the one who clicks: %s',
  async (value, requests, shown) => {
    const option = { text: value, value };
    await app.slack.select({ ...(await openMore(app, await table())), actionId: 'txn:open', option });
    await app.bot.inFlight.settled();
    expect(shownIn()).toMatch(shown);
    expect(modal()?.close).toBe('Back');
    expect(urls()).toEqual(requests);
  },
);

it('the table goes as a file to whoever clicks, whole, each row asked for as before, and again where it failed', async () => {
  app.slack.setFailure('files.completeUploadExternal', { error: 'internal_error' }, 1);
  await pressMore(app, await table(), 'txn:csv');
  expect(shownIn()).toContain('internal_error');
  service.forget();
  await app.slack.pressViewButton({ viewId: modal()?.id ?? '', actionId: 'txn:csv' });
  await app.bot.inFlight.settled();
  expect(shownIn()).toMatch(/The table of `GARO-\w+` and \d+ more is in a direct message/);
  const [file, ...files] = app.slack.files;
  expect(files).toEqual([]);
  expect(file?.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.content.trim().split(/\r?\n/)).toHaveLength(4);
  for (const part of [record, other, transfer, 'Jane Doe', '+01:00"']) expect(file?.content).toContain(part);
  expect(urls()).toEqual([...looked(record, other), requeried]);
});

it('a window asks where its table stands, also where nobody may ask elsewhere', async (test) => {
  const env = { ALLOWED_CHANNELS: workspace.channelId };
  const restricted = await runApp({ transferApi: service, env });
  test.onTestFinished(() => restricted.stop());
  await restricted.slack.sendCommand({ command: '/txn', text: `${record} ${other}` });
  await pressMore(restricted, restricted.answers().at(-1)?.id ?? '', 'txn:csv');
  expect(restricted.slack.files).toHaveLength(1);
  expect(restricted.audit.at(-1)).toMatchObject({ door: 'txn:csv', outcome: 'answered' });
});

it('Refresh All asks for every row again, and the new table replaces the old one', async () => {
  const messageId = await asked();
  expect(last()?.text).toMatch(/^3 asked: 1 \w+ · 1 \w+ · 1 not found\n/);
  expect(await press(messageId, 'txn:refresh-all')).toBe(0);
  expect(last()?.id).toBe(messageId);
  expect(blocks()).toContain('as of <!date');
  expect(urls()).toEqual(looked(record, other, missing));
  const words = { asked: expect.stringContaining(other) };
  expect(app.audit.at(-1)).toMatchObject({ command: 'txn', outcome: 'answered', ...words });
});

it('Requery Unsettled requeries what is not settled, by the ids of the records, for the one who presses', async () => {
  expect(await press(await asked(), 'tsq:requery-all')).toBe(1);
  const urlOf = 'transfer/tsq?transactionId=19261';
  expect(urls()).toEqual([urlOf]);
  expect(last()?.visibleTo).toBe(workspace.personId);
  const words = `1 requery: 1 successful\n\`${other} · 19261\` · ✓ SUCCESSFUL · the record said pending`;
  expect(last()?.text).toContain(words);
  const table = [
    ['Reference', 'Status', 'Record said', 'Amount'],
    [`${other} · 19261`, '✓ SUCCESSFUL', 'Pending', '1,250,000.00'],
  ];
  expect(tableRows()).toEqual(table);
  expect(app.audit.at(-1)).toMatchObject({ command: 'tsq', asked: '19261', outcome: 'answered' });

  // What the record said stays when it is refreshed, goes into the file, and is shared.
  const messageId = await answered();
  expect(await press(messageId, 'txn:refresh-all')).toBe(0);
  expect(urls()).toEqual([urlOf]);
  expect(tableRows()).toEqual(table);
  await pressMore(app, messageId, 'txn:csv');
  const line = /^"GARO-5p1d6w8","SUCCESSFUL",.*,"19261","pending"$/;
  expect(app.slack.files.at(-1)?.content.trim().split('\r\n').at(-1)).toMatch(line);
  await shareTable(app, messageId);
  expect(last()?.visibleTo).toBeUndefined();
  expect(tableRows()).toEqual(table);
});

it('Share posts the table for everybody, masked; refreshed by anybody it stays so', async () => {
  await shareTable(app, await asked());
  const shared = last();
  expect(shared).toMatchObject({ channelId: workspace.channelId });
  expect(shared?.visibleTo).toBeUndefined();
  expect(urls()).toHaveLength(3);
  const ids = [...blocks().matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['tsq:requery-all', 'txn:watch-all', 'txn:refresh-all', 'txn:more-all']);
  expect(blocks()).toContain('shared by amara');
  await press(shared?.id ?? '', 'txn:refresh-all', workspace.otherPersonId);
  expect(last()?.id).toBe(shared?.id);
  expect(blocks()).toMatch(/J\. D\..*shared by amara/);
  await openMore(app, last()?.id ?? '');
  expect(modal()?.submit).toBeUndefined();
});

it('a table in a direct message has no Share: nobody else reads there', async () => {
  await app.slack.writeMessage({ text: `txn ${record} ${other}`, channelId: workspace.directMessageId });
  await openMore(app, await answered());
  expect(shownIn()).toContain('txn:csv');
  expect(modal()?.submit).toBeUndefined();
});

it('a table in a thread opens in full for the one who presses, and everybody keeps theirs', async () => {
  const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn ${record} ${other}` });
  const messageId = await answered();
  expect(last()).toMatchObject({ threadTs: message.ts });
  const before = app.slack.messages.length;
  await pressMore(app, messageId, 'txn:full-all');
  expect(app.slack.messages).toHaveLength(before);
  expect(shownIn()).toContain('2 asked:');
  expect(urls()).toEqual(looked(record, other));
  expect(app.audit.at(-1)).toMatchObject({ command: 'txn', outcome: 'answered' });
});
