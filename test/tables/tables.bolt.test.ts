import { workspace } from 'slack-sandbox';
import { expect, it, type TestContext } from 'vitest';
import type { RunningApp } from '../support/run-app.ts';
import { pressMore, runWithSamples, shareTable } from '../support/run-with-samples.ts';
import { pressOf, sendForged } from '../support/signed-post.ts';

const record = 'GARO-8f3k2j1';
const other = 'GARO-5p1d6w8';
const missing = 'GARO-0a0a0a0';
const looked = (...references: string[]) =>
  references.map((text) => `transactions/reference/${text}`).sort();

/** A table that came of what was said, with nothing asked since. */
async function start(
  test: TestContext,
  say: (app: RunningApp) => Promise<unknown>,
  env: Record<string, string> = {},
) {
  const app = await runWithSamples(test, { env });
  const last = () => app.answers().at(-1) ?? expect.fail('nothing was answered');
  const modal = () => app.slack.views.findLast(({ type }) => type === 'modal');
  const { id } = await app.answered(say(app));
  app.service.forget();
  return {
    app,
    id,
    last,
    modal,
    blocks: () => JSON.stringify(last().blocks),
    shownIn: () => JSON.stringify(modal()?.blocks),
    urls: () => app.service.requests.map(({ url }) => url.replace('/banking/v1/', '')).sort(),
    /** Presses a button of the last message. @returns how many messages came of it */
    async press(actionId: string, userId: string = workspace.personId) {
      const before = app.answers().length;
      await app.answered(app.slack.pressButton({ messageId: last().id, actionId, userId }));
      return app.answers().length - before;
    },
    /** The texts of the last table, its head first. */
    tableRows(): string[][] {
      const drawn: { rows?: { text?: string }[][] }[] = Object(last()).blocks ?? [];
      return (drawn.find(({ rows }) => rows)?.rows ?? []).map((cells) =>
        cells.map(({ text = '' }) => text),
      );
    },
  };
}
/**
 * One that is settled, one that is pending, and one that is not found, asked for in the channel.
 */
const typed = ({ slack }: RunningApp) =>
  slack.sendCommand({ command: '/txn', text: `${record} ${other} ${missing}` });

it('Send as CSV sends the whole table to the clicker, also after a failure', async (test) => {
  const env = { ALLOWED_CHANNELS: workspace.channelId };
  const { app, id, urls, modal, shownIn } = await start(test, typed, env);
  app.slack.setFailure('files.completeUploadExternal', { error: 'internal_error' }, 1);
  await pressMore(app, id, 'txn:csv');
  expect(shownIn()).toContain('internal_error');
  app.service.forget();
  await app.slack.pressViewButton({ viewId: modal()?.id ?? '', actionId: 'txn:csv' });
  await app.bot.inFlight.settled();
  expect(shownIn()).toMatch(/The table of `GARO-\w+` and \d+ more is in a direct message/);
  const [file, ...files] = app.slack.files;
  expect(files).toEqual([]);
  expect(file?.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.content.trim().split(/\r?\n/)).toHaveLength(4);
  for (const part of [record, other, missing, 'Jane Doe', '+01:00"'])
    expect(file?.content).toContain(part);
  expect(urls()).toEqual(looked(record, other, missing));
  expect(app.audit.at(-1)).toMatchObject({ door: 'txn:csv', outcome: 'answered' });
});

it('a table is checked again in place, and its open records are requeried', async (test) => {
  const { app, id, urls, last, blocks, press, tableRows } = await start(test, typed);
  const [head = []] = tableRows();
  expect(await press('txn:check-all')).toBe(0);
  const urlsOf = [...looked(record, other, missing), 'transfer/tsq?transactionId=19261'].sort();
  expect(urls()).toEqual(urlsOf);
  expect(last()).toMatchObject({ id, visibleTo: workspace.personId });
  expect(last().text).toMatch(
    /^3 asked: 1 disagrees with its requery · 1 successful · 1 not found/,
  );
  expect(last().text).toContain(`\n\`${other}\` · ◷ *Pending* · 3 min · requery SUCCESSFUL · `);
  expect(blocks()).toContain('as of <!date');
  const [checkedHead = [], ...rows] = tableRows();
  expect(checkedHead).toEqual([...head.slice(0, 3), 'Requery', ...head.slice(3)]);
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
    ['◷ Pending · 3 min', other, '1,250,000.00', 'SUCCESSFUL'],
    ['Not found', missing, '–', '–'],
    ['✓ Successful', record, '25,000.00', '–'],
  ]);
  expect(app.audit.at(-1)).toMatchObject({ command: 'txn', door: 'txn:check-all' });
});

it('the button of an older table still asks for its requeries', async (test) => {
  const { app, urls, last } = await start(test, typed);
  const value = `=tsq \n19253\n19261 ${other}\tpending\t1,250,000.00`;
  const { responseUrl } = await app.slack.sendCommand({ command: '/txn', text: 'help' });
  await app.bot.inFlight.settled();
  await sendForged(app, {
    ...pressOf({ action_id: 'tsq:requery-all', value }),
    response_url: responseUrl,
  });
  await app.bot.inFlight.settled();
  expect(urls()).toEqual(
    [
      ...looked(other),
      ...['19253', '19261'].map((each) => `transfer/tsq?transactionId=${each}`),
    ].sort(),
  );
  expect(last().text).toMatch(/^2 asked: 1 disagrees with its requery/);
});

it('a table is shared for everybody, masked; refreshed by anybody it stays so', async (test) => {
  const { app, id, last, blocks, press } = await start(test, typed);
  await shareTable(app, id);
  const shared = last();
  expect(shared).toMatchObject({ channelId: workspace.channelId });
  expect(shared.visibleTo).toBeUndefined();
  expect(blocks()).toContain('shared by amara');
  await press('txn:check-all', workspace.otherPersonId);
  expect(last().id).toBe(shared.id);
  expect(blocks()).toMatch(/J\. D\..*shared by amara/);
  expect(blocks()).not.toContain('txn:share-all');
});

it('a table in a thread opens in full for the one who presses, and everybody keeps theirs', async (test) => {
  const { app, id, urls, shownIn } = await start(test, ({ slack }) =>
    slack.writeMessage({ text: `<@${workspace.botUserId}> txn ${record} ${other}` }),
  );
  const before = app.slack.messages.length;
  await pressMore(app, id, 'txn:full-all');
  expect(app.slack.messages).toHaveLength(before);
  expect(shownIn()).toContain('2 asked:');
  expect(urls()).toEqual(looked(record, other));
});
