import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Resources } from '../../src/command.ts';
import { lookUpMany, tableInquiry } from '../../src/tables/look-up-table.ts';
import { countRows } from '../../src/tables/summary.ts';
import { buildLookUps } from '../../src/transfers/row.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { resourcesFor } from '../support/services.ts';
import { waitFor } from '../support/wait-for.ts';

const answers: Record<string, [status: number, body: string]> = {
  999: [404, '{"success":false,"message":"no"}'],
  'GONE-1': [404, '{"success":false,"message":"no"}'],
  'HTML-1': [200, '<html>'],
  'DOWN-1': [500, ''],
};
let server: HeldServer;
let services: Resources['services'];
beforeAll(async () => {
  server = await startHeldServer((request, response) => {
    const asked = decodeURIComponent(request.url?.split(/[/=]/).at(-1) ?? '');
    const changes = request.url?.includes('tsq') ? { status: `of ${asked}` } : { reference: asked };
    const [status, body] = answers[asked] ?? [200, transactionBody(changes)];
    response.writeHead(status).end(body);
  });
  ({ services } = resourcesFor(server.url));
});
afterAll(() => server.close());

it('many look-ups share one deadline; the table says what was not asked by then', async () => {
  holdClock();
  const references = Array.from({ length: 12 }, (_, at) => `GARO-${1_000_000 + at}`);
  const asked = lookUpMany(buildLookUps(references), services, asker);
  for (const [sent, ms] of [
    [3, 7_000],
    [6, 8_000],
    [9, 5_000],
  ] as const) {
    await waitFor(() => expect(server.requests).toHaveLength(sent));
    vi.advanceTimersByTime(ms);
    if (sent === 3) server.release();
  }
  const counts = countRows((await asked).rows);
  expect(counts).toBe('3 successful · 6 no answer · 3 not looked up');
  server.open();
});

it('many look-ups are rows in the order typed, and a broken answer loses no other', async () => {
  const report = vi.fn();
  const asks = buildLookUps(
    ['GARO-1a2b3', 'GONE-1', '..', 'HTML-1', 'DOWN-1', 'GARO-4c5d6'],
    ['123', '999'],
  );
  const { rows } = await lookUpMany(asks, services, { ...asker, report });
  expect(rows).toMatchObject([
    { isRequery: false, asked: 'GARO-1a2b3', record: { transaction: { reference: 'GARO-1a2b3' } } },
    { asked: 'GONE-1', failure: 'not_found', isRequery: false },
    { asked: '..', failure: 'rejected' },
    { asked: 'HTML-1', failure: 'unexpected_body', reason: 'web_page' },
    { asked: 'DOWN-1', failure: 'unreachable', wasAnswered: true },
    { asked: 'GARO-4c5d6', status: 'successful' },
    { isRequery: true, asked: '123', requery: { transaction: { status: 'of 123' } } },
    { asked: '999', failure: 'not_found', isRequery: true },
  ]);
  expect(report.mock.calls.flat()).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((count) => `asking: ${count} of 8 answered so far`),
  );
});

it('a programming error fails the table, and is no row', async () => {
  const transferApi = {
    ...services.transferApi,
    transaction: () => Promise.reject(new TypeError('a bug')),
  };
  const rows = lookUpMany(buildLookUps(['GARO-1a2b3']), { ...services, transferApi }, asker);
  await expect(rows).rejects.toThrow('a bug');
});

it('a table holds 25; one button has the rest, with the rest of the message before', async () => {
  const asks = buildLookUps(Array.from({ length: 40 }, (_, at) => `GARO-${1_000_000 + at}`));
  const { rows, rest } = await tableInquiry.find(
    { asks: asks.slice(0, 30), rest: asks.slice(30) },
    services,
    asker,
  );
  expect(rows.map(({ asked }) => ({ asked, isRequery: false }))).toEqual(asks.slice(0, 25));
  expect(rest).toEqual(asks.slice(25));
});
