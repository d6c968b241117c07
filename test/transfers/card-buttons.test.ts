import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../src/blocks/blocks.ts';
import { inquire, type Resources } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { UserError } from '../../src/errors.ts';
import { cardOf } from '../../src/transfers/card.ts';
import { copyNote, copyRequeryNote, showAllFields, showAllValues } from '../../src/transfers/card-buttons.ts';
import { compare } from '../../src/transfers/requery.ts';
import { watch } from '../../src/watches/commands.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const reference = 'GARO-8f3k2j1';
let record: Record<string, unknown>;
let requeried: [status: number, body: string];
let server: TestServer;
let resources: Resources;
beforeEach(async () => {
  record = {};
  requeried = [200, '{"status":"FAILED"}'];
  server = await startServer((request, response) => {
    const [status, body] = request.url?.includes('tsq') ? requeried : [200, transactionBody(record)];
    response.writeHead(status).end(body);
  });
  resources = resourcesFor(server.url, { CURRENCY: 'NGN' });
});
afterEach(() => server.close());

const { slash } = commandNames('');
const alone = { asker, audience: 'asker', canShare: true, syntax: slash } as const;
const everybody = { ...alone, audience: 'channel' } as const;
const compared = () => inquire(compare, { reference, slash }, alone, resources);
const shown = (reply: Reply) => shownLines(reply).join('\n');

describe('Requery', () => {
  it.each([[null], [''], ['id-1'], ['1x'], ['x1']])('takes no record whose id is %j', async (id) => {
    record = { id };
    await expect(compared()).rejects.toThrow(UserError);
    expect(server.requests).toHaveLength(1);
  });

  const disagree = 'They disagree: do not resend; ask again or ask the bank.';
  it.each([
    [{ status: 'pending' }, '{"status":"SUCCESSFUL"}', 'record *pending*; requery `19253` *SUCCESSFUL*', disagree],
    [{}, '{"status":"FAILED"}', 'record *successful*; requery `19253` *FAILED*', disagree],
    [
      { reversedFlag: 1 },
      '{"status":"successful"}',
      'record *successful, reversed flag 1*; requery `19253` *successful*',
      disagree,
    ],
    [
      {},
      '{"status":"successful","isReversed":true}',
      'record *successful*; requery `19253` *successful, reversed flag true*',
      disagree,
    ],
    [{ status: 'on hold' }, '{"status":"held"}', 'record *on hold*; requery `19253` *held*', disagree],
    [
      { status: 'pending' },
      '{"status":"Processing"}',
      'record *pending*; requery `19253` *Processing*',
      'It may still settle: do not resend on this.',
    ],
    [
      { status: 'failed' },
      '{"code":"09"}',
      'record *failed*; requery `19253` *no status, code 09*',
      'Check with the bank before resending.',
    ],
    [
      { status: '' },
      '{"code":"00"}',
      'record *no status*; requery `19253` *no status, code 00*',
      'This status is not known here: check before resending.',
    ],
    [{}, '{"status":"SUCCESSFUL"}', 'record *successful*; requery `19253` *SUCCESSFUL*', undefined],
  ])('of the record %j and the requery %s cautions once at most', async (given, body, headline, caution) => {
    record = given;
    requeried = [200, body];
    const card = await compared();
    expect(card.text).toBe(`\`${reference}\`: ${headline}`);
    const lines = shown(card).split('\n');
    expect(lines.filter((line) => line.includes('resend'))).toEqual(caution === undefined ? [] : [caution]);
    expect(lines).toContain(`[Ask Again] txn:requery {"reference":"${reference}"}`);
  });

  it('names the record that has no id', async () => {
    record = { id: null };
    await expect(compared()).rejects.toThrow(`The record of \`${reference}\` has no id to requery by.`);
  });

  it('takes a requery that finds nothing for no proof, and quotes it', async () => {
    requeried = [404, '{"success":false,"message":"Transfer not found"}'];
    const card = await compared();
    expect(card.text).toBe(`\`${reference}\`: record *successful*; requery \`19253\` *not found*`);
    expect(shownLines(card)[1]).toBe(
      '"Transfer not found"\nThis does not mean that nothing was sent: do not resend on this.',
    );
  });

  it('is remembered with the words of both', async () => {
    const words = async () =>
      (await compared()).recentLookUps?.map(({ asked, status, group }) => [asked, status, group]);
    record = { status: 'failed' };
    requeried = [200, '{"status":"SUCCESSFUL"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery SUCCESSFUL', 'unknown']]);
    requeried = [200, '{"status":"FAILED"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery FAILED', 'failed']]);
    requeried = [404, '{"success":false,"message":"no"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery nothing found', 'failed']]);
  });

  it('shows the record beside the failure, and says which of the two has no answer', async () => {
    requeried = [401, '{"success":false,"message":"no"}'];
    const text = shown(await compared());
    expect(text).toContain('successful');
    expect(text).toMatch(/token\.\n.* Tell whoever runs this bot\.$/m);
  });

  it("quotes the service's own words about the failure to the one who asks, cut and set apart", async () => {
    requeried = [422, JSON.stringify({ success: false, message: `No *requery* for JANE DOE ${'x'.repeat(300)}` })];
    const card = await compared();
    const text = shown(card);
    expect(text).toMatch(
      /\(HTTP 422\)\.\nThis says nothing about the transfer\.\n> No \*requery\* for JANE DOE x{100,}/,
    );
    expect(text).not.toContain('x'.repeat(200));
    expect(text).not.toContain('one person reads');
    requeried = [422, '{"success":false,"message":"at com.acme.Transfer.find(Transfer.java:12)"}'];
    expect(shown(await compared())).not.toMatch(/acme|one person reads/);
  });

  it('is never for a channel', async () => {
    await expect(inquire(compare, { reference, slash }, everybody, resources)).rejects.toThrow('the one who asks');
  });

  it('has no answer without the record', async () => {
    record = { reference: 'ANOTHER-1' };
    await expect(compared()).rejects.toMatchObject({ failure: 'unexpected_body' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the card', () => {
  it('says who shared it, and shortens names for a channel', async () => {
    const text = shown(await inquire(cardOf, { reference, sharedBy: 'amara' }, everybody, resources));
    expect(text).toContain('shared by amara');
    expect(text).toContain('NGN');
    expect(text).not.toMatch(/Jane|0123456789/);
  });

  it('says what has changed since it was shown, to whom it was shown', async () => {
    const seen = { status: 'pending' };
    const own = await inquire(cardOf, { reference, seen }, alone, resources);
    expect(own.text).toMatch(/^✓ Successful .*\npending → successful/);
    expect(shownLines(own)[1]).toMatch(
      /^pending → successful, amount NGN 25,000\.00, as of <!date.*> · `GARO-8f3k2j1` · to Jane Doe/,
    );
    const shared = await inquire(cardOf, { reference, seen, sharedBy: 'amara' }, everybody, resources);
    expect(shown(shared)).toContain('shared by amara');
    expect(shown(shared)).not.toMatch(/Jane|0123456789/);
  });

  it('says as of when nothing has changed', async () => {
    const seen = { status: 'successful', amount: '25000.00', reversedFlag: '0', completedAt: '1758897191000' };
    const card = await inquire(cardOf, { reference, seen: { ...seen, updatedAt: '1758897191000' } }, alone, resources);
    expect(shownLines(card)[1]).toMatch(/^unchanged, as of <!date/);
  });

  it('of what its reader watches has Stop Watching, for that reader alone', async () => {
    await inquire(watch, { references: [reference] }, alone, resources);
    expect(shown(await inquire(cardOf, { reference }, alone, resources))).toContain('[Stop Watching] watch:stop');
    expect(shown(await inquire(cardOf, { reference }, everybody, resources))).toContain('[Tell Me When It Changes]');
    const another = { ...alone, asker: { ...asker, personId: 'U0OTHER00' } };
    expect(shown(await inquire(cardOf, { reference }, another, resources))).not.toContain('Stop Watching');
  });
});

describe('the note for the bank', () => {
  it('is whole, in an order that a desk can act on', async () => {
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

  it('of a requery has its status, its words and its values', async () => {
    requeried = [200, '{"success":true,"message":"Approved","data":{"status":"SUCCESSFUL","accountName":"Jane Doe"}}'];
    const note = shown(await inquire(copyRequeryNote, { transactionId: '19261' }, alone, resources));
    expect(note).toMatch(
      /Transaction id: 19261\nStatus: SUCCESSFUL \(requery, as of .* UTC\)\nService says: Approved\n/,
    );
    expect(note).toContain('Account name: Jane Doe');
  });

  it('of a requery that reads as a record has what stands around the record, too', async () => {
    const around = { success: false, message: 'Under review', trace: 'T-99' };
    requeried = [200, JSON.stringify({ ...around, data: transactionRecord })];
    const note = shown(await inquire(copyRequeryNote, { transactionId: '19261' }, alone, resources));
    expect(note).toMatch(/Narration: .*\nService says: Under review\nSuccess: false\nTrace: T-99$/);
  });
});

describe('All Fields', () => {
  it('has every field in the order of the spec, and times with their seconds', async () => {
    record = { channelCode: 'WEB', accountId: null };
    const lines = shownLines(await inquire(showAllFields, { reference }, alone, resources)).join('\n');
    const names = [...lines.matchAll(/^\| `(\w+)`$/gm)].map(([, name]) => name);
    expect(names.slice(0, 4)).toEqual(['id', 'userId', 'accountId', 'amount']);
    expect(names.at(-1)).toBe('channelCode');
    expect(lines).toContain(
      '`1758897189000`\n<!date^1758897189^{date_short_pretty} {time_secs}|2025-09-26 14:33:09 UTC>',
    );
  });
});

describe('All Values', () => {
  it('has the whole answer to a requery, nested ones too', async () => {
    requeried = [
      200,
      '{"success":true,"message":"Approved","data":{"status":"SUCCESSFUL","deep":{"a":[1]}},"trace":"t"}',
    ];
    const text = shown(await inquire(showAllValues, { transactionId: '19261' }, alone, resources));
    for (const part of ['`success`\n`true`', '`Approved`', '`status`', '`deep`', '"a"', '`trace`'])
      expect(text).toContain(part);
  });
});
