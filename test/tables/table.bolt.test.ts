import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let app: RunningApp;
let isFound: boolean;
beforeEach(async () => {
  isFound = true;
  server = await startHeldServer((request, response) => {
    const asked = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const missing = asked === 'banks' ? '[]' : '{"success":false,"message":"none"}';
    response.writeHead(isFound || asked === 'banks' ? 200 : 404);
    response.end(isFound ? transactionBody({ reference: asked }) : missing);
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});

const list = (count: number, before = 'GARO') =>
  Array.from({ length: count }, (_, at) => `${before}-${1_000_000 + at}`);
const ask = (text: string, userId: string = workspace.personId) =>
  app.slack.sendCommand({ command: '/txn', text, userId });
const last = () => app.answers().at(-1);
const heldNow = (count: number) => waitFor(() => expect(server.held).toBe(count));

it('many are looked up three at a time, duplicates once, and answered in one message with what was left out', async () => {
  const asked = ask(`please check ${list(20).join(', ')}\n${list(5).join(' ')}, 100200300, 25k`);
  await heldNow(3);
  await server.arrived();
  expect(server.held).toBe(3);
  server.open();
  await asked;
  await waitFor(() => expect(last()?.text).toMatch(/^20 asked: 20 successful\n/));
  expect(JSON.stringify(last()?.blocks)).toContain('"Not asked for: 100200300"');
  expect(server.requests).toHaveLength(20);
  expect(server.most).toBe(3);
});

it('many that hang leave a place to those of another person', async () => {
  void ask(list(20).join(' '));
  await heldNow(3);
  const asked = ask(list(6, 'GOOD').join(' '), workspace.otherPersonId);
  for (let each = 0; each < 6; each += 1) {
    await heldNow(4);
    server.release('GOOD');
  }
  await asked;
  expect(app.answers().map(({ text }) => text)).toEqual([expect.stringMatching(/^6 asked: 6 successful\n/)]);
  server.open();
});

it('those not found that may be cut off are named, unless an operator says what references are like', async () => {
  server.open();
  isFound = false;
  const blocks = (of: RunningApp) => JSON.stringify(of.answers()[0]?.blocks);
  const text = 'GARO-1000000 and GARO-4w0k1';
  await ask(text);
  await app.bot.inFlight.settled();
  expect(blocks(app)).toContain('`GARO-4w0k1` may be cut off');
  const env = { REFERENCE_PATTERN: 'GARO-[0-9a-z]+' };
  const patterned = await runApp({ transferApi: { baseUrl: server.url }, env });
  await patterned.slack.sendCommand({ command: '/txn', text });
  await patterned.bot.inFlight.settled();
  await patterned.stop();
  expect(blocks(patterned)).toContain('2 not found');
  expect(blocks(patterned)).not.toContain('cut off');
});

it('25 are looked up at once, and the rest stands behind one button, whatever is refreshed meanwhile', async () => {
  server.open();
  await ask(`${list(60).join(' ')} and requery 19261`);
  await waitFor(() => expect(last()?.text).toMatch(/^25 of 61 asked: 25 successful\n/));
  const press = async (actionId: string) => {
    await app.slack.pressButton({ messageId: last()?.id ?? '', actionId });
    await app.bot.inFlight.settled();
    return last()?.text;
  };
  await press('txn:refresh-all');
  expect(server.requests).toHaveLength(50);
  expect(await press('txn:these:0')).toMatch(/^25 of 36 asked: 25 successful\n/);
  expect(await press('txn:these:0')).toMatch(/^11 asked: 11 successful/);
  const asked = new Set(server.requests.map(({ url = '' }) => url.split('/').at(-1)));
  expect([...asked].toSorted()).toEqual(expect.arrayContaining(list(60)));
});

it('after two seconds many say how far they are, and not a message a second', async () => {
  holdClock();
  const asked = ask(list(20).join(' '));
  for (const _round of [1, 2]) {
    await heldNow(3);
    vi.advanceTimersByTime(900);
    server.release();
  }
  await heldNow(3);
  vi.advanceTimersByTime(300);
  await asked;
  expect(app.answers()[0]?.text).toBe('Still asking: 6 of 20 answered so far. The table will follow here.');
  vi.advanceTimersByTime(2_000);
  server.open();
  await app.bot.inFlight.settled();
  const texts = app.answers().map(({ text }) => text);
  expect(texts).toEqual([expect.any(String), expect.stringMatching(/^20 asked: 20 successful\n/)]);
});
