import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inquire, type Reader, type Resources } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { UserError } from '../../src/errors.ts';
import { cardOf } from '../../src/transfers/card.ts';
import { copyNote, showAllFields } from '../../src/transfers/card-buttons.ts';
import { watch } from '../../src/watches/commands.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const reference = 'GARO-8f3k2j1';
let record: Record<string, unknown>;
let server: TestServer;
let resources: Resources;
beforeAll(async () => {
  server = await startServer((_request, response) => response.end(transactionBody(record)));
});
beforeEach(() => {
  record = {};
  resources = resourcesFor(server.url, { CURRENCY: 'NGN' });
});
afterAll(() => server.close());

const alone = { asker, audience: 'asker', canShare: true, syntax: commandNames('').slash } as const;
const everybody = { ...alone, audience: 'channel' } as const;
const cardFor = async (reader: Reader, more = {}, given = resources) =>
  shownLines(await inquire(cardOf, { reference, ...more }, reader, given)).join('\n');

describe('the card', () => {
  it('is shortened for a channel, and says who shared it, also where it says what has changed', async () => {
    const text = await cardFor(everybody, { sharedBy: 'amara', seen: { status: 'pending' } });
    expect(text).toMatch(/NGN(?:.*\n)*pending → successful(?:.*\n)*.*shared by amara/);
    expect(text).not.toMatch(/Jane|0123456789/);
  });

  it('of what its reader watches has Stop Watching, for that reader alone', async () => {
    await inquire(watch, { references: [reference] }, alone, resources);
    expect(await cardFor(alone)).toContain('[Stop Watching] watch:stop');
    expect(await cardFor(everybody)).toContain('[Tell Me When It Changes]');
    expect(await cardFor({ ...alone, asker: { ...asker, personId: 'U0OTHER00' } })).not.toContain('Stop Watching');
  });

  it.each([
    [new UserError('Watches cannot be kept right now.'), 'Tell Me When It Changes'],
    [new Error('a bug'), undefined],
  ])('is shown though watches cannot be read, but for a mistake of our own: %s', async (error, shown) => {
    const watches = { ...resources.services.watches, of: () => Promise.reject(error) };
    const text = cardFor(alone, {}, { ...resources, services: { ...resources.services, watches } });
    await (shown === undefined ? expect(text).rejects.toThrow(error) : expect(text).resolves.toContain(shown));
  });
});

it('the note for the bank is whole, in an order that a desk can act on', async () => {
  record = { status: 'pending' };
  const [title, note = ''] = shownLines(await inquire(copyNote, { reference }, alone, resources));
  expect(title).toBe('Note for the bank · `GARO-8f3k2j1`');
  expect(note.replace(/as of [^)]*/, 'as of …').split('\n')).toEqual([
    '> Session: 100004240926153311119822107551',
    'Amount: NGN 25,000.00',
    'Status: pending (as of …)',
    'From: Garo Enterprise, 0001479098, PROVIDUS (000023)',
    'To: Jane Doe, 0123456789, GTBANK PLC (000013)',
    'Created: 2025-09-26 14:33:09 UTC',
    'Completed: 2025-09-26 14:33:11 UTC',
    'Reference: GARO-8f3k2j1',
    'Record: 19253',
    'Charge: NGN 10.00',
    'Narration: Rent for November',
  ]);
});

it('All Fields has every field in the order of the spec, and times with their seconds', async () => {
  record = { channelCode: 'WEB', accountId: null };
  const lines = shownLines(await inquire(showAllFields, { reference }, alone, resources)).join('\n');
  const names = [...lines.matchAll(/^\| `(\w+)`$/gm)].map(([, name]) => name);
  expect(names.slice(0, 4)).toEqual(['id', 'userId', 'accountId', 'amount']);
  expect(names.at(-1)).toBe('channelCode');
  expect(lines).toContain(
    '`1758897189000`\n<!date^1758897189^{date_short_pretty} {time_secs}|2025-09-26 14:33:09 UTC>',
  );
});
