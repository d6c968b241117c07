import { directMessageOf, workspace } from 'slack-sandbox';
import { describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/run-app.ts';
import { runWatching, type Watching } from '../support/run-watching.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const minuteMs = 60_000;
const words = (blocks: readonly unknown[] = []) => JSON.stringify(blocks);
const env = { WATCH_SCHEDULE: '1m' };

describe('somebody who may not ask any more', () => {
  it.each([
    ['deactivated', {}, { deleted: true }],
    ['a guest now', {}, { is_restricted: true }],
    ['of another workspace now', {}, { team_id: 'T0OTHER' }],
  ])('is told nothing, and the watch ends: %s', async (_why, rules, info) => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start({ ...env, ...rules });
    await watch(app, 'GARO-1', { personId: 'U0LEFT' });
    slack.setPerson('U0LEFT', { info });
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(async () => expect(await app.services.watches.of('U0LEFT')).toEqual([]));
    await pass(10 * minuteMs);
    expect(told('U0LEFT')).toEqual([]);
    expect(app.audit).toEqual([expect.objectContaining({ outcome: 'refused', user: 'U0LEFT', door: 'watch' })]);
  });

  it.each([
    ['taken from the list', { ALLOWED_USERS: 'U0SOMEBODY' }],
    ['taken out of the group', { ALLOWED_USER_GROUPS: 'S0GONE' }],
    ['in a channel that is not allowed any more', { ALLOWED_CHANNELS: 'C0ELSEWHERE' }],
  ])('after the rules have changed: %s', async (_why, rules) => {
    const { service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start({ ...env, ...rules });
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    await pass(5 * minuteMs);
    expect(told()).toEqual([]);
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  it('is told later when Slack could not say who they are', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1');
    slack.setFailure('users.info', { status: 500 });
    service.set(['GARO-1'], { status: 'successful' });
    await pass(10 * minuteMs);
    expect(told()).toEqual([]);
    expect(await app.services.watches.of(workspace.personId)).toHaveLength(1);
    slack.setFailure('users.info', undefined);
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(words(told()[0]?.blocks)).toMatch(/\d+ min late: a change may be older/);
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['ended']);
  });
});

describe('while a letter waits', () => {
  const threadOf = async ({ slack, watch }: Watching, app: RunningApp) => {
    const { message } = await slack.writeMessage({ text: 'where is GARO-1?' });
    await watch(app, 'GARO-1', { threadTs: message.ts });
    return message.ts;
  };
  const waitAMinute = { status: 429, headers: { 'retry-after': '60' } };

  it('for company, and the watch is stopped: nothing more is heard of it, in the log of who was told neither', async () => {
    const { service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start({ WATCH_SCHEDULE: '10s' }); // whatever their jitter, the letters go together
    for (const reference of ['GARO-1', 'GARO-2']) await watch(app, reference);
    service.set(['GARO-1', 'GARO-2'], { status: 'successful' });
    await passUntil(() => expect([service.asked('GARO-1'), service.asked('GARO-2')]).toEqual([2, 2]));
    expect(told()).toEqual([]);
    await app.services.watches.stop('GARO-1', workspace.personId);
    await pass(5 * minuteMs);
    expect(told()).toHaveLength(1);
    expect(words(told()[0]?.blocks)).toContain('GARO-2');
    expect(words(told()[0]?.blocks)).not.toContain('GARO-1');
    expect(app.audit.map(({ asked, outcome }) => [asked, outcome])).toEqual([['GARO-2', 'ended']]);
  });

  it('for Slack, and the watch is stopped: nothing is sent when the wait is over', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1');
    slack.setFailure('chat.postMessage', waitAMinute, 1);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(slack.requests).toContain('chat.postMessage'));
    await app.services.watches.stop('GARO-1', workspace.personId);
    await pass(5 * minuteMs);
    expect(told()).toEqual([]);
    expect(slack.requests.filter((request) => request === 'chat.postMessage')).toHaveLength(1);
  });

  it('for Slack, and the person leaves: nothing is told, and the watch ends', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1', { personId: 'U0LEFT' });
    slack.setFailure('chat.postMessage', { ...waitAMinute, headers: { 'retry-after': '900' } }, 1);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(slack.requests).toContain('chat.postMessage'));
    slack.setPerson('U0LEFT', { info: { deleted: true } });
    await passUntil(async () => expect(await app.services.watches.of('U0LEFT')).toEqual([]));
    await pass(5 * minuteMs);
    expect(told('U0LEFT')).toEqual([]);
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['ended', 'refused']);
  });

  it('for Slack, and another organisation reads the thread by then: it is told to the person alone', async () => {
    const watching = await runWatching();
    const { slack, service, start, told, passUntil } = watching;
    const app = await start(env);
    const threadTs = await threadOf(watching, app);
    slack.setFailure('chat.postMessage', waitAMinute, 1);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(slack.requests).toContain('chat.postMessage'));
    slack.setChannel(workspace.channelId, { is_ext_shared: true, is_shared: true });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(slack.messages.filter((message) => message.threadTs === threadTs)).toEqual([]);
    expect(words(told()[0]?.blocks)).toContain('Jane Doe');
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
  });
});

describe('while Slack takes nothing', () => {
  it.each([
    ['nobody is there', async (slack: { setListening(is: boolean): Promise<void> }) => slack.setListening(false)],
  ])('a change waits, and is told once when Slack is back: %s', async (_why, breakSlack) => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start(env);
    await slack.sendCommand({ command: '/bank', text: 'zenith' }); // Slack has said who they are
    await watch(app, 'GARO-1');
    await breakSlack(slack);
    service.set(['GARO-1'], { status: 'successful' });
    await pass(4 * minuteMs);
    expect(await app.services.watches.of(workspace.personId)).toHaveLength(1);
    await slack.setListening(true);
    await passUntil(() => expect(told()).toHaveLength(1));
    await pass(10 * minuteMs);
    expect(told()).toHaveLength(1);
    const references = new Set(app.audit.filter(({ door }) => door === 'watch').map(({ reference }) => reference));
    expect(references.size).toBe(1); // every try had the same
  });

  it('for a day after its time, the watch ends untold, and the log says so', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start({ WATCH_SCHEDULE: '24h', WATCH_HOURS: '1' });
    await watch(app, 'GARO-1');
    slack.setFailure('chat.postMessage', { error: 'messages_tab_disabled' });
    service.set(['GARO-1'], { status: 'successful' });
    await pass(70 * minuteMs);
    expect(await app.services.watches.of(workspace.personId)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 24 * 60 * minuteMs);
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    expect(told().filter(({ breaches }) => breaches.length === 0)).toEqual([]);
    expect(app.log.entries()).toContainEqual(
      expect.objectContaining({ level: 'error', outcome: 'untold', code: 'messages_tab_disabled' }),
    );
    const lines = app.audit.map(({ outcome, asked, user }) => [outcome, asked, user]);
    expect(lines.at(-1)).toEqual(['untold', 'GARO-1', workspace.personId]);
    expect(lines.filter(([outcome]) => outcome === 'untold')).toHaveLength(1);
  });

  it('a time-out is told again, audited under the same reference, and counted: it may have arrived', async () => {
    const { slack, service, start, watch, told, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1');
    const never = withResolvers();
    slack.setFailure('chat.postMessage', { until: never.promise }, 1);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(told()).toHaveLength(1));
    await waitFor(async () => expect(await app.metrics.text()).toContain('watch_tellings_total{outcome="unsure"} 1'));
    await passUntil(() => expect(told()).toHaveLength(2));
    never.resolve();
    expect(new Set(app.audit.map(({ reference }) => reference)).size).toBe(1);
    expect(await app.metrics.text()).toContain('watch_tellings_total{outcome="ended"} 1');
  });

  it('a refusal of the blocks becomes plain words', async () => {
    const { slack, service, start, watch, told, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1');
    slack.setFailure('chat.postMessage', { error: 'invalid_blocks' }, 1);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.blocks).toHaveLength(1);
    expect(told()[0]?.text).toMatch(/^`GARO-1`: pending → successful after/);
  });

  it('its wish to wait is obeyed', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start(env);
    await watch(app, 'GARO-1');
    await watch(app, 'GARO-2', { personId: 'U0OTHER' });
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '40' } }, 1);
    service.set(['GARO-1'], { status: 'successful' });
    const calls = () => slack.requests.filter((request) => request === 'chat.postMessage').length;
    await passUntil(() => expect(calls()).toBe(1));
    service.set(['GARO-2'], { status: 'successful' });
    await pass(30_000);
    expect(told()).toEqual([]);
    await passUntil(() => expect([...told(), ...told('U0OTHER')]).toHaveLength(2));
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['ended', 'ended']);
  });
});

describe('people who change at the same time', () => {
  it('hear of it one after the other; each person gets a second between two messages', async () => {
    const { slack, service, start, watch, told, pass, passUntil } = await runWatching();
    const app = await start({ WATCH_SCHEDULE: '30s' });
    const people = Array.from({ length: 10 }, (_, index) => `U0P${index}`);
    for (const [index, personId] of people.entries()) await watch(app, `GARO-${index}`, { personId });
    await watch(app, 'GARO-later', { personId: 'U0P0' });
    service.fail(503);
    await pass(5 * minuteMs);
    service.set(
      people.map((_, index) => `GARO-${index}`),
      { status: 'successful' },
    );
    service.fail(undefined);
    await passUntil(() => expect(people.flatMap((person) => told(person))).toHaveLength(10));
    service.set(['GARO-later'], { status: 'successful' });
    await passUntil(() => expect(told('U0P0')).toHaveLength(2));
    const [first, second] = told('U0P0').map(({ ts }) => Number(ts));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1);
    expect(slack.breaches).toEqual([]);
  });
});

describe('where direct messages are left out', () => {
  it('the reference and the words are told, masked, and where to ask', async () => {
    const { slack, service, start, watch, told, passUntil } = await runWatching();
    const app = await start({ ...env, ALLOWED_CHANNELS: workspace.channelId });
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(/^`GARO-1`: pending → successful after \d+ \w+\nMore in <#C0SUPPORT>\.$/);
    expect(words(told()[0]?.blocks)).not.toMatch(/Jane|0123456789|25,000|txn:/);
    expect(slack.breaches).toEqual([]);
  });

  it('a word that may be a name is not told', async () => {
    const { service, start, watch, told, passUntil } = await runWatching();
    const app = await start({ ...env, ALLOWED_CHANNELS: workspace.channelId });
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'returned to Jane Doe' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).not.toContain('Jane');
    expect(told()[0]?.text).toMatch(/^`GARO-1`: pending → a word that only you may read after/);
  });

  it('a direct message that is listed gets the card', async () => {
    const { service, start, watch, told, passUntil } = await runWatching();
    const app = await start({ ...env, ALLOWED_CHANNELS: `${workspace.channelId},${workspace.directMessageId}` });
    await watch(app, 'GARO-1');
    await watch(app, 'GARO-1', { personId: workspace.otherPersonId });
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect([...told(), ...told(workspace.otherPersonId)]).toHaveLength(2));
    expect(words(told()[0]?.blocks)).toContain('Jane Doe');
    expect(words(told(workspace.otherPersonId)[0]?.blocks)).not.toContain('Jane Doe');
  });
});

describe('a watch that was begun in a thread', () => {
  const begun = async () => {
    const watching = await runWatching();
    const app = await watching.start(env);
    const { message } = await watching.slack.writeMessage({ text: 'where is GARO-1?' });
    await watching.watch(app, 'GARO-1', { threadTs: message.ts });
    const inThread = () =>
      watching.slack.messages.filter(({ author, threadTs }) => author === 'bot' && threadTs === message.ts);
    return { ...watching, app, inThread };
  };

  it('is told there, masked, to the person by name', async () => {
    const { slack, service, told, inThread, passUntil } = await begun();
    service.set(['GARO-1'], { status: 'successful', completedAt: Date.now() });
    await passUntil(() => expect(inThread()).toHaveLength(1));
    const [message] = inThread();
    expect(message?.text).toMatch(/^<@U0AMARA00> `GARO-1`: pending → successful after/);
    expect(words(message?.blocks)).toContain('J. D.');
    expect(words(message?.blocks)).not.toMatch(/Jane|0123456789|Rent for/);
    expect(message?.channelId).toBe(workspace.channelId);
    expect(told()).toEqual([]);
    expect(slack.breaches).toEqual([]);
  });

  it('is told to the person alone once another organisation reads there', async () => {
    const { slack, service, told, inThread, pass, passUntil } = await begun();
    slack.setChannel(workspace.channelId, { is_ext_shared: true, is_shared: true });
    await pass(20_000); // what Slack said of the channel is remembered for ten seconds
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(inThread()).toEqual([]);
    expect(words(told()[0]?.blocks)).toContain('Jane Doe');
  });

  it.each(['is_archived', 'not_in_channel', 'thread_not_found'])(
    'is told to the person alone when nothing can be posted there: %s',
    async (error) => {
      const { slack, service, told, app, inThread, passUntil } = await begun();
      slack.setFailure('chat.postMessage', { error }, 1);
      service.set(['GARO-1'], { status: 'successful' });
      await passUntil(() => expect(told()).toHaveLength(1));
      expect(inThread()).toEqual([]);
      expect(told()[0]?.channelId).toBe(directMessageOf(workspace.personId));
      await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    },
  );
});
