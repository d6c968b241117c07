import type { ReceiverEvent } from '@slack/bolt';
import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeliveries } from '../../src/slack/deliveries.ts';
import { createMemoryState, type State } from '../../src/store/state.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { type SignedPost, send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

const { channelId, personId, teamId, botUserId } = workspace;
let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
  await service.close();
});

function signed(payload: unknown, nowMs?: number): SignedPost {
  return signedPost(app.requestUrl, app.slack.signingSecret, payload, nowMs);
}
function command(nowMs?: number): SignedPost {
  const fields = { command: '/txn', text: 'GARO-8f3k2j1', user_id: personId, team_id: teamId, channel_id: channelId };
  return signed(new URLSearchParams(fields), nowMs);
}
const mention = (eventId: string) =>
  signed({
    type: 'event_callback',
    team_id: teamId,
    event_id: eventId,
    event: {
      type: 'app_mention',
      user: personId,
      team: teamId,
      channel: channelId,
      ts: '1700000000.000100',
      text: `<@${botUserId}> txn GARO-8f3k2j1`,
    },
  });

describe('signed bytes that come again', () => {
  it('run once: whoever saw them learns nothing from sending them', async () => {
    const request = command();
    const first = await send(request);
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('Jane Doe') });
    expect(await send(request)).toEqual({ status: 200, text: '' });
    expect(service.requests).toHaveLength(1);
    expect(app.audit).toHaveLength(1);
  });

  it('run once, also as another retry', async () => {
    const request = command();
    await send(request);
    const retry = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
    expect(await send({ ...request, headers: { ...request.headers, ...retry } })).toEqual({ status: 200, text: '' });
    expect(service.requests).toHaveLength(1);
  });

  it.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['something behind the hash', (given) => ({ 'x-slack-signature': `${given['x-slack-signature']}=again` })],
    ['zeros before the time', (given) => ({ 'x-slack-request-timestamp': `0${given['x-slack-request-timestamp']}` })],
    ['the time as a fraction', (given) => ({ 'x-slack-request-timestamp': `${given['x-slack-request-timestamp']}.0` })],
  ])('are refused with %s', async (_what, change) => {
    const request = command();
    await send(request);
    const again = await send({ ...request, headers: { ...request.headers, ...change(request.headers) } });
    expect(again).toEqual({ status: 401, text: '' });
    expect(service.requests).toHaveLength(1);
  });

  it.each<[string, (hash: string) => string]>([
    ['capitals', (hash) => hash.toUpperCase()],
    ['another version', (hash) => hash.replace('v0', 'v1')],
    ['half of it', (hash) => hash.slice(0, 20)],
    ['nothing', () => ''],
  ])('are refused with %s for a signature', async (_what, change) => {
    const request = command();
    const signature = change(request.headers['x-slack-signature'] ?? '');
    const { status } = await send({ ...request, headers: { ...request.headers, 'x-slack-signature': signature } });
    expect(status).toBe(401);
    expect(service.requests).toEqual([]);
  });

  it('are remembered for as long as their signature is good', async () => {
    const request = command();
    await send(request);
    vi.advanceTimersByTime(4.9 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await send(request)).toEqual({ status: 200, text: '' });
    vi.advanceTimersByTime(0.2 * 60_000);
    expect((await send(request)).status).toBe(401);
    expect(service.requests).toHaveLength(1);
  });

  it('are new when they are signed anew', async () => {
    await send(command());
    await send(command(Date.now() - 2000));
    expect(service.requests).toHaveLength(2);
  });
});

describe('an event that Slack sends again', () => {
  it('is answered once, though its bytes are signed anew', async () => {
    await send(mention('Ev1'));
    vi.advanceTimersByTime(60_000);
    await send(mention('Ev1'));
    await app.bot.inFlight.settled();
    expect(app.answers()).toHaveLength(1);
    await send(mention('Ev2'));
    await waitFor(() => expect(app.answers()).toHaveLength(2));
    expect(service.requests).toHaveLength(2);
  });
});

describe('typing', () => {
  it('is offered the same for the same letters, within a second too', async () => {
    await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
    await waitFor(() => expect(app.slack.views).toHaveLength(1));
    const place = { viewId: app.slack.views[0]?.id ?? '', blockId: 'search', actionId: 'bank:pick' };
    const counts = [];
    for (let count = 0; count < 5; count += 1)
      counts.push((await app.slack.typeahead({ ...place, value: 'zenith' })).options.length);
    expect(counts).toEqual(Array(5).fill(counts[0]));
    expect(counts[0]).toBeGreaterThan(0);
  });
});

const event: ReceiverEvent = { body: { event: {}, event_id: 'Ev1' }, ack: async () => {} };

describe('a state that fails', () => {
  it('lets no copy hang, and loses no retry', async () => {
    const state = createMemoryState();
    let isDown = true;
    const lease: State['lease'] = async (...args) => {
      if (isDown) throw new Error('the state is down');
      return state.lease(...args);
    };
    const seen = createDeliveries({ lease });
    const first = seen.take(event);
    const copy = seen.take(event); // waits for the first one
    await expect(first).rejects.toThrow('the state is down');
    await expect(copy).rejects.toThrow('the state is down');
    isDown = false;
    expect(await seen.take(event)).toBeDefined();
  });

  it('that can neither keep nor release keeps no copy waiting', async () => {
    const fail = () => Promise.reject(new Error('the state is down'));
    const seen = createDeliveries({ lease: async () => ({ commit: fail, release: fail }) });
    const first = await seen.take(event);
    const copy = seen.take(event);
    await first?.forget();
    const second = await copy;
    expect(second).toBeDefined();
    await second?.remember();
    expect(await seen.take(event)).toBeDefined(); // nothing has remembered it
  });
});

describe('more deliveries under way than are waited for', () => {
  it('let a copy of the oldest pass at once, which is still no new one', async () => {
    const seen = createDeliveries(createMemoryState());
    const take = (place: number) => seen.take({ ...event, body: { event: {}, event_id: `Ev${place}` } });
    const first = await take(0);
    for (let place = 1; place <= 2_000; place += 1) await take(place);
    const copyOfTheLatest = vi.fn();
    void take(2_000).then(copyOfTheLatest);
    expect(await take(0)).toBeUndefined();
    await first?.remember();
    expect(await take(0)).toBeUndefined();
    expect(copyOfTheLatest).not.toHaveBeenCalled();
  });
});

describe('a delivery that was heard', () => {
  it('at another process goes no further, and is remembered for as long as Slack may repeat it', async () => {
    const state = createMemoryState();
    const first = await createDeliveries(state).take(event);
    expect(await createDeliveries(state).take(event)).toBeUndefined();
    await first?.remember();
    vi.advanceTimersByTime(14 * 60_000);
    expect(await createDeliveries(state).take(event)).toBeUndefined();
    vi.advanceTimersByTime(2 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 10)); // the cache looks at the clock once a millisecond
    expect(await createDeliveries(state).take(event)).toBeDefined();
  });

  it('is released when it did not get as far as its ack, and remembered when it did', async () => {
    const state = createMemoryState();
    const first = await createDeliveries(state).take(event);
    await first?.forget();
    const second = await createDeliveries(state).take(event);
    expect(second).toBeDefined();
    second?.pass();
    await second?.forget();
    expect(await createDeliveries(state).take(event)).toBeUndefined();
  });

  it('is held until its answer is out, acked or not', async () => {
    const kept: number[] = [];
    const hold = { commit: async (ttlMs: number) => void kept.push(ttlMs), release: async () => {} };
    const seen = createDeliveries({ lease: async () => hold });
    const delivery = await seen.take(event);
    delivery?.pass();
    expect(await seen.take(event)).toBeUndefined();
    expect(kept).toEqual([]);
    await delivery?.remember();
    expect(kept).toEqual([15 * 60_000]);
  });
});
