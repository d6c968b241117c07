import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';

const { botUserId, directMessageId, personId, otherPersonId } = workspace;
const pending = 'GARO-5p1d6w8';
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
  const watch = { command: '/txn', text: `watch ${pending}`, userId: otherPersonId };
  await app.answered(app.slack.sendCommand(watch));
  const onIt = { id: pending, personId: otherPersonId, name: 'bisi', atMs: Date.now() };
  await app.services.known.assign(onIt, undefined);
  app.service.requests.length = 0;
});

const modal = () => app.slack.views.findLast(({ type }) => type === 'modal');
const drawn = () => JSON.stringify(modal()?.blocks);
const press = async (viewId: string | undefined, actionId: string) => {
  await app.slack.pressViewButton({ viewId: viewId ?? '', actionId });
  await app.bot.inFlight.settled();
};

it("`open` lists a colleague's transactions by name in a slash command and a direct message", async () => {
  for (const ask of [
    app.slack.sendCommand({ command: '/txn', text: 'open' }),
    app.slack.writeMessage({ text: "what's open?", channelId: directMessageId }),
  ]) {
    const { text } = await app.answered(ask);
    expect(text).toMatch(/^1 open: 1 pending\n`GARO-5p1d6w8` · ◷ Pending, .* · bisi is on it$/);
  }
  expect(app.service.requests).toEqual([]);
  expect(app.audit.at(-1)).toMatchObject({ user: personId, command: 'txn', asked: 'open' });
});

it('`open` names nobody in a channel, and Check Open Ones Again keeps it masked', async () => {
  const answer = await app.answered(
    app.slack.writeMessage({ text: `<@${botUserId}> open`, channelId: workspace.channelId }),
  );
  expect(answer.text).toMatch(/^1 open: 1 pending\n/);
  expect(JSON.stringify(answer)).not.toContain('bisi');
  await app.slack.pressButton({ messageId: answer.id, actionId: 'txn:check-all' });
  await app.bot.inFlight.settled();
  const checked = app.slack.messages.find(({ id }) => id === answer.id);
  expect(checked?.text).toMatch(/^1 asked: 1 disagrees with its requery/);
  expect(JSON.stringify(checked)).not.toContain('bisi');
});

it('Home opens the board in a modal, which can check it again and send the CSV', async () => {
  await app.slack.openHome({ userId: personId });
  await app.bot.inFlight.settled();
  const home = app.slack.views.find(({ type }) => type === 'home');
  await press(home?.id, 'home:again:99');
  expect(drawn()).toContain('*1 open:* 1 pending');

  await press(modal()?.id, 'txn:board-csv');
  expect(app.slack.files.at(-1)).toMatchObject({ channelId: directMessageId });
  expect(app.slack.files.at(-1)?.content).toContain(`"${pending}","Pending"`);
});

it('Check Open Ones Again replaces the board within its modal', async () => {
  await app.slack.openHome({ userId: personId });
  await app.bot.inFlight.settled();
  const home = app.slack.views.find(({ type }) => type === 'home');
  await press(home?.id, 'home:again:99');
  await press(modal()?.id, 'txn:check-all');
  expect(drawn()).toContain('1 disagrees with its requery');
});
