import { type AnyMiddlewareArgs, App, type Middleware, type Receiver, type ReceiverEvent } from '@slack/bolt';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { checkedReceiver } from '../../src/slack/deliveries.ts';
import { ackBeforeLeaving } from '../../src/slack/socket.ts';
import { createMemoryState } from '../../src/store/state.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** The real app behind a socket that is about to go when the test says so, with one door that answers in its ack. */
function receive() {
  const { promise: leaving, resolve: leave } = withResolvers();
  let deliver: (event: ReceiverEvent) => Promise<void> = async () => {};
  const receiver: Receiver = {
    init(app) {
      const early = ackBeforeLeaving(app, leaving);
      deliver = (event) => early.processEvent(event);
    },
    start: async () => {},
    stop: async () => {},
  };
  const app = new App({
    receiver: checkedReceiver(receiver, createMemoryState(), createEvents()),
    logger: createBoltLogger(pino({ level: 'silent' })),
    authorize: async () => ({}),
    convoStore: false,
  });
  const { promise: found, resolve: find } = withResolvers();
  const hear = vi.fn<Middleware<AnyMiddlewareArgs>>(async (args) => {
    await found;
    if ('command' in args) await args.ack('Successful');
    if ('options' in args) await args.ack({ options: [] });
  });
  app.use(hear);
  const ack = vi.fn<ReceiverEvent['ack']>(async () => {});
  return {
    ack,
    hear,
    find,
    answers: () => ack.mock.calls.map(([answer]) => answer),
    async leave() {
      leave();
      await new Promise(setImmediate);
    },
    /** Resolves when the app has begun with it, with what becomes of it. */
    async send(body: unknown) {
      const envelope = JSON.parse(JSON.stringify({ body }));
      const end = deliver({ ...envelope, ack }).then(
        () => 'through',
        (error: unknown) => error,
      );
      await new Promise(setImmediate);
      return { end };
    },
  };
}
const command = { command: '/txn', text: 'GARO-8f3k2j1' };
const typing = { type: 'block_suggestion', user: { id: 'U1' }, action_id: 'bank:pick', value: 'zen' };

it('the ack of a command waits for the answer that it carries, and no other one follows', async () => {
  const { answers, find, leave, send } = receive();
  const { end } = await send(command);
  expect(answers()).toEqual([]);
  find();
  expect(await end).toBe('through');
  await leave();
  expect(answers()).toEqual(['Successful']);
});

it.each<[string, string[]]>([
  ['under way', ['send', 'leave']],
  ['that comes then', ['leave', 'send']],
])(
  'a command %s is acked as soon as its socket is about to go, and its answer does not get through there',
  async (_when, steps) => {
    const { answers, find, hear, leave, send } = receive();
    let sent: Awaited<ReturnType<typeof send>> | undefined;
    for (const step of steps) {
      if (step === 'leave') await leave();
      else sent = await send(command);
    }
    expect(hear).toHaveBeenCalledOnce();
    expect(answers()).toEqual([undefined]);
    find();
    expect(String(await sent?.end)).toContain('acked before its answer');
    expect(answers()).toEqual([undefined]);
  },
);

it('a command whose ack carries nothing may be acked again after that', async () => {
  const { answers, find, hear, leave, send } = receive();
  hear.mockImplementation(async (args) => {
    await found;
    if ('command' in args) await args.ack();
  });
  const { promise: found, resolve } = withResolvers();
  const { end } = await send(command);
  await leave();
  resolve();
  find();
  expect(await end).toBe('through');
  expect(answers()).toEqual([undefined]);
});

it('a command whose early ack fails is told so', async () => {
  const { ack, hear, leave, send } = receive();
  ack.mockRejectedValue(new Error('the socket is closed'));
  hear.mockImplementation(async (args) => {
    await left;
    if ('command' in args) await args.ack();
  });
  const { promise: left, resolve } = withResolvers();
  const { end } = await send(command);
  await leave();
  resolve();
  expect(String(await end)).toContain('the socket is closed');
});

it('typing gets its list, also when the socket is about to go', async () => {
  const { answers, find, leave, send } = receive();
  await leave();
  const { end } = await send(typing);
  expect(answers()).toEqual([]);
  find();
  expect(await end).toBe('through');
  expect(answers()).toEqual([{ options: [] }]);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'command'],
  ['a command without words', { command: '/txn' }],
])('%s is no payload, and not acked when the socket goes', async (_what, body) => {
  const { answers, hear, leave, send } = receive();
  const { end } = await send(body);
  expect(String(await end)).toBe('Error: malformed payload');
  await leave();
  expect(answers()).toEqual([]);
  expect(hear).not.toHaveBeenCalled();
});
