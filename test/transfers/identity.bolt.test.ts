import { directMessageOf, type ShownMessage, workspace } from 'slack-sandbox';
import { parseCsv } from 'slack-sandbox/page/client/parse-csv.ts';
import { beforeEach, expect, it } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressMore } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId, botUserId } = workspace;
const reference = 'PAY-8F3K2J1';
const [small, mixed] = ['pay-8f3k2j1', 'Pay-8f3k2J1'];
let app: RunningApp;
let status: string;
let requery: string;

/**
 * A transfer service that looks up without regard to letter case, and states each reference in
 * capitals.
 */
beforeEach(async () => {
  status = 'pending';
  requery = '{"status":"SUCCESSFUL"}';
  const server = await startServer(({ url = '' }, response) => {
    const asked = decodeURIComponent(url.split('/').at(-1) ?? '');
    const id = asked.toUpperCase() === reference ? 19_253 : 19_261;
    const body = transactionBody({ reference: asked.toUpperCase(), id, status });
    response.end(url.includes('tsq') ? requery : body);
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
  return async () => {
    await app.stop();
    await server.close();
  };
});

const type = (text: string, userId: string = personId) =>
  app.answered(app.slack.sendCommand({ command: '/txn', text, userId }));
const press = ({ id }: ShownMessage, actionId: string, userId: string = personId) =>
  app.answered(app.slack.pressButton({ messageId: id, actionId, userId }));
/** A message as it stands now, after a press that drew it anew. */
const now = ({ id }: ShownMessage) =>
  app.slack.messages.find((message) => message.id === id) ?? expect.fail();
const words = ({ blocks }: ShownMessage) => JSON.stringify(blocks);

it('one reference typed in three letter cases is one row, one sum and one CSV line', async () => {
  const table = await type(`${small} ${reference} ${mixed} PAY-5p1d6w8`);
  expect(table.text).toMatch(/^2 asked: 2 pending/);
  expect(words(table)).toContain('Pending 50,000.00');
  expect(words(table)).toContain(`\`${reference}\` also typed as \`${small}\`, \`${mixed}\``);

  await pressMore(app, table.id, 'txn:csv');
  const [file] = app.slack.files;
  expect(parseCsv(file?.content ?? '', 10).map(([cell]) => cell)).toEqual([
    'reference',
    reference,
    'PAY-5P1D6W8',
  ]);

  await press(table, 'txn:check-all');
  expect(now(table).text).toMatch(/^2 asked: 2 disagree with their requery/);
  const begun = await press(table, 'txn:watch-all');
  expect(begun.text).toMatch(/^Watching 2 of 2 transactions/);
});

it('records whose requery is about another transfer count as disagreeing, and are in no sum', async () => {
  const table = await type(`${reference} PAY-5P1D6W8`);
  requery = '{"data":{"status":"SUCCESSFUL","amount":"500.00"}}';
  const checked = await press(table, 'txn:check-all');
  expect(checked.text).toMatch(/^2 asked: 2 disagree with their requery/);
  expect(words(checked)).toContain('Answered about another amount, 500.00');
  expect(words(checked)).not.toMatch(/50,000\.00|1,000\.00/);
});

it('a channel reads the same of a reference however often it is typed', async () => {
  const table = await app.answered(
    app.slack.writeMessage({ text: `<@${botUserId}> txn ${small} ${reference}` }),
  );
  expect(table.visibleTo).toBeUndefined();
  expect(table.text).toMatch(/^1 asked: 1 pending/);
  expect(words(table)).toContain(`also typed as \`${small}\``);
});

it('look-ups, watches and assignees of a reference are found however it is typed', async () => {
  const own = await type(small);
  await press(own, 'txn:on-it');
  const other = await type(mixed, otherPersonId);
  expect(words(other)).toContain(`Asked by <@${personId}>`);
  expect(words(other)).toContain('amara is on it');

  await type(`watch ${small}`);
  await type(`watch ${mixed}`);
  expect(await app.services.watches.of(personId)).toMatchObject([{ reference }]);
  expect(words(await type(reference))).toContain('"watch:stop"');
  expect((await type(`unwatch ${mixed} ${small}`)).text).toBe(`Stopped watching \`${reference}\`.`);
  expect(await app.services.watches.of(personId)).toEqual([]);
});

it('three transfers count as three at their bank, however they were typed', async () => {
  const all = ['pay-1a2b3c4', 'pay-2b3c4d5', 'pay-3c4d5e6'];
  for (const each of all)
    for (const typed of [each, each.toUpperCase(), each.replace('pay', 'Pay')])
      expect(words(await type(typed))).not.toContain('not settled');
  const { allBanks } = app.services.bankCounts.counts();
  expect(allBanks).toEqual({ asked: 3, unsettled: 3 });
});

it('a list counts a transaction once, and its file answers every line', async () => {
  await app.slack.writeMessage({
    text: '',
    channelId: directMessageOf(personId),
    files: [
      { name: 'l.csv', content: `Reference\n${small}\n${reference}\n${mixed}\nPAY-5P1D6W8\n` },
    ],
  });
  await app.bot.inFlight.settled();
  const offer = app.answers().at(-1) ?? expect.fail('no offer');
  await press(offer, 'batch:run');
  const isAnswer = ({ name }: { name: string }) => name.endsWith('-answers.csv');
  const file = await waitFor(() => app.slack.files.find(isAnswer) ?? expect.fail('no file yet'));
  const rows = parseCsv(file.content, 10).map(([typed, stated]) => [typed, stated]);
  expect(rows.slice(1)).toEqual(
    [small, reference, mixed, 'PAY-5P1D6W8'].map((typed) => [typed, 'pending']),
  );
  const result = app.answers().find(({ text }) => text.startsWith('`l.csv`: '));
  expect(result?.text).toMatch(/^`l\.csv`: 2 pending/);
  expect(result && words(result)).toContain(`\`${reference}\` also typed as`);
});

it('a requery that contradicts a failed record is read by a colleague, however they ask', async () => {
  status = 'failed';
  const lead = /A requery says SUCCESSFUL \(<!date[^)]*>, <@U0AMARA00>\)\. They disagree\./;
  const own = await type(reference);
  expect(words(own)).toContain('Check with the bank before resending.');
  await press(own, 'txn:check');
  expect(words(now(own))).toContain('The requery says SUCCESSFUL. They disagree.');

  const card = await type(small, otherPersonId);
  expect(card.text).toMatch(/A requery says SUCCESSFUL/);
  expect(words(card)).toMatch(lead);
  expect(words(card)).not.toContain('Check with the bank before resending.');

  const table = await type(`${mixed} PAY-5P1D6W8`, otherPersonId);
  expect(table.text).toMatch(/^2 asked: 1 disagrees with its requery · 1 failed/);
  expect(words(table)).toContain('check each one first. 1 disagrees with its requery.');
  expect(words(table)).toMatch(/"Requery".*"SUCCESSFUL"/);

  const byId = await app.answered(
    app.slack.sendCommand({ command: '/tsq', text: '19253', userId: otherPersonId }),
  );
  expect(words(byId)).toMatch(/The record of `PAY-8F3K2J1` said failed \(<!date.*They disagree\./);
});
