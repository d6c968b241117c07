import { directMessageOf, type ShownMessage, workspace } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const { personId, otherPersonId, botUserId, channelId } = workspace;
let service: ChangingService;
let app: RunningApp;
/** The audit log takes lines until it `isFull`. */
const disk = { isFull: false };
beforeEach(async () => {
  service = await startChangingService();
  disk.isFull = false;
  app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { WATCH_SCHEDULE: '1h', WATCH_MAX: '30' },
    async audit() {
      if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});

const type = (text: string, userId: string = personId) =>
  app.answered(app.slack.sendCommand({ command: '/txn', text, userId }));
const mention = (text: string, threadTs?: string) =>
  app.answered(
    app.slack.writeMessage({ text: `<@${botUserId}> ${text}`, ...(threadTs && { threadTs }) }),
  );
const press = ({ id }: ShownMessage, actionId: string, userId: string = personId) =>
  app.answered(app.slack.pressButton({ messageId: id, actionId, userId }));
const watchesOf = async (person: string = personId) =>
  (await app.services.watches.of(person)).map(({ reference }) => reference);
const words = ({ blocks }: ShownMessage) => JSON.stringify(blocks);

it('"watch" before references begins several, and says why each other one is not watched', async () => {
  service.set(['GARO-1001001'], { status: 'successful' });
  service.set(['GARO-1q01z'], undefined);
  const begun = await type('watch GARO-1001000 GARO-1001001, GARO-1q01z and 12345678901234567');
  expect(words(begun)).toContain(
    "*Watching 2 of 3 transactions. 1 looks final.* I'll message you at each change.",
  );
  expect(words(begun)).toMatch(
    /`GARO-1001000` · ◷ \*Pending\* · .*\\n`GARO-1001001` · ✓ Successful · /,
  );
  expect(words(begun)).toContain('*Not watched*\\n`GARO-1q01z` · Not found');
  expect(words(begun)).toContain("*This doesn't mean that nothing was sent. Don't resend yet.*");
  expect(words(begun)).toContain('Not looked up: 12345678901234567');
  expect(await watchesOf()).toEqual(['GARO-1001000', 'GARO-1001001']);
});

it('"watch" before a watched reference says that the watch has moved to the new place', async () => {
  expect((await type('watch GARO-1001000')).text).not.toContain('no longer');
  expect((await mention('watch GARO-1001000')).text).toContain(
    'this thread, and no longer where you asked for it before',
  );
  expect((await type('watch GARO-1001001 GARO-1001000')).text).toContain(
    'at each change, and no longer where',
  );
  expect((await watchesOf()).toSorted()).toEqual(['GARO-1001000', 'GARO-1001001']);
});

it('"watch" before references watches nothing while nothing can be looked up', async () => {
  service.fail(500);
  expect((await type('watch GARO-1001000 GARO-1001001')).text).toBe(
    'Watching 0 of 2 transactions.',
  );
  const one = await type('watch GARO-1001000');
  expect(one.text).toMatch(/^`GARO-1001000`: the transfer service /);
  expect(await watchesOf()).toEqual([]);
  service.fail(undefined);
  await press(one, 'txn:run:0'); // Try Again watches, too
  expect(await watchesOf()).toEqual(['GARO-1001000']);
});

it('"watch" before too many references says what the limits are', async () => {
  const list = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `GARO-${from + index}`).join(' ');
  await type(`watch ${list(1000000, 24)}`);
  const beyond = await type(`watch ${list(2000000, 3)}`);
  expect(beyond.text).toMatch(/^Watching 1 of 3 transactions\./);
  expect(words(beyond)).toContain(
    '`GARO-2000001`, `GARO-2000002`: You watch 25 transactions already, the limit. Stop one first.',
  );
  expect((await type('watch GARO-1003000')).text).toMatch(
    /^`GARO-1003000`: You watch 25 transactions already/,
  );
  const full = await type(`watch ${list(4000000, 6)}`, otherPersonId);
  expect(words(full)).toContain('30 transactions are watched already');
  expect(await watchesOf()).toHaveLength(25);
});

it('a mention begins a watch that notifies in its thread, until it is moved elsewhere', async () => {
  const begun = await mention('watch GARO-1');
  expect(begun.visibleTo).toBeUndefined();
  expect(begun.text).toMatch(
    /^Watching `GARO-1`: pending now\. I'll post each change in this thread, until .*\.$/,
  );
  expect(await app.services.watches.of(personId)).toMatchObject([{ threadTs: begun.threadTs }]);
  expect((await mention('watch GARO-1', begun.threadTs)).text).toMatch(/in this thread, until/);
  await type('watch GARO-1');
  expect(await app.services.watches.of(personId)).toMatchObject([{ threadTs: undefined }]);
});

it('a mention whose answer one person reads is told that one alone', async () => {
  app.slack.setChannel(channelId, { is_ext_shared: true });
  const begun = await mention('watch GARO-1');
  expect(begun.visibleTo).toBe(personId);
  expect(begun.text).toContain("I'll message you");
  expect(await app.services.watches.of(personId)).toMatchObject([{ threadTs: undefined }]);
});

it('"stop" takes references, or none in the thread or direct message of the one watch', async () => {
  const inDirectMessage = { text: 'stop watching this pls', channelId: directMessageOf(personId) };
  const begun = await mention('watch GARO-1001000');
  await type('watch GARO-1001001 GARO-1001002');
  expect((await type('Unwatch: GARO-1001009, GARO-1001002')).text).toBe(
    'You do not watch `GARO-1001009`.\nStopped watching `GARO-1001002`.',
  );
  expect((await mention('stop')).text).toMatch(/^You watch 2 transactions/); // in another thread
  expect((await mention('stop', begun.threadTs)).text).toContain('Stopped watching `GARO-1001000`');
  await app.answered(app.slack.writeMessage(inDirectMessage));
  expect(await watchesOf()).toEqual([]);
});

it('"watching" lists the watches of its asker alone, each with a Stop button', async () => {
  expect((await type('watching')).text).toMatch(
    /^You're watching nothing\. Start with `\/txn watch GARO-8f3k2j1`/,
  );
  expect(await type('watch GARO-1001000 GARO-1001001')).toMatchObject({ visibleTo: personId });
  await mention('watch GARO-1001002');
  const listed = await type('watching');
  expect(listed).toMatchObject({ visibleTo: personId, text: 'You watch 3 transactions' });
  expect(words(listed)).toMatch(
    /`GARO-1001002`\\n◷ \*Pending\* · until .* · told in a thread of <#C0SUPPORT>/,
  );
  expect((await press(listed, 'watch:stop:1')).text).toBe('Stopped watching `GARO-1001001`.');
  expect(app.audit.at(-1)).toMatchObject({
    door: 'watch:stop:1',
    command: 'txn',
    asked: 'GARO-1001001',
  });
  expect((await type('watching', otherPersonId)).text).toMatch(/^You're watching nothing/);
  expect((await type('unwatch GARO-1001000', otherPersonId)).text).toBe(
    'You do not watch `GARO-1001000`.',
  );
  expect(await watchesOf()).toEqual(['GARO-1001000', 'GARO-1001002']);
});

it('Watch All Open watches what is neither settled nor reversed, for the one who presses', async () => {
  service.set(['GARO-1001001'], { status: 'successful' });
  service.set(['GARO-1001002'], { reversedFlag: '1' });
  service.set(['GARO-1001003'], undefined);
  service.set(['GARO-1001004'], { status: 'failed' });
  const table = await mention(
    'txn GARO-1001000 GARO-1001001 GARO-1001002 GARO-1001003 GARO-1001004',
  );
  const begun = await press(table, 'txn:watch-all', otherPersonId);
  expect(begun).toMatchObject({
    visibleTo: otherPersonId,
    text: expect.stringMatching(/^Watching 2 of 2 transactions\./),
  });
  expect(await watchesOf(otherPersonId)).toEqual(['GARO-1001004', 'GARO-1001000']);
  expect(await watchesOf()).toEqual([]);
  expect(app.audit.at(-1)).toMatchObject({
    door: 'txn:watch-all',
    asked: 'GARO-1001004 GARO-1001000',
  });
});

it('Tell Me When It Changes becomes Stop Watching, on the person’s own card alone', async () => {
  const card = await type('GARO-1');
  const watched = await press(card, 'txn:watch');
  expect(watched.id).toBe(card.id);
  expect(watched.text).toMatch(
    /^Watching `GARO-1`: pending now\. I'll message you at each change, until/,
  );
  expect(words(watched)).toMatch(/25,000\.00.*"watch:stop"/);
  expect(words(watched)).not.toContain('"txn:watch"');
  expect((await press(watched, 'watch:stop')).text).toBe('Stopped watching `GARO-1`.');
  const shared = await mention('txn GARO-1');
  const begun = await press(shared, 'txn:watch');
  expect(begun).toMatchObject({
    visibleTo: personId,
    text: expect.stringMatching(/^Watching `GARO-1`/),
  });
  expect(words(shared)).toContain('"txn:watch"');
  await type('watch GARO-1000002 GARO-1000003');
  const doors = [
    'slash_command',
    'txn:watch',
    'watch:stop',
    'app_mention',
    'txn:watch',
    'slash_command',
  ];
  expect(app.audit.map(({ door }) => door)).toEqual(doors);
});

it('no watch starts or ends and nobody is assigned while the audit line cannot be written', async () => {
  const card = await type('GARO-1');
  const begun = await type('watch GARO-9');
  disk.isFull = true;
  const unaudited = expect.stringContaining('the audit log cannot be written');
  expect(await press(card, 'txn:watch')).toMatchObject({ text: unaudited });
  expect(await type('watch GARO-1000002 GARO-1000003')).toMatchObject({ text: unaudited });
  expect(await press(begun, 'watch:stop')).toMatchObject({ text: unaudited });
  expect(await press(card, 'txn:on-it')).toMatchObject({ text: unaudited });
  expect(await app.services.known.allAssignees()).toEqual([]);
  await app.answered(app.slack.openHome({ userId: personId }));
  const home = app.slack.views.find(({ type }) => type === 'home');
  await app.answered(
    app.slack.pressViewButton({ viewId: home?.id ?? '', actionId: 'home:stop:0' }),
  );
  expect(await watchesOf()).toEqual(['GARO-9']);
});
