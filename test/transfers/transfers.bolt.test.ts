import { type ShownMessage, workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { fieldNames } from '../../src/transfer-service/fields.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

/** A transfer service whose records change while one watches, and that can be held back. */
let record: Record<string, unknown>;
let requery: unknown;
let held: (() => void)[] | undefined;
let server: TestServer;
let app: RunningApp;

beforeEach(async () => {
  record = {};
  requery = { status: 'SUCCESSFUL' };
  held = undefined;
  server = await startServer(({ url = '' }, response) => {
    const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
    const answer = () =>
      response.end(
        url.includes('tsq') ? JSON.stringify(requery) : transactionBody({ reference, ...record }),
      );
    if (held) held.push(answer);
    else answer();
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
  return async () => {
    await app.stop();
    await server.close();
  };
});

const one = 'GARO-8f3k2j1';
const transfer = '12345698690885579';

const last = (): ShownMessage => app.answers().at(-1) ?? expect.fail('nothing was answered');
const now = ({ id }: ShownMessage) =>
  app.slack.messages.find((message) => message.id === id) ?? expect.fail();
const json = (message: ShownMessage) => JSON.stringify(message.blocks);
const customer = /Jane|0123456789/i;

const ask = (text = one, command = '/txn', channelId: string = workspace.channelId) =>
  app.answered(app.slack.sendCommand({ command, text, channelId }));
const mention = async (text: string) => {
  const { message } = await app.slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}` });
  await app.bot.inFlight.settled();
  return { answer: last(), threadTs: message.ts };
};
/** Presses, and leaves the answer on its way. */
const click = (
  { id: messageId }: ShownMessage,
  actionId: string,
  userId: string = workspace.personId,
) => app.slack.pressButton({ messageId, actionId, userId });
/** Presses, and returns the last message when it is answered. */
const press = (...args: Parameters<typeof click>) => app.answered(click(...args));
/** Presses a button that carries what no message of this version does. */
const forge = async (actionId: string, value: object, responseUrl: string | undefined) => {
  const action = pressOf({ action_id: actionId, value: JSON.stringify(value) });
  expect(await sendForged(app, { ...action, response_url: responseUrl })).toMatchObject({
    status: 200,
  });
  await app.bot.inFlight.settled();
};
const answerAll = async () => {
  for (const answer of held ?? []) answer();
  await app.bot.inFlight.settled();
};

it('Check Again and Refresh replace the card in place, and lead with what changed', async () => {
  record = { status: 'pending' };
  const shown = await ask();
  record = { status: 'successful', completedAt: 1_758_897_300_000 };
  await press(shown, 'txn:check');
  expect(now(shown).text).toMatch(/^✓ Successful.*\npending → successful/);
  expect(json(now(shown))).toContain('Requery `19253` · ✓ SUCCESSFUL');
  await press(shown, 'txn:refresh');
  expect(now(shown).text).toMatch(/^✓ Successful[^\n]*$/);
  expect(app.answers()).toHaveLength(1);
});

it('Refresh ignores the second of a double click, and blocks no other button, card or reader', async () => {
  const [shown, other] = [await press(await ask(), 'txn:share'), await ask('GARO-5p1d6w8')];
  const [requests, audited, lines] = [
    server.requests.length,
    app.audit.length,
    app.log.lines.length,
  ];
  held = [];
  const readers = [workspace.personId, workspace.otherPersonId];
  await Promise.all(readers.map((reader) => click(shown, 'txn:refresh', reader))); // one card, which both read
  await waitFor(() => expect(app.log.lines).toHaveLength(lines + 1)); // that of the second click, which is over
  expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' });
  for (const reader of readers) await click(shown, 'txn:full', reader);
  await click(other, 'txn:refresh');
  await waitFor(() => expect(held).toHaveLength(2)); // those for one reference are one
  await answerAll();
  expect(server.requests.length).toEqual(requests + 2);
  expect(app.audit.length).toEqual(audited + 4);
  for (const each of [shown, other]) expect(now(each)).not.toBe(each);
  const own = app.answers().slice(-2);
  expect(own.map(({ visibleTo }) => visibleTo).sort()).toEqual([...readers].sort());
});

it('Refresh leaves the card as it is when there is no answer, and says so beside it', async () => {
  const shown = await ask();
  await server.close();
  expect((await press(shown, 'txn:refresh')).text).toContain('could not be reached');
  expect(now(shown)).toBe(shown);
  server = await startServer(() => {});
});

// The stop of the app looks for the customer in all that a channel reads.
it('Share posts a short card that names who shared it and that anyone can refresh', async () => {
  record = {
    description: 'for a friend',
    details: { phone: 'a phone number' },
    channelCode: 'WEB',
  };
  const shared = await press(await ask(), 'txn:share');
  expect(shared.visibleTo).toBeUndefined();
  const open = [
    'Successful · 25,000.00',
    'GTBANK PLC',
    '000013',
    one,
    '100004240926153311119822107551',
  ];
  const words = [...open, 'J. D.', '••6789', 'shared by amara'];
  expect(words.filter((word) => !json(shared).includes(word))).toEqual([]);
  expect(json(shared)).not.toMatch(/a friend|a phone number|WEB|txn:share/);

  record = { status: 'reversed' };
  await press(shared, 'txn:refresh', workspace.otherPersonId);
  expect(now(shared).text).toMatch(/\nsuccessful → reversed/);
  expect(now(shared).visibleTo).toBeUndefined();
});

it('a shared card stays masked when somebody else presses Check Again', async () => {
  record = { status: 'pending' };
  requery = { status: 'SUCCESSFUL', accountName: 'Jane Doe' };
  const shared = await press(await ask(), 'txn:share');
  await press(shared, 'txn:check', workspace.otherPersonId);
  expect(now(shared).visibleTo).toBeUndefined();
  expect(json(now(shared))).toMatch(/The requery says SUCCESSFUL\. They disagree.*shared by amara/);
  expect(json(now(shared))).not.toMatch(customer);
});

it('a shared card stays masked when a forged click refreshes it', async () => {
  const shown = await ask();
  const { responseUrl } = await click(shown, 'txn:share');
  await app.bot.inFlight.settled();
  await forge('txn:refresh', { reference: one, seen: {}, audience: 'channel' }, responseUrl);
  expect(json(now(shown))).toContain('••6789');
  expect(json(now(shown))).not.toMatch(customer);
  const refreshed = now(shown);
  await forge('txn:watch', { reference: one, audience: 'channel' }, responseUrl);
  expect(now(shown)).toBe(refreshed); // a watch of one's own draws no shared card anew
});

/** Whether it is offered on a card, and on the same one refreshed. */
const offers = async (shown: ShownMessage) => {
  await press(shown, 'txn:refresh');
  expect(now(shown)).not.toBe(shown);
  return [shown, now(shown)].map((each) => json(each).includes('txn:share'));
};

it('Share is offered on a card in a channel, also on one of an older version', async () => {
  const shown = await ask();
  expect(await offers(shown)).toEqual([true, true]);
  const { responseUrl } = await click(shown, 'txn:note');
  await app.bot.inFlight.settled();
  await forge('txn:refresh', { reference: one, seen: {}, audience: 'asker' }, responseUrl);
  expect(json(now(shown))).toContain('txn:share');
});

it('Share is not offered in a direct message or where nothing can be posted', async () => {
  app.slack.setFailure('conversations.info', { error: 'channel_not_found' });
  const { answer } = await mention(`txn ${one}`);
  expect(answer.visibleTo).toBe(workspace.personId);
  expect(await offers(answer)).toEqual([false, false]);
  expect(await offers(await ask(one, '/txn', workspace.directMessageId))).toEqual([false, false]);
});

it('Open in Full answers the clicker alone and changes no message', async () => {
  requery = { status: 'SUCCESSFUL', accountName: 'Jane Doe' };
  const shared = await press(await ask(), 'txn:share');
  const full = await press(shared, 'txn:full', workspace.otherPersonId);
  expect(full).toMatchObject({
    visibleTo: workspace.otherPersonId,
    text: expect.stringMatching(/^✓ Successful/),
  });
  expect(json(full)).toMatch(/Jane Doe.*0123456789/);
  expect(now(shared)).toBe(shared);
  const asked = { command: 'txn', asked: one, outcome: 'answered' };
  expect(app.audit.at(-1)).toMatchObject({
    ...asked,
    user: workspace.otherPersonId,
    door: 'txn:full',
  });

  const { answer, threadTs } = await mention(`txn ${one}`);
  const own = await press(answer, 'txn:full');
  expect(own).toMatchObject({ visibleTo: workspace.personId, threadTs });
  const { answer: masked } = await mention(`tsq ${transfer}`);
  const all = [own, await press(masked, 'tsq:run:0')];
  expect(all.map(json)).toEqual(all.map(() => expect.stringContaining('Jane Doe')));

  const { responseUrl } = await click(shared, 'txn:note');
  await app.bot.inFlight.settled();
  await forge('txn:requery', { reference: one }, responseUrl);
  expect(json(last())).toMatch(/Jane Doe.*Requery `19253` · ✓ SUCCESSFUL/);
  await forge('txn:note-both', { reference: one }, responseUrl);
  expect(json(last())).toMatch(/Status: record successful [^;]*; requery 19253 SUCCESSFUL/);
  expect(now(shared)).toBe(shared);
});

const long = (length: number) => 'long words, '.repeat(length).slice(0, length);
const texts = fieldNames.filter((name) => !/^reference$|At$/.test(name));
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, value]));
const nested = { a: { b: [{ c: { d: ['deep'] } }] } };

it.each<[what: string, changes: Record<string, unknown>, said: RegExp | undefined]>([
  ['50 long values', many(50, long(500)), /^\d values do not fit here whole: all are in a direct/],
  ['50 nested values', many(50, nested), /^\d values do not fit/],
  [
    'the fields of the spec with 3,000 characters',
    Object.fromEntries(texts.map((name) => [name, long(3_000)])),
    undefined,
  ],
  ['200 undocumented keys', many(200, 'x'), undefined],
  ['2,000 undocumented keys', many(2_000, 'x'), /^\d{4} values do not/],
  ['one value of 9,000 characters', many(1, long(9_000)), /^1 value does not fit here whole: all/],
  ['40 values of 3,000 quotation marks', many(40, '"\n'.repeat(1_500)), /^\d+ values do not/],
  [
    'a nested value that is cut',
    many(
      1,
      Array.from({ length: 900 }, () => 'item'),
    ),
    /^1 value does not fit/,
  ],
])(
  'All Fields of %s shows what fits, and sends the rest as a file',
  async (_what, changes, said) => {
    record = changes;
    await click(await ask(), 'txn:fields');
    await app.bot.inFlight.settled();
    const [first, ...blocks] = app.slack.views.at(-1)?.blocks ?? [];
    expect(blocks.length).toBeGreaterThan(5);
    const [file, ...others] = app.slack.files;
    expect(others).toEqual([]);
    if (said === undefined) return expect(file).toBeUndefined();

    expect(JSON.stringify(first)).toMatch(new RegExp(said.source.replace('^', '"text":"')));
    expect(file?.channelId).toBe(workspace.directMessageId);
    for (const [name, value] of Object.entries(changes)) {
      expect(file?.content).toContain(`${name}\n`);
      if (typeof value === 'string') expect(file?.content).toContain(value);
    }
  },
);

it('one CSV per person is made at a time, and a second click says so', async () => {
  const { responseUrl: response_url } = await app.slack.sendCommand({ command: '/txn', text: one });
  const press = (message_ts: string, id: string) =>
    sendForged(app, {
      ...pressOf({ action_id: 'txn:csv', value: `txn ${one}` }),
      user: { id, team_id: workspace.teamId, username: 'amara' },
      response_url,
      container: {
        type: 'message',
        message_ts,
        channel_id: workspace.channelId,
        is_ephemeral: true,
      },
    });
  held = [];
  await press('1.1', workspace.personId);
  await press('1.2', workspace.personId);
  await waitFor(() =>
    expect(last().text).toBe('Your last file is still on its way: press again when it is there.'),
  );
  await press('1.1', workspace.otherPersonId);
  await waitFor(() => expect(held).toHaveLength(2));
  await answerAll();
  expect(app.slack.files).toHaveLength(2);
});

const { personId, otherPersonId } = workspace;
const unsettled = 'GARO-5p1d6w8';
const onIt = /amara is on it \(<!date/;
const askPending = (userId: string, text = unsettled) => {
  record = { status: 'pending', completedAt: null };
  return app.answered(app.slack.sendCommand({ command: '/txn', text, userId }));
};
const takeIt = async (userId: string) => press(await askPending(userId), 'txn:on-it', userId);

it('the assignee stands on card, row and Home until the transaction settles', async () => {
  const taken = await takeIt(personId);
  expect(taken.text).toMatch(
    /^You're on `GARO-5p1d6w8` until <!date[^>]*>\. Others who ask will see that\.$/,
  );
  expect(app.audit.at(-1)).toMatchObject({ door: 'txn:on-it', asked: unsettled });
  const card = await askPending(otherPersonId);
  expect(json(card)).toMatch(onIt);
  expect(json(await askPending(otherPersonId, `${unsettled} GARO-8f3k2j1`))).toContain(
    'amara is on it',
  );
  await press(card, 'txn:check', otherPersonId);
  expect(json(now(card))).toMatch(onIt);
  await app.answered(app.slack.openHome({ userId: otherPersonId }));
  const home = app.slack.views.find(
    ({ userId, type }) => userId === otherPersonId && type === 'home',
  );
  expect(JSON.stringify(home?.blocks)).toMatch(onIt);
  record = { status: 'successful' };
  await press(card, 'txn:check', otherPersonId);
  expect(json(now(card))).toContain('Successful');
  expect(json(now(card))).not.toMatch(/is on it|On It/);
});

it('a take-over asks to confirm, and again if a third person was quicker', async () => {
  await takeIt(personId);
  const [first, second] = [await takeIt(otherPersonId), await takeIt('U0CHIDI')];
  expect(first.text).toMatch(/^`GARO-5p1d6w8`: amara is on it \(.* Take it over\?$/);
  expect((await press(second, 'txn:on-it', 'U0CHIDI')).text).toContain('I told amara.');
  const toldOf = () => app.answers().filter(({ text }) => /took over `GARO-5p1d6w8`/.test(text));
  expect(toldOf()).toHaveLength(1);
  expect(app.audit.filter(({ door }) => door === 'take over')).toMatchObject([
    { user: personId, asked: unsettled, outcome: 'told' },
  ]);
  expect((await press(second, 'txn:on-it', 'U0CHIDI')).text).not.toContain('told');
  expect(toldOf()).toHaveLength(1);
  expect((await press(first, 'txn:on-it', otherPersonId)).text).toMatch(
    /is on it \(.* Take it over\?$/,
  );
  expect(json(await askPending(personId))).not.toMatch(onIt);
});

it.each([
  [
    'Slack does not take the message',
    () => app.slack.setFailure('chat.postMessage', { error: 'user_disabled' }),
  ],
  [
    'they are a guest by now',
    () => app.slack.setPerson(otherPersonId, { info: { is_restricted: true } }),
  ],
])('a person who takes over reads that the other was not told when %s', async (_why, happen) => {
  const assignee = { id: unsettled, personId: otherPersonId, name: 'bisi', atMs: Date.now() };
  await app.services.known.assign(assignee, undefined);
  const asked = await takeIt(personId);
  happen();
  const taken = await press(asked, 'txn:on-it');
  expect(taken.text).toMatch(/^You're on .* I couldn't tell bisi: tell them yourself\.$/);
  expect(app.answers().filter(({ text }) => /took over/.test(text))).toEqual([]);
});

it('a take-over sends no direct message where only some channels may have answers', async () => {
  const env = { ALLOWED_CHANNELS: workspace.channelId };
  const all = app;
  app = await runApp({ slack: all.slack, transferApi: { baseUrl: server.url }, env });
  await takeIt(otherPersonId);
  const taken = await press(await takeIt(personId), 'txn:on-it');
  expect(taken.text).toContain("I couldn't tell bisi");
  expect(JSON.stringify(app.answers())).not.toContain('took over');
  await app.stop();
  app = all;
});

it('a channel does not read who is on a transaction', async () => {
  const card = await askPending(personId);
  await press(card, 'txn:on-it');
  const shared = await press(card, 'txn:share');
  expect(json(shared)).toMatch(/somebody is on it \(<!date/);
});

it('an answer comes without assignees that cannot be read; one that cannot be stored is reported', async () => {
  const broken = () => Promise.reject(new StoreError('ENOSPC'));
  Object.assign(app.stores.assignees, { of: broken, all: broken, take: broken, release: broken });
  const card = await askPending(personId);
  expect(card.text).toContain('Pending');
  expect((await press(card, 'txn:on-it')).text).toContain(
    'Assignees cannot be read or kept now. Tell whoever runs me',
  );
  const open = app.answered(app.slack.sendCommand({ command: '/txn', text: 'open' }));
  expect((await open).text).toContain('Assignees cannot be read'); // not: nobody is on them
  await expect(app.services.known.release(unsettled, personId)).rejects.toThrow(
    'Assignees cannot be read or kept',
  );
  const said = app.log
    .entries()
    .filter(({ msg }) => msg === 'assignees cannot be stored: check STATE_DIR or Redis');
  expect(said).toMatchObject(Array(3).fill({ code: 'ENOSPC' }));
});

it("the assignee's own card says so, and has a button to leave", async () => {
  await press(await takeIt(personId), 'txn:off-it');
  expect(json(await askPending(otherPersonId))).not.toMatch(onIt);
  await takeIt(personId);
  const own = await askPending(personId);
  expect(json(own)).toMatch(/you are on it \(<!date/);
  expect(json(await askPending(personId, `${unsettled} GARO-8f3k2j1`))).toContain('you are on it');
  expect((await press(own, 'txn:off-it')).text).toBe(`You are no longer on \`${unsettled}\`.`);
  expect(json(await askPending(personId))).not.toMatch(/on it/);
});
