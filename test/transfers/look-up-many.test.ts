import { afterEach, beforeEach, expect, it } from 'vitest';
import { inquire } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { TransferApiError } from '../../src/errors.ts';
import { lookUpAll, tableFile, tableOf } from '../../src/tables/table.ts';
import { asksOf } from '../../src/transfers/row.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor } from '../support/services.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startServer((request, response) => {
    const asked = decodeURIComponent(request.url?.split(/[/=]/).at(-1) ?? '');
    if (asked === '999' || asked === 'GONE-1') response.writeHead(404).end('{"success":false,"message":"no"}');
    else if (request.url?.includes('tsq')) response.end(transactionBody({ status: `of ${asked}` }));
    else response.end(transactionBody({ reference: asked }));
  });
});
afterEach(() => server.close());

const { slash } = commandNames('');
const transferApi = () => resourcesFor(server.url).services.transferApi;

it('each of many is a row, in the order in which they were asked for', async () => {
  const told: number[] = [];
  const onProgress = (answered: number) => told.push(answered);
  const references = ['GARO-1a2b3', 'GONE-1', '..', 'GARO-4c5d6'];
  const rows = await lookUpAll(asksOf(references, ['123', '999']), transferApi(), { onProgress });
  expect(rows).toMatchObject([
    { kind: 'record', asked: 'GARO-1a2b3', answer: { transaction: { reference: 'GARO-1a2b3' } } },
    { kind: 'failure', asked: 'GONE-1', failure: 'not_found', isRequery: false },
    { kind: 'failure', asked: '..', failure: 'rejected', isRequery: false },
    { kind: 'record', asked: 'GARO-4c5d6', answer: { transaction: { reference: 'GARO-4c5d6' } } },
    {
      kind: 'requery',
      asked: '123',
      answer: { transaction: { transaction: { status: 'of 123', amount: '25000.00' } } },
    },
    { kind: 'failure', asked: '999', failure: 'not_found', isRequery: true },
  ]);
  expect(told).toEqual([1, 2, 3, 4, 5, 6]);
});

it('what there is no time for is not asked', async () => {
  const rows = await lookUpAll(asksOf(['GARO-1a2b3']), transferApi(), { deadlineMs: 0 });
  expect(rows).toEqual([{ kind: 'failure', asked: 'GARO-1a2b3', failure: 'not_asked', isRequery: false }]);
  expect(server.requests).toEqual([]);
});

it('a row says that the address is what looks wrong', async () => {
  const wrong = new TransferApiError('unexpected_body', { operation: 'transaction', reason: 'wrong_address' });
  const api = { ...transferApi(), transaction: () => Promise.reject(wrong) };
  const rows = await lookUpAll(asksOf(['GARO-1a2b3']), api);
  expect(rows).toMatchObject([{ failure: 'unexpected_body', reason: 'wrong_address' }]);
});

it('a mistake of our own is no row', async () => {
  const broken = { ...transferApi(), transaction: () => Promise.reject(new TypeError('a bug')) };
  await expect(lookUpAll(asksOf(['GARO-1a2b3']), broken)).rejects.toThrow('a bug');
});

const reader = { asker, audience: 'asker', canShare: true, syntax: slash } as const;

it('references and identifiers together are 25 at most', async () => {
  const list = (count: number, before: string) => Array.from({ length: count }, (_, at) => `${before}${100 + at}`);
  const ask = (identifiers: number) => {
    const input = { asks: asksOf(list(20, 'GARO-'), list(identifiers, '1')) };
    return inquire(tableOf, input, reader, resourcesFor(server.url));
  };
  expect((await ask(6)).text).toMatch(/^25 of 26 asked: /);
  expect((await ask(5)).text).toMatch(/^25 asked: /);
});

it('a file has a row for each, whole for the one who asked for it', async () => {
  const asked = { asks: asksOf(['GARO-1a2b3'], ['123']) };
  const { name, content } = await inquire(tableFile, asked, reader, resourcesFor(server.url));
  expect(name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  expect(content.trim().split(/\r?\n/)).toHaveLength(3);
  expect(content).toContain('0123456789');
});
