import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { directMessageOf, type SlackStandIn, workspace } from 'slack-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { UserError } from '../../src/errors.ts';
import { holdTimeouts } from '../support/hold-clock.ts';
import { watched } from '../support/run-watching.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, channelId } = workspace;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const words = (blocks: readonly unknown[] = []) => JSON.stringify(blocks);

/** The same, begun in a thread. */
async function watchedInThread() {
  const watching = await watched();
  const { app, slack, watch } = watching;
  const { message } = await slack.writeMessage({ text: 'where is GARO-1?' });
  await watch(app, 'GARO-1', { threadTs: message.ts });
  const inThread = () =>
    slack.messages.filter(({ author, threadTs }) => author === 'bot' && threadTs === message.ts);
  return { ...watching, inThread, root: message };
}

it("a watch notifies every change until it ends, and renews the person's recent look-ups", async () => {
  const { app, slack, become, told, pass, passUntil, ended, outcomes } = await watched();
  await slack.sendCommand({ command: '/txn', text: 'GARO-1' });
  for (const [turn, status] of [
    'processing',
    'QUEUED_FOR_REVIEW',
    'failed',
    'successful',
  ].entries()) {
    become(status);
    await passUntil(() => expect(told()).toHaveLength(turn + 1));
  }
  await ended();
  await pass(60 * minuteMs);
  expect(told().map(({ text }) => text.split(' after')[0]?.replace('`GARO-1`: ', ''))).toEqual([
    '◷ pending → processing',
    '? processing → `QUEUED_FOR_REVIEW`',
    '✕ `QUEUED_FOR_REVIEW` → failed',
    '✓ failed → successful',
  ]);
  expect(outcomes()).toEqual(['answered', 'told', 'told', 'told', 'ended']);
  const reference = expect.stringMatching(/^[2-9A-Z]{6}$/);
  const about = { command: 'txn', asked: 'GARO-1', user: personId, channel: channelId };
  expect(app.audit.at(-1)).toMatchObject({ door: 'watch', reference, ...about });
  const metrics = await app.metrics.text();
  expect(metrics).toMatch(/txnbot_watch_tellings_total\{outcome="ended"\} 1/);
  expect(metrics).toMatch(/^txnbot_watches 0$/m);
  await waitFor(() =>
    expect(app.services.recentLookUps.of(personId)).toMatchObject([{ status: 'Successful' }]),
  );
  const direct = { channelId: workspace.directMessageId, readerId: personId };
  expect(await app.services.subjects.of(direct)).toMatchObject([{ asked: 'GARO-1' }]);
});

it('a change to failed leads with what a colleague has read of a requery', async () => {
  const { slack, become, told, passUntil } = await watched();
  await slack.sendCommand({
    command: '/tsq',
    text: '19253',
    userId: workspace.otherPersonId,
  });
  become('failed');
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(words(told()[0]?.blocks)).toMatch(
    /A requery says SUCCESSFUL \(.*<@\w+>\)\. They disagree\. Don't resend/,
  );
});

it.each<[string, Record<string, string>, object]>([
  ['the person has become a guest', {}, { is_restricted: true }],
  ['nobody may ask', { ALLOWED_CHANNELS: 'C0ELSEWHERE' }, {}],
])('a watch ends and its person is sent nothing, where %s', async (_what, env, info) => {
  const { app, slack, succeed, ended, told, pass } = await watched(env);
  slack.setPerson(personId, { info: { ...info } });
  succeed();
  await ended();
  await pass(5 * minuteMs);
  expect(told()).toEqual([]);
  expect(app.audit).toEqual([
    expect.objectContaining({ outcome: 'refused', user: personId, door: 'watch' }),
  ]);
});

it('a notification is sent later when Slack could not say who the person is', async () => {
  const { slack, succeed, own, told, pass, passUntil, outcomes } = await watched();
  slack.setFailure('users.info', { status: 500 });
  succeed();
  await pass(10 * minuteMs);
  expect(told()).toEqual([]);
  expect(await own()).toHaveLength(1);
  slack.setFailure('users.info', undefined);
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(words(told()[0]?.blocks)).toMatch(/\d+ min late:/);
  expect(outcomes()).toEqual(['ended']);
});

it('a watch stopped while its notification is held back sends and audits nothing', async () => {
  // Whatever their jitter, the letters go together.
  const { app, service, watch, succeed, told, pass, passUntil } = await watched({
    WATCH_SCHEDULE: '10s',
  });
  await watch(app, 'GARO-2');
  succeed(['GARO-1', 'GARO-2']);
  await passUntil(() => expect([service.asked('GARO-1'), service.asked('GARO-2')]).toEqual([2, 2]));
  expect(told()).toEqual([]);
  await app.services.watches.stop('GARO-1', personId);
  await pass(5 * minuteMs);
  expect(told()).toHaveLength(1);
  expect(words(told()[0]?.blocks)).toContain('GARO-2');
  expect(words(told()[0]?.blocks)).not.toContain('GARO-1');
  expect(app.audit.map(({ asked, outcome }) => [asked, outcome])).toEqual([['GARO-2', 'ended']]);
});

it("a notification goes to the person alone if the thread's channel is shared by now", async () => {
  const { slack, succeed, ended, told, passUntil, posts, inThread } = await watchedInThread();
  slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '60' } }, 1);
  succeed();
  await passUntil(() => expect(posts()).toBe(1));
  slack.setChannel(channelId, { is_ext_shared: true, is_shared: true });
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(inThread()).toEqual([]);
  expect(words(told()[0]?.blocks)).toContain('Jane Doe');
  await ended();
});

it('retries a notification under the same reference until Slack is back, and delivers it once', async () => {
  const { app, slack, succeed, own, told, pass, passUntil } = await watched();
  await slack.sendCommand({ command: '/bank', text: 'zenith' }); // Slack has said who they are
  await slack.setListening(false);
  succeed();
  await pass(4 * minuteMs);
  expect(await own()).toHaveLength(1);
  await slack.setListening(true);
  await passUntil(() => expect(told()).toHaveLength(1));
  await pass(10 * minuteMs);
  expect(told()).toHaveLength(1);
  const references = app.audit
    .filter(({ door }) => door === 'watch')
    .map(({ reference }) => reference);
  expect(new Set(references).size).toBe(1);
});

it('a watch that could not notify for a day after its end is dropped and logged', async () => {
  const { app, slack, succeed, own, ended, told, pass } = await watched({
    WATCH_SCHEDULE: '24h',
    WATCH_HOURS: '1',
  });
  slack.setFailure('chat.postMessage', { error: 'messages_tab_disabled' });
  succeed();
  await pass(70 * minuteMs);
  expect(await own()).toHaveLength(1);
  vi.advanceTimersByTime(24 * hourMs); // in one go: every try is made again and again
  await ended();
  expect(told().filter(({ breaches }) => breaches.length === 0)).toEqual([]);
  expect(app.log.entries()).toContainEqual(
    expect.objectContaining({ level: 'error', outcome: 'untold', code: 'messages_tab_disabled' }),
  );
  expect(app.audit.at(-1)).toMatchObject({ outcome: 'untold', asked: 'GARO-1', user: personId });
});

it('retries a notification that timed out, audited under the same reference', async () => {
  const { app, slack, succeed, told, passUntil } = await watched();
  const timeouts = holdTimeouts();
  const never = withResolvers<void>();
  slack.setFailure('chat.postMessage', { until: never.promise }, 1);
  succeed();
  await passUntil(() => expect(told()).toHaveLength(1));
  timeouts.expire(5_000);
  await waitFor(async () =>
    expect(await app.metrics.text()).toContain('watch_tellings_total{outcome="unsure"} 1'),
  );
  await passUntil(() => expect(told()).toHaveLength(2));
  never.resolve();
  expect(new Set(app.audit.map(({ reference }) => reference)).size).toBe(1);
});

it('a direct message has reference and masked status where only some channels are allowed', async () => {
  const { become, told, passUntil } = await watched({ ALLOWED_CHANNELS: channelId });
  become('returned to Jane Doe');
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(told()[0]?.text).toContain('`GARO-1`: pending →');
  expect(words(told()[0]?.blocks)).not.toMatch(/Jane|0123456789|25,000|txn:/);
});

it('a watch begun in a thread notifies there, masked, and mentions the person', async () => {
  const { succeed, told, inThread, passUntil } = await watchedInThread();
  succeed();
  await passUntil(() => expect(inThread()).toHaveLength(1));
  const [message] = inThread();
  const text = expect.stringMatching(/^<@U0AMARA00> .*pending → successful/);
  expect(message).toMatchObject({ channelId, text });
  expect(words(message?.blocks)).toContain('J. D.');
  expect(words(message?.blocks)).not.toMatch(/Jane|0123456789|Rent for/);
  expect(told()).toEqual([]);
});

it.each<[string, (slack: SlackStandIn, rootId: string) => void]>([
  [
    'nothing can be posted there',
    (slack) => slack.setFailure('chat.postMessage', { error: 'is_archived' }, 1),
  ],
  ['its root is gone', (slack, rootId) => slack.deleteMessage(rootId)],
])('a watch begun in a thread notifies the person alone when %s', async (_what, breakThread) => {
  const { slack, succeed, ended, told, root, passUntil } = await watchedInThread();
  breakThread(slack, root.id);
  succeed();
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(
    slack.messages.filter((each) => each.author === 'bot' && each.channelId === channelId),
  ).toEqual([]);
  expect(told()[0]?.channelId).toBe(directMessageOf(personId));
  await ended();
});

it('a process without the lead looks nothing up, and catches up when it leads again', async () => {
  const leading = { isMine: true };
  const lead = { isMine: () => leading.isMine };
  const { app, service, succeed, told, pass, passUntil } = await watched({}, lead);
  const follow = (isMine: boolean) => {
    leading.isMine = isMine;
    app.events.emit('lead', isMine);
  };
  succeed();
  await passUntil(() => expect(service.asked('GARO-1')).toBe(2));
  follow(false); // while the change waits for company
  await pass(10 * minuteMs);
  expect(told()).toEqual([]);
  expect(service.asked('GARO-1')).toBe(2);
  follow(true);
  await pass(20_000);
  expect(told()).toHaveLength(1);
  expect(words(told()[0]?.blocks)).toContain('after a restart: a change may be older');
});

const watchesIn = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'watches.json'), 'utf8'));

describe('a watch in the state folder', () => {
  it('a watch is on disk once it has begun, with the documented fields and nothing else', async () => {
    const folder = temporaryFolder();
    await watched({ STATE_DIR: folder });
    expect(watchesIn(folder)).toEqual({
      version: 1,
      watches: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          reference: 'GARO-1',
          personId,
          teamId: expect.any(String),
          channelId,
          begunAtMs: Date.now(),
          seen: { status: 'pending', reversedFlag: '0' },
        },
      ],
    });
  });

  it('a watch stores no status that may be a name, and still notices its change', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, slack, service, watch, told, pass, passUntil } = await watched({ STATE_DIR });
    service.set(['GARO-1'], {
      status: 'Paid to Jane Doe 0123456789',
      reversedFlag: 'to Jane 0123456789',
    });
    await watch(app, 'GARO-1');
    await pass(5 * minuteMs);
    expect(told()).toEqual([]);
    service.set(['GARO-1'], { status: 'Paid to Jane Doe 0123456780' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(
      /^↺ `GARO-1`: a word that is not kept → Paid to Jane Doe 0123456780 after/,
    );
    expect(readFileSync(path.join(STATE_DIR, 'watches.json'), 'utf8')).not.toMatch(
      /Jane|Doe|012345678/,
    );
    await slack.sendCommand({ command: '/txn', text: 'watching' });
    expect(words(slack.messages.at(-1)?.blocks)).toContain(
      'Flagged as reversed (a word that is not kept), status a word that',
    );
  });

  it('a watch goes on after a restart, and notifies once of what changed meanwhile', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, become, start, told, pass, passUntil } = await watched({ STATE_DIR });
    await app.stop();
    vi.setSystemTime(Date.now() + 3 * hourMs);
    become('processing');
    await start({ STATE_DIR });
    await pass(20_000);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.text).toMatch(/^◷ `GARO-1`: pending → processing after a restart/);
    expect(words(told()[0]?.blocks)).toContain('after a restart: a change may be older');
    await pass(5 * minuteMs); // a busy machine may have to ask again, and says then that it restarted
    become('successful');
    await passUntil(() => expect(told()).toHaveLength(2));
    expect(words(told()[1]?.blocks)).not.toContain('restart');
    await passUntil(() => expect(watchesIn(STATE_DIR).watches).toEqual([]));
  });

  it('a stop sends held-back notifications, and records them', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, service, succeed, told, passUntil } = await watched({ STATE_DIR });
    succeed();
    await passUntil(() => expect(service.asked('GARO-1')).toBe(2));
    expect(told()).toEqual([]);
    await app.stop();
    expect(told()).toHaveLength(1);
    expect(watchesIn(STATE_DIR).watches).toEqual([]);
  });

  it('a watch cannot begin while the disk is full', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, own, become, watch, told, pass, passUntil } = await watched({ STATE_DIR });
    const errors = () =>
      app.log.entries().flatMap(({ level, msg }) => (level === 'error' ? msg : []));
    const file = path.join(STATE_DIR, 'watches.json');
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(watch(app, 'GARO-2')).rejects.toThrow(UserError);
    expect(await own()).toMatchObject([{ reference: 'GARO-1' }]);
    expect(errors()).toEqual(['watches cannot be stored: check STATE_DIR or Redis']);
    become('processing');
    await passUntil(() => expect(told()).toHaveLength(1));
    await pass(5 * minuteMs);
    expect(errors()[1]).toMatch(/^a notification may be sent again/);
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    const recorded = { reference: 'GARO-1', seen: { status: 'processing' }, tellings: 1 };
    await passUntil(() => expect(watchesIn(STATE_DIR).watches).toMatchObject([recorded]));
    await passUntil(() => watch(app, 'GARO-2'));
    expect(watchesIn(STATE_DIR).watches).toHaveLength(2);
    expect(told()).toHaveLength(1);
  });
});

it.each([
  ['has no record', 404, 'over, last pending', 'No record of'],
  ['refuses', 422, 'over, last pending', 'not now'],
  ['does not answer', 500, 'over, last pending', 'This proves nothing'],
  ['has the same record', 200, 'still pending', 'Watch Again'],
])(
  'a service that %s notifies of no change, and is named at the end of the watch',
  async (_what, status, words, why) => {
    const { app, service, slack, own, told, pass, passUntil, ended } = await watched({
      WATCH_HOURS: '1',
      WATCH_SCHEDULE: '10m',
    });
    if (status === 404) service.set(['GARO-1'], undefined);
    else if (status !== 200) service.fail(status);
    await pass(58 * minuteMs);
    expect(told()).toEqual([]);
    const failed = { level: 'warn', failure: 'unreachable', operation: 'transaction', status };
    const msg = 'watch: the look-up failed, trying again';
    const lines = app.log.entries().filter((line) => line.msg === msg);
    expect(lines.slice(0, 1)).toMatchObject(status === 500 ? [failed] : []);
    if (status !== 500) expect([1 + 5, 1 + 6]).toContain(service.asked('GARO-1')); // by its jitter
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(new RegExp(`GARO-1\`: ${words} after 6\\d min`));
    expect(JSON.stringify(told()[0]?.blocks)).toContain(why);
    if (status !== 500) expect(JSON.stringify(told()[0]?.blocks)).not.toContain(' late');
    await ended();
    if (status !== 200) return;
    await slack.pressButton({ messageId: told()[0]?.id ?? '', actionId: 'txn:watch' });
    await passUntil(async () => expect(await own()).toHaveLength(1));
  },
);

it('a watch goes on when the clock is set back, and its week begins anew', async () => {
  const { own, service, succeed, told, pass, passUntil } = await watched({ WATCH_SCHEDULE: '30s' });
  vi.setSystemTime(Date.now() - 48 * hourMs);
  await pass(2 * minuteMs);
  expect(service.asked('GARO-1')).toBeGreaterThanOrEqual(2);
  expect((await own())[0]?.begunAtMs).toBeLessThanOrEqual(Date.now());
  succeed();
  await passUntil(() => expect(told()).toHaveLength(1));
});
