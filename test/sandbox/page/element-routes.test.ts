import { afterEach, describe, expect, test } from 'vitest';
import { createFakeSlack } from './fake/fake-slack.ts';
import { startPage } from './fake/start-page.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) {
    await cleanUp();
  }
});

async function start(slack = createFakeSlack()) {
  const page = await startPage({ slack });
  cleanUps.push(page.close);
  return page;
}

const acked = { outcome: 'acked', ackMs: 12.3, httpStatus: 200 };
const inMessage = { userId: 'U1', channelId: 'C1', messageId: 'm1', blockId: 'b1', actionId: 'a1' };
const inView = { userId: 'U1', viewId: 'V1', blockId: 'b1', actionId: 'a1' };
const option = { text: 'ZENITH BANK PLC', value: '000015', description: 'By name' };

describe('what a person does with an element', () => {
  test('a press of a button of a view', async () => {
    const { slack, post } = await start();
    expect(await post('/presses', inView)).toEqual({ status: 200, answer: acked });
    expect(slack.received).toEqual([{ did: 'pressViewButton', ...inView }]);
  });

  test.each([
    ['a message', inMessage, option],
    ['a view', inView, option],
    ['a view, of a conversation', inView, { conversation: 'C1' }],
  ])('a choice in %s', async (_name, place, choice) => {
    const { slack, post } = await start();
    expect(await post('/selections', { ...place, option: choice })).toEqual({ status: 200, answer: acked });
    expect(slack.received).toEqual([{ did: 'select', ...place, option: choice }]);
  });

  test('a choice that the modal keeps to itself is no delivery', async () => {
    const { slack, post } = await start();
    slack.select = async () => undefined;
    expect(await post('/selections', { ...inView, option })).toEqual({ status: 200, answer: { outcome: 'kept' } });
  });

  test.each([{}, { text: 'x' }, 'x'])('%j is no choice', async (choice) => {
    const { slack, post } = await start();
    expect((await post('/selections', { ...inView, option: choice })).status).toBe(400);
    expect(slack.received).toEqual([]);
  });

  test('what is written into a field of a view is kept, and is no delivery', async () => {
    const { slack, post } = await start();
    const typed = { ...inView, text: 'GARO-8f3k2j1\n<b>' };
    expect(await post('/texts', typed)).toEqual({ status: 200, answer: { outcome: 'kept' } });
    expect(slack.received).toEqual([{ did: 'typeText', ...typed }]);
    expect((await post('/texts', { ...inMessage, text: 'x' })).status).toBe(400);
  });

  test('a search is answered with what the bot offers', async () => {
    const { slack, post } = await start(createFakeSlack({ offer: (value) => [{ ...option, text: value }] }));
    const { answer } = await post('/typeahead', { ...inView, value: '<zen>' });
    expect(answer).toEqual({ ...acked, options: [{ ...option, text: '<zen>' }] });
    expect(slack.received).toEqual([{ did: 'typeahead', ...inView, value: '<zen>' }]);
  });
});

describe('a modal', () => {
  const view = { userId: 'U1', viewId: 'V1' };

  test('is submitted and closed by who has it open', async () => {
    const { slack, post } = await start();
    expect(await post('/submissions', view)).toEqual({ status: 200, answer: acked });
    expect(await post('/closings', view)).toEqual({ status: 200, answer: { outcome: 'kept' } });
    expect(slack.received).toEqual([
      { did: 'submitView', ...view },
      { did: 'closeView', ...view },
    ]);
  });

  test('with an empty field says so at the field; any other trouble is said at once', async () => {
    const failing = createFakeSlack({
      onDelivery: () => {
        throw new Error('Not now.');
      },
    });
    const { slack, post } = await start(failing);
    expect(await post('/submissions', view)).toEqual({ status: 502, answer: { error: 'Not now.' } });
    slack.showView({ errors: { b1: 'Please complete this required field.' } });
    expect(await post('/submissions', view)).toEqual({ status: 200, answer: { outcome: 'kept' } });
  });
});

test.each(['/presses', '/selections', '/texts', '/typeahead', '/submissions', '/closings'])(
  'another web page cannot post to %s',
  async (path) => {
    const { slack, post } = await start();
    expect((await post(path, inView, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await post(path, inView, { 'content-type': 'text/plain' })).status).toBe(415);
    expect(slack.received).toEqual([]);
  },
);
