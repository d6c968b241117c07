import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookUpAll } from '../../src/tables/table.ts';
import { asksOf, groupsOf, rowOf } from '../../src/transfers/row.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { resourcesFor } from '../support/services.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let app: RunningApp;
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});

const reference = (index: number) => `GARO-${String(1_000_000 + index)}`;
const list = (count: number) => Array.from({ length: count }, (_, index) => reference(index));

/** What the service answers about a reference; as long as it holds its answers, nothing. */
let answerOf: (reference: string) => [status: number, body: string];
beforeEach(async () => {
  answerOf = (asked) => [200, transactionBody({ reference: asked })];
  server = await startHeldServer((request, response) => {
    const [status, body] = answerOf(decodeURIComponent(request.url?.split('/').at(-1) ?? ''));
    response.writeHead(status).end(body);
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
});
const heldNow = (count: number) => waitFor(() => expect(server.held).toBe(count));

describe('many at once', () => {
  it('are looked up three at a time, duplicates once, and answered in one message', async () => {
    const asked = app.slack.sendCommand({ command: '/txn', text: `${list(20).join(', ')}\n${list(5).join(' ')}` });
    await heldNow(3);
    await server.arrived();
    expect(server.held).toBe(3);
    server.open();
    await asked;
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^20 asked: 20 successful\n/));
    expect(server.requests).toHaveLength(20);
    expect(server.most).toBe(3);
  });

  it('that hang leave a place to those of another person', async () => {
    void app.slack.sendCommand({ command: '/txn', text: list(20).join(' ') });
    await heldNow(3);
    const others = Array.from({ length: 6 }, (_, index) => `GOOD-${1_000_000 + index}`);
    const asked = app.slack.sendCommand({ command: '/txn', text: others.join(' '), userId: workspace.otherPersonId });
    for (const _other of others) {
      await heldNow(4);
      server.release('GOOD');
    }
    await asked;
    expect(app.answers().map(({ text }) => text)).toEqual([expect.stringMatching(/^6 asked: 6 successful\n/)]);
    server.open();
  });

  it('fit a message at their most, 25', async () => {
    server.open();
    await app.slack.sendCommand({
      command: '/txn',
      text: list(25)
        .map((text) => `${text.replace('GARO', 'GOOD')}-AND-A-RATHER-LONG-TAIL-012345678`)
        .join(' '),
    });
    await waitFor(() => expect(app.answers()[0]?.text).toMatch(/^25 asked: 25 successful\n/));
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('"type":"data_table"');
  });

  it('say which that are not found may be cut off, unless an operator says what references are like', async () => {
    server.open();
    answerOf = (asked) => (asked === 'banks' ? [200, '[]'] : [404, '{"success":false,"message":"none"}']);
    const foot = `\`GARO-4w0k1\` may be cut off`;
    const blocks = (of: RunningApp) => JSON.stringify(of.answers()[0]?.blocks);
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-1000000 and GARO-4w0k1' });
    await waitFor(() => expect(blocks(app)).toContain(foot));
    const patterned = await runApp({
      transferApi: { baseUrl: server.url },
      env: { REFERENCE_PATTERN: 'GARO-[0-9a-z]+' },
    });
    await patterned.slack.sendCommand({ command: '/txn', text: 'GARO-1000000 and GARO-4w0k1' });
    await waitFor(() => expect(patterned.answers()[0]?.text).toMatch(/^2 asked: 2 not found/));
    await patterned.stop();
    expect(blocks(patterned)).not.toContain('cut off');
  });

  it('are 25 at once, and the rest stands behind one button, whatever is refreshed meanwhile', async () => {
    server.open();
    await app.slack.sendCommand({ command: '/txn', text: `${list(60).join(' ')} and requery 19261` });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^25 of 61 asked: 25 successful\n/));
    const messageId = app.answers().at(-1)?.id ?? '';
    await app.slack.pressButton({ messageId, actionId: 'txn:refresh-all' });
    await waitFor(() => expect(server.requests).toHaveLength(50));
    await app.slack.pressButton({ messageId, actionId: 'txn:these:0' });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^25 of 36 asked: 25 successful\n/));
    await app.slack.pressButton({ messageId: app.answers().at(-1)?.id ?? '', actionId: 'txn:these:0' });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^11 asked: 11 successful/));
    const asked = new Set(server.requests.map(({ url = '' }) => url.split('/').at(-1)));
    expect([...asked].toSorted()).toEqual(expect.arrayContaining(list(60)));
  });

  it('say after two seconds how far they are, and not a message a second', async () => {
    holdClock();
    const asked = app.slack.sendCommand({ command: '/txn', text: list(20).join(' ') });
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
    expect(app.answers().map(({ text }) => text)).toEqual([
      expect.any(String),
      expect.stringMatching(/^20 asked: 20 successful\n/),
    ]);
  });

  it('leave out what does not look like a reference, and say so where it could have been meant', async () => {
    server.open();
    await app.slack.sendCommand({
      command: '/txn',
      text: `please check ${reference(1)} and ${reference(2)}, 100200300, 25k`,
    });
    await waitFor(() => expect(app.answers()[0]?.text).toMatch(/^2 asked: 2 successful\n/));
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('"Not asked for: 100200300"');
  });

  it('stand in one row each when some fail: one broken answer loses none of the others', async () => {
    const broken: Record<string, [number, string]> = {
      [reference(1)]: [200, '<html>'],
      [reference(2)]: [404, '{"success":false,"message":"no"}'],
      [reference(3)]: [500, ''],
      [reference(4)]: [200, '{"success":false,"message":"archived"}'],
    };
    answerOf = (asked) => broken[asked] ?? [200, transactionBody({ reference: asked })];
    server.open();
    await app.slack.sendCommand({ command: '/txn', text: list(6).join(' ') });
    await waitFor(() => expect(app.answers()).toHaveLength(1));
    const [counts = '', ...parts] =
      app
        .answers()[0]
        ?.text.split('\n')[0]
        ?.split(/: | · /) ?? [];
    expect(counts).toBe('6 asked');
    expect(new Set(parts)).toEqual(
      new Set(['2 successful', '1 not found', '1 no usable answer', '1 request refused', '1 not readable']),
    );
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('Resend nothing on this table');
  });

  it('keep to one deadline; what has not been asked by then is said', async () => {
    holdClock();
    const { transferApi } = resourcesFor(server.url).services;
    const asked = lookUpAll(asksOf(list(12)), transferApi, { deadlineMs: 1000 });
    await heldNow(3);
    vi.advanceTimersByTime(700);
    server.release();
    await heldNow(3);
    vi.advanceTimersByTime(300);
    const rows = await asked;
    expect(rows.map(({ kind }) => kind)).toEqual([...Array(3).fill('record'), ...Array(9).fill('failure')]);
    expect(groupsOf(rows.map(rowOf)).map(({ words, rows: of }) => [words, of.length])).toEqual([
      ['successful', 3],
      ['not looked up', 6],
      ['timed out', 3],
    ]);
  });
});
