import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  createSlackStandIn,
  directMessageOf,
  type ShownMessage,
  type SlackStandIn,
  workspace,
} from 'slack-sandbox';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { AuditError } from '../../src/errors.ts';
import type { Audit } from '../../src/ops/audit.ts';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { holdTime } from '../support/hold-time.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { personId, otherPersonId, botUserId, userGroupId, channelId } = workspace;
let service: ChangingService;
let app: RunningApp;
/** A list waits between two look-ups, so a hundred would take seconds. */
let clock: ReturnType<typeof holdTime>;
const env = {
  BATCH_USER_GROUPS: userGroupId,
  BATCH_PER_DAY: '250',
  ACCESS_CONTACT: 'Ada Eze',
  TRANSFER_API_TIMEOUT_MS: '120000', // longer than held time leaps while a busy machine answers
};
const start = async (changes: Record<string, string> = {}, slack?: SlackStandIn) => {
  app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { ...env, ...changes },
    ...(slack && { slack }),
  });
};
// It is loaded for the first look-up, and held time does not wait for that: the look-up would time
// out.
beforeAll(async () => void (await import('../../src/transfer-service/response.ts')));
beforeEach(async () => {
  clock = holdTime();
  service = await startChangingService({ status: 'successful' });
  await start();
});
afterEach(async () => {
  await app.stop();
  await service.close();
});

const list = (count: number) =>
  Array.from({ length: count }, (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`);
const csvOf = (references: readonly string[]) =>
  `Date,Reference,Note\n${references.map((each) => `2026-01-31,${each},=1+1\n`).join('')}2026-01-31,,\n`;
const saidTo = (userId: string) =>
  app.answers().filter((message) => message.channelId === directMessageOf(userId));
const holds = (actionId: string) => (message: ShownMessage | undefined) =>
  JSON.stringify(message?.blocks ?? []).includes(`"action_id":"${actionId}"`);
const latest = (actionId: string) =>
  clock.passUntil(() => {
    const found = app.answers().findLast(holds(actionId));
    if (!found) throw new Error(`nothing shows ${actionId}`);
    return found;
  });
const press = async (actionId: string, userId: string = personId) => {
  const message = await latest(actionId);
  await app.answered(app.slack.pressButton({ messageId: message.id, actionId, userId }));
  return app.answers().findLast(({ via }) => via === 'response_url');
};
const sendFile = (name: string, content: string, userId: string = personId) =>
  app.slack.writeMessage({
    text: '',
    userId,
    channelId: directMessageOf(userId),
    files: [{ name, content }],
  });
const send = (references: readonly string[], userId: string = personId) =>
  sendFile('complaints.csv', csvOf(references), userId);
const mentionWith = (
  references: readonly string[],
  userId: string = personId,
  words = 'these are stuck',
) =>
  app.slack.writeMessage({
    userId,
    text: `<@${botUserId}> ${words}`,
    files: [{ name: 'complaints.csv', content: csvOf(references) }],
  });
const run = async (count: number, userId: string = personId) => {
  await send(list(count), userId);
  return press('batch:run', userId);
};
const typed = (count: number, userId: string = personId) =>
  app.answered(app.slack.sendCommand({ command: '/txn', text: list(count).join(' '), userId }));
const fileOf = () =>
  clock.passUntil(() => {
    const own = app.slack.files.filter((file) => file.channelId === directMessageOf(personId));
    const file = own.findLast(({ name }) => /answers|references/.test(name));
    if (!file) throw new Error('no file yet');
    return file;
  });
/** Edits the file that was sent first, as people do with a snippet. */
const editFile = (references: readonly string[]) =>
  Object.assign(app.slack.files[0] ?? {}, { bytes: Buffer.from(csvOf(references)) });
/** Chooses the channel in the window of Share, and submits it. */
const submitShare = async (userId: string = personId) => {
  const windows = app.slack.views.filter(({ callbackId }) => callbackId === 'batch:share');
  const viewId = windows.at(-1)?.id ?? '';
  const option = { conversation: channelId };
  const select = { viewId, userId, blockId: 'share', actionId: 'txn:conversation', option };
  await app.slack.select(select);
  return app.answered(app.slack.submitView({ viewId, userId }));
};
/** The message that moved, when it is over. */
const resultOf = async () => {
  await fileOf();
  return saidTo(personId).find(holds('batch:csv'));
};

describe('a list', () => {
  it('a list sent as a file is offered first, then returned with an answer in each row', async () => {
    service.set(['GARO-1a2b003'], { status: 'pending' });
    service.set(['GARO-1a2b004'], undefined);
    await send([...list(8), 'GARO-1a2b000']);
    expect((await latest('batch:run')).text).toBe(
      '8 references in column *Reference* of `complaints.csv`; first `GARO-1a2b000`; 1 duplicate; 1 row has none. About 3 s.',
    );
    expect(service.requests).toEqual([]);
    await press('batch:run');
    const lines = (await fileOf()).content.split('\r\n');
    expect(lines[0]).toContain(
      '"Date","Reference","Note","status","amount","currency","bank","bankCode","id","createdAt","completedAt","found note"',
    );
    expect(lines[1]).toMatch(
      /^"2026-01-31","GARO-1a2b000","'=1\+1","successful","25000.00","","","000013",/,
    );
    expect(lines[4]).toContain('"pending"');
    expect(lines[5]).toBe(
      '"2026-01-31","GARO-1a2b004","\'=1+1","","","","","","","","","not found"',
    );
    expect(lines[10]).toBe('"2026-01-31","","","","","","","","","","","no reference in this row"');
    expect(service.asked('GARO-1a2b000')).toBe(1);
    expect((await resultOf())?.text).toMatch(
      /^`complaints\.csv`: 6 successful · 1 pending · 1 not found/,
    );
    const shown = JSON.stringify(await resultOf()).replace(/<!date[^>]*>/g, '');
    expect(shown.match(/UTC[^)]*/g)).toEqual(['UTC+1', 'UTC+1']); // the table and the file have the reader's own time too
    expect(saidTo(personId).filter(({ files }) => files === undefined)).toHaveLength(1); // the offer became the result
    const audited = app.audit
      .filter(({ door }) => door === 'batch')
      .map(({ outcome, asked }) => `${outcome} ${asked}`);
    expect(audited).toHaveLength(9);
    expect(audited[0]).toBe('asked GARO-1a2b000');
    expect(audited.at(-1)).toBe('ended 8 references');
    const ended = /txnbot_batches_total\{outcome="ended"\} 1/;
    await clock.passUntil(async () => expect(await app.metrics.text()).toMatch(ended));
  });

  it('a list whose file was edited meanwhile says so, and marks no row of that file', async () => {
    await send(list(2));
    await latest('batch:run');
    editFile(['GARO-5p1d6w8', 'GARO-1a2b000']);
    await press('batch:run');
    expect((await fileOf()).content).not.toMatch(/GARO-5p1d6w8|no reference/);
    expect(JSON.stringify((await resultOf())?.blocks)).toContain('changed after I read it');
  });

  it('a list says if Slack refuses its result file, and posts anew if its message is gone', async () => {
    await send(list(2));
    await latest('batch:run');
    app.slack.setFailure('files.getUploadURLExternal', { error: 'storage_limit_reached' });
    app.slack.setFailure('chat.update', { error: 'message_not_found' });
    await press('batch:run');
    const told =
      'Slack did not take the file of `complaints.csv`: choose Send Me a CSV under its result.';
    await clock.passUntil(() => expect(saidTo(personId).at(-1)?.text).toBe(told));
    expect(saidTo(personId).some(holds('batch:csv'))).toBe(true);
    const lost = app.log.entries().find(({ msg }) => /list: not sent: the CSV/.test(String(msg)));
    expect(lost).toMatchObject({ list: app.audit.at(-1)?.reference });
  });

  it('a list pasted to a slash command is a table of the first 25 and a button for all', async () => {
    service.set(['GARO-1a2b003', 'GARO-1a2b005'], { status: 'pending', id: 19261 });
    await app.slack.sendCommand({ command: '/txn', text: list(40).join(' ') });
    const table = await latest('batch:run');
    expect(table.text).toMatch(/^25 of 40 asked: 23 successful · 2 pending/);
    expect(
      JSON.stringify(table.blocks).match(/"Look Up All 40".{0,80}"primary"|"primary"/g),
    ).toEqual([expect.stringContaining('Look Up All 40')]);
    const written = vi.spyOn(app.stores.lists, 'change');
    expect((await press('batch:run'))?.text).toBe(
      '40 references: follow them in a direct message from me.',
    );
    expect((await fileOf()).content.split('\r\n')).toHaveLength(42);
    expect(written.mock.calls.length).toBeLessThan(20); // answers are stored together
  });

  it('a list in a mention has its counts in the thread, and the rest in a direct message', async () => {
    const { message } = await mentionWith(list(8));
    const offer = '8 references in column *Reference* of the file; 1 row has none. About 3 s.';
    expect((await latest('batch:run')).text).toBe(offer);
    expect(JSON.stringify(app.answers())).not.toContain('complaints');
    await press('batch:run');
    await fileOf();
    const inThread = () =>
      app
        .answers()
        .filter(({ threadTs, via }) => threadTs === message.ts && via !== 'response_url');
    await clock.passUntil(() => expect(inThread().at(-1)?.text).toBe('8 references: 8 successful'));
  });

  it('a list in a mention posts no counts in a thread that becomes shared meanwhile', async () => {
    await app.stop();
    const audit: Audit = async ({ outcome }) => {
      if (outcome !== 'ended') return;
      app.slack.setChannel(channelId, { is_ext_shared: true });
      await vi.advanceTimersByTimeAsync(11_000); // for ten seconds, Slack is not asked again
    };
    app = await runApp({ transferApi: { baseUrl: service.url }, env, audit });
    const { message } = await mentionWith(list(8));
    await press('batch:run');
    await fileOf();
    await clock.pass(60_000);
    const posted = app.answers().filter(({ threadTs, visibleTo }) => threadTs && !visibleTo);
    expect(posted.filter(({ threadTs }) => threadTs === message.ts)).toHaveLength(1);
    expect(posted.at(-1)?.text).toMatch(/^8 references in column/);
  });

  it('a list with references in two columns is answered for the chosen column', async () => {
    const rows = list(3).map((each, at) => `${each},GARO-9z9z00${at}`);
    const content = ['Date of today', 'Reference,Refund', ...rows].join('\n');
    await sendFile('two.csv', content);
    await press('batch:run:1');
    const lines = (await fileOf()).content.split('\r\n');
    expect(lines[0]).toBe('\ufeff"Date of today"');
    expect(lines[1]).toMatch(/^"Reference","Refund","status",/);
    expect(lines[2]).toMatch(/^"GARO-1a2b000","GARO-9z9z000","successful",/);
    expect([service.asked('GARO-9z9z000'), service.asked('GARO-1a2b000')]).toEqual([1, 0]);
  });

  it('an offered list can be cancelled', async () => {
    await send(list(8));
    expect((await press('batch:cancel'))?.text).toBe('8 references: nothing was looked up.');
    expect(service.requests).toEqual([]);
    await mentionWith(list(8));
    expect((await press('batch:cancel', otherPersonId))?.text).toBe(
      '8 references: nothing was looked up.',
    );
    const inChannel = app.answers().filter((message) => message.channelId === channelId);
    expect(JSON.stringify(inChannel)).not.toContain('complaints');
  });
});

describe('who may', () => {
  it('more than 100 references need the list user group, and a daily limit applies', async () => {
    const why = 'Lists over 100 need permission. Ask Ada Eze.';
    const refused = `\`complaints.csv\` was not looked up. ${why}`;
    await send(list(101), otherPersonId);
    await clock.passUntil(() => expect(saidTo(otherPersonId).at(-1)?.text).toBe(refused));
    expect(JSON.stringify((await typed(101, otherPersonId)).blocks)).toContain(why);
    expect(app.answers().some(holds('batch:run'))).toBe(false);
    await mentionWith(list(101)); // an offer is taken by whoever sees it
    expect((await press('batch:run', otherPersonId))?.text).toBe(refused);
    expect(app.audit.at(-1)).toMatchObject({ asked: 'complaints.csv', outcome: 'refused' });
    await run(101);
    await fileOf();
    await typed(160);
    const limit =
      'You asked for 101 references in lists since yesterday, and 250 a day is the most.';
    expect((await press('batch:run'))?.text).toBe(limit);
  });

  it('a person has one list at a time, can stop it, and gets the rows so far', async () => {
    service.fail(500);
    await run(8);
    await latest('batch:stop');
    expect((await run(8))?.text).toBe(
      'You have a list under way already: wait for its end, or stop it.',
    );
    expect((await press('batch:stop', otherPersonId))?.text).toBe('That list is another person’s.');
    await press('batch:stop');
    expect((await resultOf())?.text).toMatch(/^`complaints\.csv`: .*not looked up/);
  });

  it('a list goes on after a restart, by another clock, with the rows that have no answer', async (test) => {
    await app.stop();
    const slack = await createSlackStandIn();
    test.onTestFinished(() => slack.close());
    const state = { STATE_DIR: temporaryFolder(test) };
    await start(state, slack);
    await run(30);
    await clock.passUntil(() => expect(service.asked('GARO-1a2b010')).toBe(1));
    await app.stop();
    expect(service.requests.length).toBeLessThan(30);
    vi.setSystemTime(Date.now() - 40 * 24 * 60 * 60_000);
    await start(state, slack);
    expect((await resultOf())?.text).toMatch(/: 30 successful/);
    expect(service.asked('GARO-1a2b000')).toBe(1);
  });

  it('three lists run at once: the fourth waits, and its owner reads that', async () => {
    service.fail(500);
    for (const userId of [personId, otherPersonId, 'U0OTHER01', 'U0OTHER02']) await run(8, userId);
    const begun = app
      .answers()
      .flatMap(({ text }) => /^8 references: follow them here\.(.*)/.exec(text)?.[1] ?? []);
    expect(begun).toEqual([' It waits for 1 other list first.']);
  });

  it('access is checked again before the result: a deactivated person gets nothing', async () => {
    service.fail(500);
    await run(8);
    await clock.passUntil(() => expect(service.requests.length).toBeGreaterThan(2));
    app.slack.setPerson(personId, { info: { deleted: true } });
    await clock.pass(6 * 60_000); // what Slack says of a person counts for five minutes
    service.fail(undefined);
    const why = 'list: deleted, as its owner lost access';
    await clock.passUntil(() => expect(app.log.entries().map(({ msg }) => msg)).toContain(why));
    expect(app.slack.files.filter(({ name }) => name.includes('answers'))).toEqual([]);
    expect(app.answers().find(holds('batch:csv'))).toBeUndefined();
    expect(app.audit.at(-1)).toMatchObject({ door: 'batch', outcome: 'refused' });
    expect((await press('batch:stop'))?.text).toContain('This account is deactivated.');
  });
});

it('a list that has expired and cannot be deleted is logged once an outage', async (test) => {
  await app.stop();
  const STATE_DIR = temporaryFolder(test);
  const file = path.join(STATE_DIR, 'batches.json');
  await start({ STATE_DIR });
  const failures = () =>
    app.log.entries().filter(({ msg }) => msg === 'lists: cannot be read, check STATE_DIR').length;
  for (const outages of [1, 2]) {
    await send(list(30));
    await clock.passUntil(async () => expect(await app.stores.lists.all()).toHaveLength(1));
    rmSync(file);
    mkdirSync(file); // to which nothing can be renamed
    vi.setSystemTime(Date.now() + 61 * 60_000);
    await clock.pass(60_000);
    expect(failures()).toBe(outages);
    rmSync(file, { recursive: true });
    await clock.pass(10_000);
    await clock.passUntil(async () => expect(await app.stores.lists.all()).toEqual([]));
  }
});

it('a list that a service refuses says that it waits, and the log says for what', async () => {
  service.fail(401);
  await run(8);
  const waits = 'This waits for the transfer service, and goes on by itself.';
  await clock.passUntil(() => expect(JSON.stringify(app.answers())).toContain(waits));
  const said = () =>
    app.log.entries().flatMap(({ msg }) => (/lists (?:wait|go on)/.test(`${msg}`) ? [msg] : []));
  const failing = 'the transfer service fails (unauthorized, HTTP 401): watches and lists wait';
  expect(said()).toEqual([failing]);
  service.fail(undefined);
  expect((await resultOf())?.text).toMatch(/successful/);
  expect(said()).toEqual([failing, 'watches and lists go on: the transfer service answers']);
});

it('a list waits while the audit log cannot be written, which the log says once an outage', async () => {
  await app.stop();
  let failures = 0;
  const audit: Audit = async ({ door, outcome }) => {
    if (door !== 'batch' || outcome !== 'asked' || failures === 9) return;
    failures += 1;
    throw new AuditError('ENOSPC');
  };
  app = await runApp({ transferApi: { baseUrl: service.url }, env, audit });
  await run(8);
  expect((await resultOf())?.text).toMatch(/: 8 successful/);
  expect(failures).toBe(9);
  const waits = app.log.entries().filter(({ msg }) => `${msg}`.startsWith('list: waits'));
  expect(waits).toMatchObject([
    { code: 'ENOSPC', msg: 'list: waits until it works: check AUDIT_LOG' },
  ]);
});

it('a list looks up a failing reference three times, then counts it as a service error', async () => {
  service.fail(500, 'GARO-1a2b003');
  await run(8);
  expect((await resultOf())?.text).toMatch(/: 7 successful · 1 service error/);
  expect(service.asked('GARO-1a2b003')).toBe(3);
});

it('the process with the lead runs a list, and goes on where another one stopped', async (test) => {
  await app.stop();
  const leading = { isMine: false };
  app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { ...env, STATE_DIR: temporaryFolder(test) },
    lead: { isMine: () => leading.isMine },
  });
  const follow = (isMine: boolean) => {
    leading.isMine = isMine;
    app.events.emit('lead', isMine);
  };
  const asked = () => service.requests.filter(({ url }) => url?.includes('GARO-')).length;
  await send(list(60));
  await press('batch:run');
  await clock.pass(60_000);
  expect(asked()).toBe(0);
  follow(true);
  await clock.passUntil(() => expect(asked()).toBeGreaterThan(5));
  follow(false);
  await clock.pass(1_000);
  const before = asked();
  await clock.pass(60_000);
  expect(asked()).toBe(before);
  expect(before).toBeLessThan(60);
  follow(true);
  expect((await resultOf())?.text).toMatch(/: 60 successful/);
  expect(asked()).toBeLessThanOrEqual(62); // two that were under way are asked again
});

describe('a list that takes time', () => {
  const moved = () => saidTo(personId).find(holds('batch:stop'))?.text;
  const ended = () => saidTo(personId).find(holds('batch:csv'))?.text;
  beforeEach(async () => {
    service.fail(503);
    await run(8);
    const paused = 'This waits for the transfer service';
    await clock.passUntil(() => expect(JSON.stringify(app.answers())).toContain(paused));
    expect(moved()).toMatch(/^`complaints\.csv`: 0 of 8/);
  });

  it('a list pauses while the service is down, says so, and goes on by itself', async () => {
    service.fail(undefined);
    await clock.passUntil(() => expect(ended()).toMatch(/: 8 successful/));
  });

  it('a list ends after an hour with the answers so far', async () => {
    vi.advanceTimersByTime(55 * 60_000); // in one go: a list that is paused looks about it every second
    await clock.pass(4 * 60_000);
    expect(moved()).toMatch(/: 0 of 8/);
    await clock.pass(2 * 60_000);
    expect(ended()).toMatch(/8 not looked up/);
    expect(JSON.stringify(app.answers())).toContain(
      'it ended after an hour: the rest was not looked up',
    );
  });
});

it('a list does not begin where ALLOWED_CHANNELS excludes direct messages', async () => {
  await app.stop();
  await start({ ALLOWED_CHANNELS: channelId });
  await typed(40);
  expect((await press('batch:run'))?.text).toContain(
    'comes as a direct message, and this bot does not answer there',
  );
});

describe('a result', () => {
  beforeEach(async () => {
    service.set(['GARO-1a2b003', 'GARO-1a2b005'], { status: 'pending', id: 19261 });
    await run(8);
    await resultOf();
  });

  it("a list's result is shared without references and customers", async () => {
    await press('batch:share');
    const shared = await submitShare();
    expect(shared).toMatchObject({
      channelId,
      text: expect.stringMatching(/^8 references: 6 successful · 2 pending/),
    });
    expect(JSON.stringify(shared.blocks)).not.toMatch(/GARO-|Jane|0123456789|complaints/);
  });

  it("a list's result can be requeried, and its open records watched", async () => {
    await press('batch:watch');
    expect(app.answers().at(-1)?.text).toMatch(/^Watching 2 of 2 transactions\./);
    expect((await press('batch:requery'))?.text).toBe('2 requeries: follow them here.');
    const disagreeing = /^2 requeries: 2 disagree with their requery/;
    await clock.passUntil(() =>
      expect(saidTo(personId).some(({ text }) => disagreeing.test(text))).toBe(true),
    );
    expect(service.requests.filter(({ url }) => url?.includes('tsq'))).toHaveLength(2);
  });

  it("a list's result is sent again, without the columns of a file that is gone", async () => {
    app.slack.setFailure('files.info', { error: 'file_deleted' });
    const lacking = 'the file could not be read again: the CSV has its references alone';
    expect((await press('batch:csv'))?.text).toContain(lacking);
    expect(app.slack.files.at(-1)?.content).toMatch(/^\ufeff"reference","status"/);
  });

  it("a list's result is not joined to the rows of a file that was edited since", async () => {
    editFile(['GARO-1a2b000', 'GARO-5p1d6w8']);
    const why = 'the file was changed after I read it: the CSV has its references alone';
    expect((await press('batch:csv'))?.text).toContain(why);
    expect(app.slack.files.at(-1)?.content).not.toMatch(/GARO-5p1d6w8|no reference/);
  });

  it('one list file is read or written at a time, and those who wait read that', async () => {
    const upload = withResolvers<void>();
    app.slack.setFailure('files.getUploadURLExternal', { until: upload.promise });
    const { id: messageId } = await latest('batch:csv');
    await app.slack.pressButton({ messageId, actionId: 'batch:csv' });
    await send(list(2), otherPersonId);
    const waiting = 'Still waiting for other files to be read. The answer will follow here.';
    const lastLine = () => saidTo(otherPersonId).at(-1)?.text;
    await clock.passUntil(() => expect(lastLine()).toBe(waiting));
    upload.resolve();
    await clock.passUntil(() => expect(lastLine()).toMatch(/^2 references in column/));
  });
});

it.each(['these came back', 'is everything down?', 'what is open', 'any update?'])(
  'words without a reference are about the file sent with them: %s',
  async (words) => {
    const offer = await app.answered(mentionWith(list(8), personId, words));
    expect(offer.text).toMatch(/^8 references in column/);
  },
);

it('a file that cannot be read is answered with a sentence, beside a mention too', async () => {
  app.slack.setFailure('files.info', { error: 'file_deleted' });
  await send(list(3));
  await clock.passUntil(() =>
    expect(saidTo(personId).at(-1)?.text).toContain('`complaints.csv` was deleted.'),
  );
  app.slack.setFailure('files.info', { status: 500 });
  await mentionWith(list(3));
  const last = () => app.answers().at(-1);
  await clock.passUntil(() =>
    expect(last()?.text).toContain('was not looked up: Slack did not do'),
  );
  expect(last()?.visibleTo).toBe(personId);
});

it('a file of session ids is offered the transactions that were shown with them', async () => {
  const [sessionId, other] = ['100004240926153311119822107551', '100004240926153311119822107552'];
  service.set(['GARO-8f3k2j1'], { status: 'pending', sessionId });
  const asked = { command: '/txn', text: 'GARO-8f3k2j1', userId: otherPersonId };
  await app.answered(app.slack.sendCommand(asked));
  await sendFile('sessions.csv', `Session ID\n${sessionId}\n${other}\n`, personId);
  await clock.passUntil(() =>
    expect(saidTo(personId).at(-1)?.text).toContain(`Session \`${sessionId}\` is \`GARO-8f3k2j1\``),
  );
  expect(saidTo(personId).at(-1)?.text).toContain("I can't look up session ids");
});

it('a file of transaction ids is offered their requeries, in a channel to its sender alone', async () => {
  const content = 'txn_id\tnote\n12345698690885579\t\n19253\tlate\n';
  const isOffered = (answer: ShownMessage | undefined) =>
    expect(JSON.stringify(answer?.blocks)).toContain('"12345698690885579 19253"');
  await sendFile('ids.tsv', content, personId);
  await clock.passUntil(() => isOffered(saidTo(personId).at(-1)));
  const files = [{ name: 'ids.tsv', content }];
  const offer = await app.answered(app.slack.writeMessage({ text: `<@${botUserId}>`, files }));
  isOffered(offer);
  expect(offer.visibleTo).toBe(personId);
});

it('a list shows a contradicting requery to the person who made it and to others', async () => {
  const reversed = list(3);
  service.set(reversed, { status: 'reversed', id: 19262 });
  service.set(['GARO-1a2b002'], { id: 19261 });
  const requery = { command: '/tsq', text: '19261', userId: otherPersonId };
  await app.answered(app.slack.sendCommand(requery));

  for (const userId of [personId, otherPersonId]) {
    const { message } = await mentionWith(reversed, userId);
    const inThread = () => app.answers().filter(({ threadTs }) => threadTs === message.ts);
    const offer = () => inThread().find(holds('batch:run'));
    await clock.passUntil(() => expect(offer()).toBeDefined());
    const result = () => saidTo(userId).findLast(holds('batch:csv'));
    const pressed = async (actionId: string, messageId = result()?.id ?? '') => {
      await app.answered(app.slack.pressButton({ messageId, actionId, userId }));
      return app.answers().at(-1)?.text;
    };
    /** The cells of status, requery and disagreement in the last file. */
    const cells = () => {
      const lines = app.slack.files.at(-1)?.content.split('\r\n') ?? [];
      const row = lines.find((line) => line.includes('GARO-1a2b002'));
      const [head] = lines;
      const at = head?.split(',').indexOf('"requery"') ?? 0;
      return row
        ?.split(',')
        .slice(at - 1, at + 2)
        .join();
    };

    await pressed('batch:run', offer()?.id);
    await clock.passUntil(() => expect(inThread().at(-1)?.text).toMatch(/^3 references: \d/));
    const drawings = {
      result: result()?.text,
      table: /"(GARO-1a2b\d+)"/.exec(JSON.stringify(result()?.blocks))?.[1],
      sum: /Reversed [\d,.]+/.exec(JSON.stringify(result()?.blocks))?.[0],
      file: cells(),
      summary: inThread().at(-1)?.text,
      fileAgain: await pressed('batch:csv').then(cells),
      share: await pressed('batch:share')
        .then(() => submitShare(userId))
        .then(({ text }) => text),
      watch: await pressed('batch:watch'),
      watchBlocks: /(A requery says \w+).*(They disagree)/
        .exec(JSON.stringify(app.answers().at(-1)?.blocks))
        ?.slice(1),
      check: await pressed('batch:requery'),
    };
    const counts = expect.stringContaining('1 disagrees with its requery · 2 reversed');
    const disagreeing = '"reversed","SUCCESSFUL","yes"';
    expect(drawings).toEqual({
      result: counts,
      table: 'GARO-1a2b002',
      sum: 'Reversed 50,000.00',
      file: disagreeing,
      summary: counts,
      fileAgain: disagreeing,
      share: counts,
      watch: expect.stringMatching(/^Watching `?GARO-1a2b002/),
      watchBlocks: ['A requery says SUCCESSFUL', 'They disagree'],
      check: '1 requery: follow it here.',
    });
    await clock.passUntil(() =>
      expect(result()?.text).toMatch(/^1 requery: 1 disagrees with its requery/),
    );
  }
});
