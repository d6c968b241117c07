import { expect, it } from 'vitest';
import { createMessageLog } from './messages/message-log.ts';

const message = {
  channelId: 'C0SUPPORT',
  author: 'bot',
  userId: 'U0TXNBOT0',
  via: 'ack',
  text: 'Hello',
  blocks: [],
  breaches: [],
  payload: {},
} as const;

it('gives every message an id and a rising timestamp', () => {
  const log = createMessageLog();
  const added = Array.from({ length: 50 }, () => log.add(message));
  expect(added[0]?.id).toBe('m1');
  expect(new Set(added.map(({ ts }) => ts)).size).toBe(50);
  expect(added.map(({ ts }) => ts)).toEqual(added.map(({ ts }) => ts).sort());
  expect(added[0]?.ts).toMatch(/^\d{10}\.\d{6}$/);
});

it('replaces in place, removes, and gathers breaches', () => {
  const log = createMessageLog();
  const { id } = log.add({ ...message, breaches: ['blocks[0] is empty'] });
  const before = log.messages;
  log.replace(id, { ...message, via: 'response_url', text: 'Bye' });
  expect(log.messages).toMatchObject([{ id, text: 'Bye', breaches: [] }]);
  expect(before).toMatchObject([{ text: 'Hello' }]);
  log.remove(id);
  log.reportBreach('the app did not respond');
  expect(log.messages).toEqual([]);
  expect(log.breaches).toEqual(['ack: blocks[0] is empty', 'the app did not respond']);
  expect(() => log.replace(id, message)).toThrow('no message');
});

it('calls back after every change, until told to stop', () => {
  const log = createMessageLog();
  let calls = 0;
  const stop = log.subscribe(() => {
    calls += 1;
  });
  const { id } = log.add(message);
  log.replace(id, message);
  log.remove(id);
  log.reportBreach('x');
  stop();
  log.add(message);
  expect(calls).toBe(4);
});
