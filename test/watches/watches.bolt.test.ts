import type { ShownMessage } from 'slack-sandbox';
import { directMessageOf, workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { holdTime } from '../support/hold-time.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const { personId, otherPersonId, botUserId, channelId } = workspace;
let service: ChangingService;
let app: RunningApp;
beforeEach(async () => {
  service = await startChangingService();
  app = await runApp({ transferApi: { baseUrl: service.url }, env: { WATCH_SCHEDULE: '1s', WATCH_MAX: '30' } });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

const answers = () => app.answers().filter(({ channelId: at }) => at !== directMessageOf(personId));
async function asked(act: Promise<unknown>): Promise<ShownMessage> {
  await act;
  await app.bot.inFlight.settled();
  const message = app.answers().at(-1);
  if (!message) throw new Error('no answer');
  return message;
}
const type = (text: string, userId: string = personId) =>
  asked(app.slack.sendCommand({ command: '/txn', text, userId }));
const mention = (text: string, threadTs?: string) =>
  asked(app.slack.writeMessage({ text: `<@${botUserId}> ${text}`, ...(threadTs && { threadTs }) }));
const press = (message: ShownMessage, actionId: string, userId: string = personId) =>
  asked(app.slack.pressButton({ messageId: message.id, actionId, userId }));
const watchesOf = async (person: string = personId) =>
  (await app.services.watches.of(person)).map(({ reference, threadTs }) => ({ reference, threadTs }));
/** Every text of its blocks, in the order of the screen. */
const textsOf = (message: ShownMessage | undefined) => textsIn(message?.blocks);
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : textsIn(inner),
  );
}
const directly = (reference: string) => ({ reference, threadTs: undefined });
const toldIn = (channel: string) => {
  const [message] = app.answers().filter(({ via, text, channelId: at }) => {
    return via === 'chat.postMessage' && at === channel && text.includes(' after ');
  });
  if (!message) throw new Error('nothing was told yet');
  return message;
};

describe('watch, before references', () => {
  it('begins a watch, says what to expect, and tells of the change in a direct message', async () => {
    const { passUntil } = holdTime();
    const begun = await type('watch GARO-1');
    expect(begun).toMatchObject({
      visibleTo: personId,
      text: expect.stringMatching(/^Watching `GARO-1`: pending now\./),
    });
    expect(begun.text).toContain('in a direct message');
    expect(await watchesOf()).toEqual([directly('GARO-1')]);
    expect(app.audit).toMatchObject([{ door: 'slash_command', command: 'txn', asked: 'watch GARO-1' }]);
    service.set(['GARO-1'], { status: 'failed' });
    const told = await passUntil(() => toldIn(directMessageOf(personId)));
    expect(told.text).toMatch(/^`GARO-1`: pending → failed after/);
    await passUntil(async () => expect(await watchesOf()).toEqual([]));
  });

  it('begins several, and says of each other one why it is not watched', async () => {
    service.set(['GARO-1001001'], { status: 'successful' });
    service.set(['GARO-1q01z'], undefined);
    const begun = await type('watch GARO-1001000 GARO-1001001, GARO-1q01z and 12345678901234567');
    expect(textsOf(begun)).toEqual([
      '*Watching 2 of 3 transactions.* You hear of each change in a direct message.',
      '`GARO-1001000` · ◷ Pending\n`GARO-1001001` · ✓ Successful',
      expect.stringMatching(/^\*Not watched\*\n`GARO-1q01z` · Not found\nThis does not mean that nothing was sent/),
      'What I Watch',
      expect.stringMatching(/^until .* · a restart ends it/),
      'Not asked for: 12345678901234567',
    ]);
    expect(await watchesOf()).toEqual([directly('GARO-1001000'), directly('GARO-1001001')]);
  });

  it('watches nothing while nothing can be looked up, and says that this says nothing about the transactions', async () => {
    service.fail(500);
    const begun = await type('watch GARO-1001000 GARO-1001001');
    expect(begun.text).toBe('None of the 2 transactions is watched.');
    expect(textsOf(begun).join('\n')).toContain('This says nothing about the transfer.');
    const one = await type('watch GARO-1001000');
    expect(one.text).toMatch(/^`GARO-1001000`: the transfer service /);
    expect(await watchesOf()).toEqual([]);
    service.fail(undefined);
    await press(one, 'txn:run:0'); // Try Again watches, too
    expect(await watchesOf()).toEqual([directly('GARO-1001000')]);
  });

  it('says that there is no such record, and watches nothing', async () => {
    service.set(['GARO-1'], undefined);
    expect((await type('watch GARO-1')).text).toContain('No record of `GARO-1`');
    expect(await watchesOf()).toEqual([]);
  });

  it('says plainly what the limits are', async () => {
    const list = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `GARO-${from + index}`).join(' ');
    await type(`watch ${list(1000000, 24)}`);
    const beyond = await type(`watch ${list(2000000, 3)}`);
    expect(beyond.text).toMatch(/^Watching 1 of 3 transactions\./);
    expect(textsOf(beyond)).toContain(
      '`GARO-2000001`, `GARO-2000002`: You watch 25 transactions already, and 25 is the most. Stop one first.',
    );
    expect((await type('watch GARO-1003000')).text).toMatch(/^`GARO-1003000`: You watch 25 transactions already/);
    expect((await type(`watch ${list(1000000, 26)}`)).text).toMatch(/^That is 26 references/);
    expect((await type(`watch ${list(4000000, 6)}`, otherPersonId)).text).toMatch(/^Watching 5 of 6/);
    expect(textsOf(app.answers().at(-1)).join()).toContain('30 transactions are watched already');
    expect((await type('watch GARO-1000000')).text).toMatch(/^Watching `GARO-1000000`/); // anew, which is no more
    expect(await watchesOf()).toHaveLength(25);
  });

  it('alone asks back', async () => {
    expect((await type('watch')).text).toBe(
      'Watch which transaction? For instance `/txn watch GARO-8f3k2j1`, or several at once. `/txn watching` lists what you watch.',
    );
  });

  it('of what is no reference looks nothing up', async () => {
    expect((await type('watch the match tonight')).text).toMatch(
      /^Nothing in `the match tonight` is surely a reference/,
    );
    expect(service.requests).toEqual([]);
  });
});

describe('a mention', () => {
  it('in a thread begins a watch that is told there, masked and with a mention', async () => {
    const { passUntil } = holdTime();
    const { message } = await app.slack.writeMessage({ text: 'Who looks after GARO-1?' });
    const begun = await mention('watch GARO-1', message.ts);
    expect(begun.visibleTo).toBeUndefined();
    expect(begun.text).toMatch(/^Watching `GARO-1`: pending now\. You hear of each change in this thread\.$/);
    expect(await watchesOf()).toEqual([{ reference: 'GARO-1', threadTs: message.ts }]);
    service.set(['GARO-1'], { status: 'successful' });
    const told = await passUntil(() => toldIn(channelId));
    expect(told.text).toMatch(new RegExp(`^<@${personId}> .GARO-1.: pending → successful after`));
    expect(told.payload).toMatchObject({ thread_ts: message.ts });
    expect(JSON.stringify(told.blocks)).not.toMatch(/Jane|0123456789/);
    expect(app.audit.map(({ door, asked: what }) => [door, what])).toEqual([
      ['app_mention', 'watch GARO-1'],
      ['watch', 'GARO-1'],
    ]);
  });

  it('is told in that thread no more once it begins anew elsewhere, and says so', async () => {
    const moved = 'You hear of each change in a direct message. The earlier thread hears no more.';
    const begun = await mention('watch GARO-1');
    expect((await mention('watch GARO-1', begun.threadTs)).text).toMatch(/in this thread\.$/);
    expect((await type('watch GARO-1')).text).toBe(`Watching \`GARO-1\`: pending now. ${moved}`);
    expect((await mention('watch GARO-1')).text).toMatch(/in this thread\.$/);
  });

  it('of several is told there too', async () => {
    const begun = await mention('txn watch GARO-1001000 GARO-1001001');
    expect(begun.text).toMatch(/^Watching 2 transactions\. You hear of each change in this thread/);
    expect((await watchesOf()).every(({ threadTs }) => threadTs !== undefined)).toBe(true);
  });

  it('that asks what one watches is answered with the number alone', async () => {
    await type('watch GARO-1');
    const listed = await mention('watching');
    expect(listed.visibleTo).toBeUndefined();
    expect(listed.text).toBe('You watch 1 transaction. `/txn watching` lists them for you alone.');
    expect(JSON.stringify(listed.blocks)).not.toContain('GARO');
  });

  it('that is talk begins nothing', async () => {
    for (const words of ['watch out', 'watch the match at zenith', 'watching the match', 'we watch GARO-1'])
      await mention(words);
    expect(await watchesOf()).toEqual([]);
  });

  it('whose answer one person reads is told that one alone', async () => {
    app.slack.setChannel(channelId, { is_ext_shared: true });
    const begun = await mention('watch GARO-1');
    expect(begun.visibleTo).toBe(personId);
    expect(begun.text).toContain('in a direct message');
    expect(await watchesOf()).toEqual([directly('GARO-1')]);
  });
});

describe('to stop', () => {
  it('takes references', async () => {
    await type('watch GARO-1001000 GARO-1001001');
    expect((await type('Unwatch: GARO-1001009, GARO-1001000')).text).toBe(
      'You do not watch `GARO-1001009`.\nStopped watching `GARO-1001000`. You hear nothing more of it.',
    );
    expect(await watchesOf()).toEqual([directly('GARO-1001001')]);
  });

  it('needs no reference where one watch is told: in its thread, or in the direct message', async () => {
    const begun = await mention('watch GARO-1001000');
    await type('watch GARO-1001001');
    expect((await mention('stop')).text).toMatch(/^You watch 2 transactions/); // in another thread
    expect((await mention('stop', begun.threadTs)).text).toContain('Stopped watching `GARO-1001000`');
    await asked(app.slack.writeMessage({ text: 'stop watching this pls', channelId: directMessageOf(personId) }));
    expect(await watchesOf()).toEqual([]);
  });

  it('lists the watches where nobody can tell which is meant', async () => {
    await type('watch GARO-1001000 GARO-1001001');
    for (const text of ['stop', 'stop watching the match', 'list', 'watches'])
      expect((await type(text)).text).toMatch(/^You watch 2 transactions/);
    expect(await watchesOf()).toHaveLength(2);
  });
});

it('in a direct message needs no more than the word', async () => {
  const write = (text: string) => asked(app.slack.writeMessage({ text, channelId: directMessageOf(personId) }));
  expect((await write('watch GARO-1')).text).toMatch(/^Watching `GARO-1`/);
  expect((await write('watching')).text).toBe('You watch 1 transaction');
  expect((await write('watch')).text).toContain('`txn watch GARO-8f3k2j1`');
  expect(await watchesOf()).toEqual([directly('GARO-1')]);
});

describe('what a person watches', () => {
  it('is listed with a button that stops each', async () => {
    expect((await type('watching')).text).toMatch(/^You watch no transaction\. `\/txn watch GARO-8f3k2j1`/);
    await type('watch GARO-1001000 GARO-1001001');
    await mention('watch GARO-1001002');
    const listed = await type('watching');
    expect(listed).toMatchObject({ visibleTo: personId, text: 'You watch 3 transactions' });
    expect(textsOf(listed)[5]).toMatch(/^`GARO-1001002`\n◷ Pending · until .* · told in a thread of <#C0SUPPORT>/);
    expect((await press(listed, 'watch:stop:1')).text).toBe(
      'Stopped watching `GARO-1001001`. You hear nothing more of it.',
    );
    expect((await watchesOf()).map(({ reference }) => reference)).toEqual(['GARO-1001000', 'GARO-1001002']);
    expect((await press(listed, 'watch:stop:1')).text).toBe('You do not watch `GARO-1001001`.');
    expect(app.audit.at(-1)).toMatchObject({ door: 'watch:stop:1', command: 'txn', asked: 'GARO-1001001' });
  });

  it('is nobody else’s business', async () => {
    await type('watch GARO-1');
    expect((await type('watching', otherPersonId)).text).toMatch(/^You watch no transaction/);
    expect((await type('unwatch GARO-1', otherPersonId)).text).toBe('You do not watch `GARO-1`.');
    expect(await watchesOf()).toEqual([directly('GARO-1')]);
  });
});

describe('Watch All Unsettled', () => {
  it('watches what is neither settled nor reversed, for the one who presses, wherever the table stands', async () => {
    service.set(['GARO-1001001'], { status: 'successful' });
    service.set(['GARO-1001002'], { reversedFlag: '1' });
    service.set(['GARO-1001003'], undefined);
    service.set(['GARO-1001004'], { status: 'failed' });
    const table = await mention('txn GARO-1001000 GARO-1001001 GARO-1001002 GARO-1001003 GARO-1001004');
    const begun = await press(table, 'txn:watch-all', otherPersonId);
    expect(begun).toMatchObject({
      visibleTo: otherPersonId,
      text: expect.stringMatching(/^Watching 2 transactions\./),
    });
    expect(await watchesOf(otherPersonId)).toEqual(['GARO-1001000', 'GARO-1001004'].map(directly));
    expect(await watchesOf()).toEqual([]);
    expect(app.audit.at(-1)).toMatchObject({ door: 'txn:watch-all', asked: 'GARO-1001000 GARO-1001004' });
  });

  it('is not offered where everything is settled', async () => {
    service.set(['GARO-1001000', 'GARO-1001001'], { status: 'successful' });
    expect(JSON.stringify((await type('GARO-1001000 GARO-1001001')).blocks)).not.toContain('txn:watch-all');
  });
});

it('a card says whom its button tells, in a channel too', async () => {
  const card = await mention('txn GARO-1');
  const begun = await press(card, 'txn:watch', otherPersonId);
  expect(begun).toMatchObject({ visibleTo: otherPersonId, text: expect.stringContaining('in a direct message') });
  expect(await watchesOf(otherPersonId)).toEqual([directly('GARO-1')]);
  expect(answers().at(-1)?.id).toBe(begun.id);
});
