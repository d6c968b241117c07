import type { ReceiverEvent } from '@slack/bolt';
import { describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { createEvents } from '../../src/ops/events.ts';
import { deduplicateDeliveries } from '../../src/slack/deliveries.ts';
import { createMemoryState, type State } from '../../src/store/state.ts';
import { holdClock } from '../support/hold-clock.ts';
import { waitFor } from '../support/wait-for.ts';
import { createHandReceiver, hearing } from './support.ts';

/** The real app behind deliveries that a test makes, one of the processes that share this state. */
function receive(state: Pick<State, 'lease'> = createMemoryState()) {
  const { receiver, deliver } = createHandReceiver();
  const onAck = vi.fn();
  const hear = hearing(deduplicateDeliveries(receiver, state, createEvents().on('ack', onAck)));
  const event = { type: 'event_callback', event: { type: 'app_mention', text: 'help' } };
  let signatures = 0;
  const command = { command: '/txn', text: 'GARO-8f3k2j1' };
  return {
    onAck,
    hear,
    /** Slack signs each copy of an event anew. */
    send(ack: ReceiverEvent['ack'] = sent, id = 1) {
      signatures += 1;
      const body = { ...event, event_id: `Ev${id}` };
      return deliver({ body, ack, customProperties: { signature: `v0=${signatures}` } });
    },
    ask: (ack: ReceiverEvent['ack'] = sent) =>
      deliver({ body: command, ack, customProperties: { envelopeId: 'e1' } }),
    /** Answers commands in their ack, when the returned function is called. */
    answerLater() {
      const { promise: found, resolve: find } = withResolvers<void>();
      hear.mockImplementation(async (args) => {
        await found;
        if ('command' in args) await args.ack('Successful');
      });
      return find;
    },
  };
}
const sent = async () => {};
const closed = async () => {
  throw new Error('the socket is closed');
};

describe('an event', () => {
  it('an event is handled once when Slack resends it because the ack was lost', async () => {
    const { hear, send } = receive();
    await expect(send(closed)).rejects.toThrow('the socket is closed');
    expect(hear).not.toHaveBeenCalled();
    await send();
    await expect(send(closed)).rejects.toThrow('the socket is closed');
    await send();
    expect(hear).toHaveBeenCalledOnce();
  });

  it('an event is leased until answered, and remembered as long as Slack may redeliver it', async () => {
    const kept: number[] = [];
    const lease = {
      commit: async (ttlMs: number) => void kept.push(ttlMs),
      release: async () => {},
    };
    const { answerLater, onAck, hear, send } = receive({ lease: async () => lease });
    const find = answerLater();
    const first = send();
    await waitFor(() => expect(hear).toHaveBeenCalled());
    expect(onAck).toHaveBeenCalledOnce();
    expect(kept).toEqual([]);
    find();
    await first;
    expect(kept).toEqual([15 * 60_000]);
  });

  it('an event that Slack resends after an outage of the store is handled', async () => {
    const state = createMemoryState();
    let isDown = true;
    const fail = () => Promise.reject(new Error('the state is down'));
    const { hear, send } = receive({
      lease: (...args) => (isDown ? fail() : state.lease(...args)),
    });
    await expect(send()).rejects.toThrow('the state is down');
    isDown = false;
    await send();
    expect(hear).toHaveBeenCalledOnce();
  });
});

describe('a command', () => {
  it('a redelivered command is not acked, as its first ack may carry the answer', async () => {
    const { answerLater, ask } = receive();
    const find = answerLater();
    const acks: unknown[] = [];
    const ack: ReceiverEvent['ack'] = async (answer) => void acks.push(answer);
    const asked = [ask(ack), ask(ack)];
    find();
    await Promise.all(asked);
    await ask(ack);
    expect(acks).toEqual(['Successful']);
  });

  it('a command that was answered or acked before an error is not handled again', async () => {
    for (const [ack, breaks] of [
      [closed, false],
      [sent, true],
    ] as const) {
      const { ask, hear } = receive();
      hear.mockImplementation(async (args) => {
        if ('command' in args) await args.ack('Successful').catch(() => {});
        if (breaks) throw new Error('it broke');
      });
      await ask(ack).catch((error: Error) => expect(error.message).toBe('it broke'));
      await ask();
      expect(hear).toHaveBeenCalledOnce();
    }
  });

  it('an unreadable command is logged without its payload', async () => {
    const { ask, hear } = receive();
    hear.mockRejectedValue(new Error('canary'));
    await expect(ask()).rejects.toThrow('malformed payload'); // no ack yet: it may quote what was sent
  });

  it("each ack's delay is reported, also a copy's, but no failed one's", async () => {
    holdClock();
    vi.advanceTimersByTime(60_000); // what the clock says by itself is no wait
    const { answerLater, onAck, ask, send } = receive();
    const find = answerLater();
    const first = ask();
    vi.advanceTimersByTime(1_500);
    expect(onAck).not.toHaveBeenCalled();
    find();
    await first;
    await send();
    await send();
    await expect(send(closed, 2)).rejects.toThrow('the socket is closed');
    expect(onAck.mock.calls).toEqual([[1_500], [0], [0]]);
  });
});
