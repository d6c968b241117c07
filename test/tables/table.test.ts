import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { inquire, type Resources } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { TransferApiError } from '../../src/errors.ts';
import { lookUpAll, tableFile, tableOf } from '../../src/tables/table.ts';
import { asksOf, groupsOf, rowOf } from '../../src/transfers/row.ts';
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
let resources: Resources;
beforeAll(async () => {
  server = await startHeldServer((request, response) => {
    const asked = decodeURIComponent(request.url?.split(/[/=]/).at(-1) ?? '');
    const changes = request.url?.includes('tsq') ? { status: `of ${asked}` } : { reference: asked };
    const [status, body] = answers[asked] ?? [200, transactionBody(changes)];
    response.writeHead(status).end(body);
  });
  server.open();
});
beforeEach(() => {
  resources = resourcesFor(server.url);
  server.requests.length = 0;
});
afterAll(() => server.close());

const reader = { asker, audience: 'asker', canShare: true, syntax: commandNames('').slash } as const;
const one = asksOf(['GARO-1a2b3']);

it('each of many is a row, in the order in which they were asked for: one broken answer loses none of the others', async () => {
  const told: number[] = [];
  const onProgress = (answered: number) => told.push(answered);
  const asks = asksOf(['GARO-1a2b3', 'GONE-1', '..', 'HTML-1', 'DOWN-1', 'GARO-4c5d6'], ['123', '999']);
  const rows = await lookUpAll(asks, resources.services.transferApi, { onProgress });
  expect(rows).toMatchObject([
    { kind: 'record', asked: 'GARO-1a2b3', answer: { transaction: { reference: 'GARO-1a2b3' } } },
    { kind: 'failure', asked: 'GONE-1', failure: 'not_found', isRequery: false },
    { kind: 'failure', asked: '..', failure: 'rejected', isRequery: false },
    { kind: 'failure', asked: 'HTML-1', failure: 'unexpected_body' },
    { kind: 'failure', asked: 'DOWN-1', failure: 'unreachable', wasAnswered: true },
    { kind: 'record', asked: 'GARO-4c5d6', answer: { transaction: { reference: 'GARO-4c5d6' } } },
    {
      kind: 'requery',
      asked: '123',
      answer: { transaction: { transaction: { status: 'of 123', amount: '25000.00' } } },
    },
    { kind: 'failure', asked: '999', failure: 'not_found', isRequery: true },
  ]);
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('what there is no time for is not asked', async () => {
  const rows = await lookUpAll(one, resources.services.transferApi, { deadlineMs: 0 });
  expect(rows).toEqual([{ kind: 'failure', asked: 'GARO-1a2b3', failure: 'not_asked', isRequery: false }]);
  expect(server.requests).toEqual([]);
});

it('a row says that the address is what looks wrong, and a mistake of our own is no row', async () => {
  const wrong = new TransferApiError('unexpected_body', { operation: 'transaction', reason: 'wrong_address' });
  const failing = (error: Error) =>
    lookUpAll(one, { ...resources.services.transferApi, transaction: () => Promise.reject(error) });
  expect(await failing(wrong)).toMatchObject([{ failure: 'unexpected_body', reason: 'wrong_address' }]);
  await expect(failing(new TypeError('a bug'))).rejects.toThrow('a bug');
});

it('references and identifiers together are 25 at most, and progress is told from the first', async () => {
  const list = (count: number, before: string) => Array.from({ length: count }, (_, at) => `${before}${100 + at}`);
  const told: string[] = [];
  const telling = { ...reader, asker: { ...asker, report: (line: string) => void told.push(line) } };
  const ask = (identifiers: number) =>
    inquire(tableOf, { asks: asksOf(list(20, 'GARO-'), list(identifiers, '1')) }, telling, resources);
  expect((await ask(6)).text).toMatch(/^25 of 26 asked: /);
  expect(told[0]).toBe('Still asking: 0 of 25 answered so far. The table will follow here.');
  expect(told).toHaveLength(26);
  expect((await ask(5)).text).toMatch(/^25 asked: /);
});

it('a file has a row for each, whole for the one who asked for it', async () => {
  const { name, content } = await inquire(tableFile, { asks: asksOf(['GARO-1a2b3'], ['123']) }, reader, resources);
  expect(name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(content.trim().split(/\r?\n/)).toHaveLength(3);
  expect(content).toContain('0123456789');
});

it('many keep to one deadline; what has not been asked by then is said', async () => {
  const held = await startHeldServer((request, response) => {
    response.end(transactionBody({ reference: decodeURIComponent(request.url?.split('/').at(-1) ?? '') }));
  });
  const { transferApi } = resourcesFor(held.url).services;
  holdClock();
  const references = Array.from({ length: 12 }, (_, at) => `GARO-${1_000_000 + at}`);
  const asked = lookUpAll(asksOf(references), transferApi, { deadlineMs: 1000 });
  await waitFor(() => expect(held.held).toBe(3));
  vi.advanceTimersByTime(700);
  held.release();
  await waitFor(() => expect(held.held).toBe(3));
  vi.advanceTimersByTime(300);
  const groups = groupsOf((await asked).map(rowOf));
  expect(groups.map(({ words, rows }) => [words, rows.length])).toEqual([
    ['successful', 3],
    ['not looked up', 6],
    ['timed out', 3],
  ]);
  await held.close();
});
