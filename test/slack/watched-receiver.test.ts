import { App, type Receiver, type ReceiverEvent } from '@slack/bolt';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { createBoltLogger } from '../../src/ops/bolt-logger.ts';
import { watchedReceiver } from '../../src/slack/watched-receiver.ts';

function receive() {
  let deliver: (event: ReceiverEvent) => Promise<void> = async () => {};
  const receiver: Receiver = {
    init(app) {
      deliver = (event) => app.processEvent(event);
    },
    start: async () => {},
    stop: async () => {},
  };
  const app = new App({
    receiver: watchedReceiver(receiver, () => {}),
    logger: createBoltLogger(pino({ level: 'silent' })),
    authorize: async () => ({}),
    convoStore: false,
  });
  const hear = vi.fn(async () => {});
  app.use(hear);
  const body = { type: 'event_callback', event_id: 'Ev1', event: { type: 'app_mention', text: 'help' } };
  return { hear, send: (ack: () => Promise<void>) => deliver({ body, ack }) };
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
