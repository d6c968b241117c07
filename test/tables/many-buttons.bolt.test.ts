import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMore, pressMore, shareTable } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

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
const transfer = '12345698690885579';
const last = () => app.answers().at(-1);
const urls = () => service.requests.map(({ url }) => url.replace('/banking/v1/', '')).sort();

/** The texts of the last table, its head first. */
const tableRows = (): string[][] => {
  const blocks: { type?: string; rows?: { text?: string }[][] }[] = Object(last()).blocks ?? [];
  return (blocks.find(({ rows }) => rows)?.rows ?? []).map((cells) => cells.map(({ text = '' }) => text));
};

/** A table of two records and one requery, with nothing asked since. */
async function table(): Promise<string> {
  const { message } = await app.slack.writeMessage({ text: `${record} ${other} ${transfer}`, author: 'bot' });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await waitFor(() => expect(last()?.text).toMatch(/^3 asked: /));
  service.forget();
  return last()?.id ?? '';
}
const modal = () => app.slack.views.findLast(({ type }) => type === 'modal');
const shownIn = (view = modal()) => JSON.stringify(view?.blocks);
const open = async (messageId: string, value: string) => {
  const option = { text: value, value };
  await app.slack.select({ ...(await openMore(app, messageId)), actionId: 'txn:open', option });
  await app.bot.inFlight.settled();
};

it('a row of a table opens as its card, upon the window, for the one who clicks', async () => {
  await open(await table(), `txn ${record}`);
  expect(shownIn()).toContain('Successful · 25,000.00');
  expect(shownIn()).toContain('Jane Doe');
  expect(modal()?.close).toBe('Back');
  expect(urls()).toEqual([`transactions/reference/${record}`]);
});

it('a row that was requeried is requeried', async () => {
  await open(await table(), `tsq ${transfer}`);
  expect(urls()).toEqual([`transfer/tsq?transactionId=${transfer}`]);
});

it('the table goes as a file to whoever clicks, whole, each row asked for as before', async () => {
  await pressMore(app, await table(), 'txn:csv');
  expect(shownIn()).toMatch(/The table of `GARO-\w+` and \d+ more is in a direct message/);
  const [file] = app.slack.files;
  expect(file?.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.content.trim().split(/\r?\n/)).toHaveLength(4);
  for (const asked of [record, other, transfer, 'Jane Doe', '+01:00"']) expect(file?.content).toContain(asked);
  expect(urls()).toEqual([
    `transactions/reference/${other}`,
    `transactions/reference/${record}`,
    `transfer/tsq?transactionId=${transfer}`,
  ]);
});

it('Try Again after a CSV that could not be sent sends the CSV', async () => {
  app.slack.setFailure('files.completeUploadExternal', { error: 'internal_error' }, 1);
  await pressMore(app, await table(), 'txn:csv');
  expect(shownIn()).toContain('internal_error');
  await app.slack.pressViewButton({ viewId: modal()?.id ?? '', actionId: 'txn:csv' });
  await app.bot.inFlight.settled();
  expect(shownIn()).toContain('is in a direct message');
  expect(app.slack.files).toEqual([expect.objectContaining({ content: expect.stringContaining(transfer) })]);
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

/** A table of one that is settled, one that is pending, and one that is not found, asked for in the channel. */
async function asked(): Promise<string> {
  await app.slack.sendCommand({ command: '/txn', text: `${record} ${other} GARO-0a0a0a0` });
  await app.bot.inFlight.settled();
  service.forget();
  return last()?.id ?? '';
}
const press = async (messageId: string, actionId: string) => {
  const before = app.answers().length;
  await app.slack.pressButton({ messageId, actionId });
  await app.bot.inFlight.settled();
  return app.answers().length - before;
};
const counts = '3 asked: 1 pending · 1 successful · 1 not found';

it('Refresh All asks for every row again, and the new table replaces the old one', async () => {
  const messageId = await asked();
  expect(
    last()
      ?.text.split('\n')[0]
      ?.split(/: | · /)
      .toSorted(),
  ).toEqual(counts.split(/: | · /).toSorted());
  expect(await press(messageId, 'txn:refresh-all')).toBe(0);
  expect(last()?.id).toBe(messageId);
  expect(JSON.stringify(last()?.blocks)).toContain('as of <!date');
  expect(urls()).toEqual([record, other, 'GARO-0a0a0a0'].map((text) => `transactions/reference/${text}`).toSorted());
  expect(app.audit.at(-1)).toMatchObject({
    command: 'txn',
    outcome: 'answered',
    asked: expect.stringContaining(other),
  });
});

it('Requery Unsettled requeries what is not settled, by the ids of the records, for the one who presses', async () => {
  const messageId = await asked();
  expect(await press(messageId, 'tsq:requery-all')).toBe(1);
  expect(urls()).toEqual(['transfer/tsq?transactionId=19261']);
  expect(last()).toMatchObject({
    text: expect.stringMatching(/^1 requery: 1 successful\n/),
    visibleTo: workspace.personId,
  });
  expect(tableRows()).toEqual([
    ['Reference', 'Status', 'Record said', 'Amount'],
    [`${other} · 19261`, '✓ SUCCESSFUL', 'Pending', '1,250,000.00'],
  ]);
  expect(last()?.text).toContain(`\`${other} · 19261\` · ✓ SUCCESSFUL · the record said pending`);
  expect(app.audit.at(-1)).toMatchObject({ command: 'tsq', asked: '19261', outcome: 'answered' });
});

it('what a requery of many found can be refreshed, and goes as a file with the references', async () => {
  await press(await asked(), 'tsq:requery-all');
  const messageId = last()?.id ?? '';
  service.forget();
  expect(await press(messageId, 'txn:refresh-all')).toBe(0);
  expect(urls()).toEqual(['transfer/tsq?transactionId=19261']);
  expect(JSON.stringify(last()?.blocks)).toContain(`${other} · 19261`);
  await pressMore(app, messageId, 'txn:csv');
  expect(app.slack.files.at(-1)?.content.trim().split('\r\n').at(-1)).toMatch(
    /^"GARO-5p1d6w8","SUCCESSFUL",.*,"19261","pending"$/,
  );
});

it('what the records said stays through a refresh, and is a word that a channel may read when it is shared', async () => {
  await press(await asked(), 'tsq:requery-all');
  const messageId = last()?.id ?? '';
  await press(messageId, 'txn:refresh-all');
  expect(tableRows()[1]?.[2]).toBe('Pending');
  await shareTable(app, messageId);
  expect(last()?.visibleTo).toBeUndefined();
  expect(tableRows()[1]?.[2]).toBe('Pending');
});

it('Share posts the table for everybody, masked; refreshed by anybody it stays so', async () => {
  const messageId = await asked();
  await shareTable(app, messageId);
  const shared = last();
  expect(shared).toMatchObject({ channelId: workspace.channelId });
  expect(shared?.visibleTo).toBeUndefined();
  expect(urls()).toHaveLength(3);
  const ids = (blocks: unknown) => [...JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids(shared?.blocks)).toEqual(['tsq:requery-all', 'txn:watch-all', 'txn:refresh-all', 'txn:more-all']);
  expect(JSON.stringify(shared?.blocks)).toContain('shared by amara');

  const userId = workspace.otherPersonId;
  await app.slack.pressButton({ messageId: shared?.id ?? '', actionId: 'txn:refresh-all', userId });
  await app.bot.inFlight.settled();
  expect(last()?.id).toBe(shared?.id);
  expect(JSON.stringify(last()?.blocks)).toContain('shared by amara');
  await openMore(app, last()?.id ?? '');
  expect(modal()?.submit).toBeUndefined();
});

it('a table in a direct message has no Share: nobody else reads there', async () => {
  await app.slack.writeMessage({ text: `txn ${record} ${other}`, channelId: workspace.directMessageId });
  await app.bot.inFlight.settled();
  expect(last()?.text).toMatch(/^2 asked: /);
  await openMore(app, last()?.id ?? '');
  expect(shownIn()).toContain('txn:csv');
  expect(modal()?.submit).toBeUndefined();
});

it('a table in a thread opens in full for the one who presses, and everybody keeps theirs', async () => {
  const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn ${record} ${other}` });
  await app.bot.inFlight.settled();
  expect(last()).toMatchObject({ threadTs: message.ts });
  service.forget();
  const before = app.slack.messages.length;
  await pressMore(app, last()?.id ?? '', 'txn:full-all');
  expect(app.slack.messages).toHaveLength(before);
  expect(shownIn()).toContain('2 asked:');
  expect(urls()).toEqual([`transactions/reference/${other}`, `transactions/reference/${record}`]);
  expect(app.audit.at(-1)).toMatchObject({ command: 'txn', outcome: 'answered' });
});
