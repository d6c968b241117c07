import { afterEach, describe, expect, it, vi } from 'vitest';
import { triage } from '../../src/commands/triage.ts';
import { loadConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { createServices } from '../../src/services.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

let server: TestServer;
let app: RunningApp;
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await server.close();
});

const reference = (index: number) => `GARO-${String(1_000_000 + index)}`;
const list = (count: number) => Array.from({ length: count }, (_, index) => reference(index));

/** A service that answers each reference after `delayMs`, noting how many it holds at once. */
async function start(delayMs = 0, statusOf: (reference: string) => string = () => 'successful') {
  const busy = { now: 0, most: 0 };
  server = await startServer((request, response) => {
    const asked = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    busy.now += 1;
    busy.most = Math.max(busy.most, busy.now);
    setTimeout(() => {
      busy.now -= 1;
      response.end(transactionBody({ reference: asked, status: statusOf(asked) }));
    }, delayMs);
  });
  app = await runApp({ transferApi: { baseUrl: server.url } });
  return busy;
}

describe('many at once', () => {
  it('are looked up five at a time, duplicates once, and answered in one message', async () => {
    const busy = await start(30);
    await app.slack.sendCommand({ command: '/txn', text: `${list(20).join(', ')}\n${list(5).join(' ')}` });
    await vi.waitFor(() => expect(app.answers()).toHaveLength(1));
    expect(app.answers()[0]?.text).toBe('20 asked: 20 successful');
    expect(server.requests).toHaveLength(20);
    expect(busy.most).toBe(5);
  });

  it('fit a message at their most, 25', async () => {
    await start();
    await app.slack.sendCommand({
      command: '/txn',
      text: list(25)
        .map((text) => `${text}-and-a-rather-long-tail-0123456789`)
        .join(' '),
    });
    await vi.waitFor(() => expect(app.answers()[0]?.text).toBe('25 asked: 25 successful'));
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('"type":"table"');
  });

  it('are at most 25', async () => {
    await start();
    await app.slack.sendCommand({ command: '/txn', text: list(26).join(' ') });
    expect(app.answers()[0]?.text).toContain('That is 26 at once');
    expect(server.requests).toHaveLength(0);
  });

  it('say after two seconds how far they are, and not a message a second', async () => {
    await start(900);
    await app.slack.sendCommand({ command: '/txn', text: list(20).join(' ') });
    expect(app.answers()[0]?.text).toBe('Still asking: 10 of 20 answered so far. The table will follow here.');
    await vi.waitFor(() => expect(app.answers().at(-1)?.text).toBe('20 asked: 20 successful'), 5000);
    expect(app.answers()).toHaveLength(2);
  });

  it('leave out words that do not look like references, and say so', async () => {
    await start();
    await app.slack.sendCommand({ command: '/txn', text: `please check ${reference(1)} and ${reference(2)}` });
    await vi.waitFor(() => expect(app.answers()[0]?.text).toBe('2 asked: 2 successful'));
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('Not asked for: please, check');
  });

  it('stand in one row each when some fail: one broken answer loses none of the others', async () => {
    server = await startServer((request, response) => {
      const asked = request.url?.split('/').at(-1) ?? '';
      if (asked === reference(1)) return void response.end('<html>');
      if (asked === reference(2)) return void response.writeHead(404).end('{"success":false,"message":"no"}');
      if (asked === reference(3)) return void response.writeHead(500).end();
      if (asked === reference(4)) return void response.end('{"success":false,"message":"archived"}');
      response.end(transactionBody({ reference: asked }));
    });
    app = await runApp({ transferApi: { baseUrl: server.url } });
    await app.slack.sendCommand({ command: '/txn', text: list(6).join(' ') });
    await vi.waitFor(() => expect(app.answers()).toHaveLength(1));
    const [counts = '', ...parts] = app.answers()[0]?.text.split(/: | · /) ?? [];
    expect(counts).toBe('6 asked');
    expect(new Set(parts)).toEqual(
      new Set(['2 successful', '1 not found', '1 could not be asked', '1 refused', '1 not readable']),
    );
    expect(JSON.stringify(app.answers()[0]?.blocks)).toContain('says nothing about those transactions');
  });

  it('keep to one deadline; what has not been asked by then is said', async () => {
    await start(700);
    const services = createServices(
      loadConfig({
        SLACK_BOT_TOKEN: 'xoxb-not-used',
        SLACK_SIGNING_SECRET: 'not-used',
        TRANSFER_API_BASE_URL: server.url,
        TRANSFER_API_TOKEN: 'open-sesame',
      }),
      logLines().logger,
      createMetrics(),
    );
    const startedAtMs = performance.now();
    const rows = await triage({ references: list(12), identifiers: [], deadlineMs: 1000 }, services);
    expect(performance.now() - startedAtMs).toBeLessThan(2000);
    expect(rows.map(({ kind }) => kind)).toEqual([...Array(5).fill('record'), ...Array(7).fill('failure')]);
  });
});
