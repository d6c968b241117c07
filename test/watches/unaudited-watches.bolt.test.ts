import { directMessageOf, workspace } from 'slack-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { startChangingService } from '../support/changing-service.ts';
import { runApp } from '../support/run-app.ts';

const { personId } = workspace;

/** The app, with an audit log that takes lines until it `isFull`. */
async function start() {
  const service = await startChangingService();
  const disk = { isFull: false };
  /** What was watched when each line was written. */
  const watchedAt: string[][] = [];
  const app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { WATCH_SCHEDULE: '1h' },
    async audit() {
      if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      watchedAt.push(await watched());
    },
  });
  onTestFinished(async () => {
    await app.stop();
    await service.close();
  });
  const watched = async () => (await app.services.watches.of(personId)).map(({ reference }) => reference);
  const last = async () => {
    await app.bot.inFlight.settled();
    return app.answers().at(-1);
  };
  const type = async (text: string) => {
    await app.slack.sendCommand({ command: '/txn', text });
    return last();
  };
  const press = async (messageId: string, actionId: string) => {
    await app.slack.pressButton({ messageId, actionId });
    return last();
  };
  return { app, disk, watched, watchedAt, type, press };
}

it('a watch is begun and stopped only once its audit line is written, and has one line', async () => {
  const { app, watched, watchedAt, type, press } = await start();
  const card = await type('GARO-1');
  const begun = await press(card?.id ?? '', 'txn:watch');
  expect(await watched()).toEqual(['GARO-1']);
  await press(begun?.id ?? '', 'watch:stop');
  expect(await watched()).toEqual([]);
  await type('watch GARO-1000002 GARO-1000003');
  expect(await watched()).toHaveLength(2);
  expect(app.audit.map(({ door, outcome }) => [door, outcome])).toEqual([
    ['slash_command', 'answered'],
    ['txn:watch', 'answered'],
    ['watch:stop', 'answered'],
    ['slash_command', 'answered'],
  ]);
  expect(watchedAt).toEqual([[], [], ['GARO-1'], []]);
});

it('no watch is begun or stopped that cannot be audited, and the person is told so', async () => {
  const { app, disk, watched, type, press } = await start();
  const card = await type('GARO-1');
  const begun = await type('watch GARO-9');
  disk.isFull = true;
  const unaudited = expect.stringContaining('the audit log cannot be written');
  expect(await press(card?.id ?? '', 'txn:watch')).toMatchObject({ text: unaudited });
  expect(await type('watch GARO-1')).toMatchObject({ text: unaudited });
  expect(await type('watch GARO-1000002 GARO-1000003')).toMatchObject({ text: unaudited });
  expect(await press(begun?.id ?? '', 'watch:stop')).toMatchObject({ text: unaudited });
  await app.slack.openHome({ userId: personId });
  await app.bot.inFlight.settled();
  await app.slack.pressViewButton({
    viewId: app.slack.views.find(({ type }) => type === 'home')?.id ?? '',
    actionId: 'home:stop:0',
  });
  await app.bot.inFlight.settled();
  expect(await watched()).toEqual(['GARO-9']);
  disk.isFull = false;
  await press(card?.id ?? '', 'txn:watch');
  expect(await watched()).toEqual(['GARO-9', 'GARO-1']);
  expect(app.answers().filter(({ channelId }) => channelId === directMessageOf(personId))).toEqual([]);
});
