import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSampleTransferService } from '../../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../../sandbox/transfer-service/types.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';
import { waitFor } from '../../support/wait-for.ts';

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

/** A table of two records and one requery, with nothing asked since. */
async function table(): Promise<string> {
  const { message } = await app.slack.writeMessage({ text: `${record} ${other} ${transfer}`, author: 'bot' });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await waitFor(() => expect(last()?.text).toMatch(/^3 asked: /));
  service.forget();
  return last()?.id ?? '';
}
const open = (messageId: string, value: string) =>
  app.slack.select({ messageId, actionId: 'txn:open', option: { text: value, value } });

it('a row of a table opens as its card, for the one who clicks', async () => {
  await open(await table(), `txn ${record}`);
  await waitFor(() => expect(last()?.text).toMatch(/^✓ Successful · 25,000\.00/));
  expect(last()?.visibleTo).toBeDefined();
  expect(JSON.stringify(last()?.blocks)).toContain('Jane Doe');
  expect(urls()).toEqual([`transactions/reference/${record}`]);
});

it('a row that was requeried is requeried', async () => {
  await open(await table(), `tsq ${transfer}`);
  await waitFor(() => expect(last()?.text).toMatch(/^Requery 12345698690885579/));
  expect(urls()).toEqual([`transfer/tsq?transactionId=${transfer}`]);
});

it('the table goes as a file to whoever clicks, each row asked for as before', async () => {
  await app.slack.pressButton({ messageId: await table(), actionId: 'txn:csv' });
  await waitFor(() => expect(last()?.text).toMatch(/^The table is in your direct messages/));
  const day = new Date().toISOString().slice(0, 10);
  const [file] = app.slack.files;
  expect(file).toMatchObject({ name: `transactions-${day}.csv`, title: `transactions-${day}.csv` });
  expect(last()?.text).toContain(`transactions-${day}.csv`);
  expect(file?.content.trim().split(/\r?\n/)).toHaveLength(4);
  for (const asked of [record, other, transfer]) expect(file?.content).toContain(asked);
  expect(urls()).toEqual([
    `transactions/reference/${other}`,
    `transactions/reference/${record}`,
    `transfer/tsq?transactionId=${transfer}`,
  ]);
});

it('Try Again after a CSV that could not be sent sends the CSV', async () => {
  const press = async (messageId: string) => {
    await app.slack.pressButton({ messageId, actionId: 'txn:csv' });
    await app.bot.inFlight.settled();
    return last()?.text;
  };
  app.slack.setFailure('files.completeUploadExternal', { error: 'internal_error' }, 1);
  expect(await press(await table())).toMatch(/internal_error`\. Try again/);
  const asked = urls();
  service.forget();
  expect(await press(last()?.id ?? '')).toMatch(/^The table is in your direct messages/);
  expect(app.slack.files).toEqual([expect.objectContaining({ content: expect.stringContaining(transfer) })]);
  expect(urls()).toEqual(asked);
});
