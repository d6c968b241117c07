import { type AnyMiddlewareArgs, App, type Middleware, type Receiver, type ReceiverEvent } from '@slack/bolt';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { checkedReceiver } from '../../src/slack/deliveries.ts';
import { createMemoryState } from '../../src/store/state.ts';
import { holdClock } from '../support/hold-clock.ts';
import { withResolvers } from '../support/with-resolvers.ts';

function receive() {
  let deliver: (event: ReceiverEvent) => Promise<void> = async () => {};
  const receiver = {
    init(app: App) {
      deliver = (event) => app.processEvent(event);
    },
    start: vi.fn(async () => {}),
    stop: vi.fn(async () => {}),
  } satisfies Receiver;
  const onAck = vi.fn();
  const app = new App({
    receiver: checkedReceiver(receiver, createMemoryState(), createEvents().on('ack', onAck)),
    logger: createBoltLogger(pino({ level: 'silent' })),
    authorize: async () => ({}),
    convoStore: false,
  });
  const hear = vi.fn<Middleware<AnyMiddlewareArgs>>(async () => {});
  app.use(hear);
  const body = { type: 'event_callback', event_id: 'Ev1', event: { type: 'app_mention', text: 'help' } };
  const command = { command: '/txn', text: 'GARO-8f3k2j1' };
  const customProperties = { envelopeId: 'e1' };
  return {
    app,
    receiver,
    onAck,
    hear,
    send: (ack: () => Promise<void>) => deliver({ body, ack }),
    ask: (ack: ReceiverEvent['ack']) => deliver({ body: command, ack, customProperties }),
  };
}
const sent = async () => {};
const closed = async () => {
  throw new Error('the socket is closed');
};

it('an event whose ack did not reach Slack is heard when Slack sends it again', async () => {
  const { hear, send } = receive();
  await expect(send(closed)).rejects.toThrow('the socket is closed');
  expect(hear).not.toHaveBeenCalled();
  await send(sent);
  expect(hear).toHaveBeenCalledOnce();
});

it('an event that was heard is not heard again, though the ack of another try did not reach Slack', async () => {
  const { hear, send } = receive();
  await send(sent);
  await expect(send(closed)).rejects.toThrow('the socket is closed');
  await send(sent);
  expect(hear).toHaveBeenCalledOnce();
});

it('an envelope that comes again is acked after the one that came first, whose ack is the answer', async () => {
  const { hear, ask } = receive();
  const { promise: found, resolve: find } = withResolvers();
  hear.mockImplementation(async (args) => {
    await found;
    if ('command' in args) await args.ack('Successful');
  });
  const acks: unknown[] = [];
  const ack: ReceiverEvent['ack'] = async (answer) => void acks.push(answer);
  const asked = [ask(ack), ask(ack)];
  await new Promise(setImmediate);
  expect(acks).toEqual([]);
  find();
  await Promise.all(asked);
  await ask(ack);
  expect(acks).toEqual(['Successful', undefined, undefined]);
});

it('an event whose ack did not reach Slack is heard from the copy that came meanwhile', async () => {
  const { hear, send } = receive();
  const { promise: gone, resolve: go } = withResolvers();
  const first = send(() => gone.then(closed));
  const copy = vi.fn(sent);
  const second = send(copy);
  await new Promise(setImmediate);
  expect(copy).not.toHaveBeenCalled();
  go();
  await expect(first).rejects.toThrow('the socket is closed');
  await second;
  expect(copy).toHaveBeenCalledOnce();
  expect(hear).toHaveBeenCalledOnce();
});

it('says of each ack how long Slack waited for it, also of what was heard before, and of none that failed', async () => {
  holdClock();
  vi.advanceTimersByTime(60_000); // what the clock says by itself is no wait
  const { onAck, hear, ask, send } = receive();
  const { promise: found, resolve: find } = withResolvers();
  hear.mockImplementation(async (args) => {
    await found;
    if ('command' in args) await args.ack('Successful');
  });
  const first = ask(sent);
  vi.advanceTimersByTime(500);
  const copy = ask(sent);
  vi.advanceTimersByTime(1_000);
  expect(onAck).not.toHaveBeenCalled();
  find();
  await Promise.all([first, copy]);
  await expect(send(closed)).rejects.toThrow('the socket is closed');
  expect(onAck.mock.calls).toEqual([[1_500], [1_000]]);
});

it('starts and stops with the app', async () => {
  const { app, receiver } = receive();
  await app.start(3000);
  expect(receiver.start).toHaveBeenCalledExactlyOnceWith(3000);
  expect(receiver.stop).not.toHaveBeenCalled();
  await app.stop();
  expect(receiver.stop).toHaveBeenCalledOnce();
});
