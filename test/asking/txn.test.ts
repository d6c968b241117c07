import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { txn } from '../../src/asking/txn.ts';
import { commandNames } from '../../src/command-names.ts';
import { pastedText } from '../../src/reading/characters.ts';
import { pastes } from '../fixtures/pastes.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { runCommand } from '../support/run-command.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const referenceOf = (url = '') => decodeURIComponent(url.replace(/^.*(?:\/reference\/|transactionId=)/, ''));
let service: TestServer;
beforeEach(async () => {
  service = await startServer((request, response) => {
    response.end(transactionBody({ reference: referenceOf(request.url) }));
  });
});
afterEach(() => service.close());

const run = (text: string, audience: 'asker' | 'channel' = 'asker') =>
  runCommand(
    txn,
    text,
    { asker, audience, canShare: false, syntax: commandNames('').slash },
    resourcesFor(service.url),
  );
const bare = (text: string) => pastedText(text).replace(/%2D|[^\p{L}\d]/giu, '');

describe('/txn with any text', () => {
  it('asks for no more than 25, and for nothing that does not stand in it', async () => {
    const paste = fc.constantFrom(...pastes.map(({ text }) => text));
    const texts = fc.oneof(
      fc.array(paste, { minLength: 1, maxLength: 12 }).map((several) => several.join('\n')),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        fc.pre(text.trim() !== '');
        const before = service.requests.length;
        await run(text).catch(() => {});
        const asked = service.requests.slice(before).map(({ url }) => referenceOf(url));
        expect(asked.length).toBeLessThanOrEqual(25);
        for (const reference of asked) expect(bare(text)).toContain(bare(reference));
      }),
      { numRuns: 60 },
    );
  });

  it('beside what is clear asks about what is not', async () => {
    const lines = shownLines(await run('GARO-8f3k2j1 and GARO-5p1d6 w8'));
    expect(lines).toContain('[Look Up GARO-5p1d6w8] txn:run:20 GARO-5p1d6w8');
    expect(service.requests.map(({ url }) => referenceOf(url))).toEqual(['GARO-8f3k2j1']);
  });

  it('says in a channel too what it looks like, and asks nothing', async () => {
    expect((await run('zenith bank', 'channel')).text).toContain(
      '`zenith bank` looks like a bank: `/bank zenith bank`',
    );
    expect(service.requests).toEqual([]);
  });
});
