import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyNote, refresh, requery, share, showAllFields } from '../../src/commands/card-buttons.ts';
import { commandNames } from '../../src/commands/index.ts';
import { inquire, type Resources } from '../../src/commands/inquire.ts';
import { UserError } from '../../src/errors.ts';
import type { Reply } from '../../src/views/blocks.ts';
import { transactionBody } from '../fixtures/transaction.ts';
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
const alone = { asker, audience: 'asker', canShare: true, spelling: slash } as const;
const everybody = { ...alone, audience: 'channel' } as const;
const compared = () => inquire(requery, { reference, slash }, alone, resources);
const shown = (reply: Reply) => shownLines(reply).join('\n');

describe('Requery', () => {
  it.each([[null], [''], ['id-1'], ['1x'], ['x1']])('takes no record whose id is %j', async (id) => {
    record = { id };
    await expect(compared()).rejects.toThrow(UserError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      { reversedFlag: 1 },
      '{"status":"successful"}',
      'The record says successful, reversed flag 1, the requery says successful',
    ],
    [
      {},
      '{"status":"successful","isReversed":true}',
      'The record says successful, the requery says successful, reversed flag true',
    ],
    [
      { reversedFlag: 1 },
      '{"status":"successful","reversedFlag":1}',
      'Record and requery both say successful, reversed flag 1',
    ],
    [{ status: '' }, '{"code":"00"}', 'The record gives no status, the requery names none'],
  ])('says what takes a status back: the record %j, the requery %s', async (given, body, headline) => {
    record = given;
    requeried = [200, body];
    expect((await compared()).text).toBe(`${headline}\n\`${reference}\`, requeried by \`19253\``);
  });

  it('has the flag and the cautions of the record, and can be asked again', async () => {
    record = { status: 'pending', reversedFlag: 1 };
    const text = shown(await compared());
    expect(text).toMatch(/\*Record\*\npending, reversed flag 1\n/);
    expect(text).toContain('*Reversed flag: 1.* The service does not explain its values.');
    expect(text).toContain('The service reports *pending*.');
    expect(text).toContain(`[Ask Again] txn:requery {"reference":"${reference}"}`);
  });

  it('says a caution that holds for both once', async () => {
    record = { status: 'Failed' };
    expect(shown(await compared()).match(/The service reports/g)).toHaveLength(1);
    record = { status: '' };
    requeried = [200, '{"code":"00"}'];
    expect(shown(await compared()).match(/The service gives no status/g)).toHaveLength(1);
  });

  it('names the record that has no id', async () => {
    record = { id: null };
    await expect(compared()).rejects.toThrow(`The record of \`${reference}\` has no id to requery by.`);
  });

  it('takes a requery that finds nothing for no proof', async () => {
    requeried = [404, '{"success":false,"message":"Transfer not found"}'];
    const card = await compared();
    expect(card.text).toMatch(/^The record says successful, the requery found nothing\n/);
    const text = shown(card);
    expect(text).toContain(
      "The service found nothing under `19253`, the record's own id. This says nothing about the transfer. Its own words:\n> Transfer not found",
    );
    expect(text).toMatch(/\*Requery\*\nnothing found/);
    expect(text).not.toMatch(/no answer|Check the digits|for a reference/i);
    expect(text).toContain('[Ask Again]');
  });

  it('is remembered with the words of both', async () => {
    const words = async () => (await compared()).lookedUp?.map(({ asked, status, group }) => [asked, status, group]);
    record = { status: 'failed' };
    requeried = [200, '{"status":"SUCCESSFUL"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery SUCCESSFUL', 'unknown']]);
    requeried = [200, '{"status":"FAILED"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery FAILED', 'failed']]);
    requeried = [404, '{"success":false,"message":"no"}'];
    expect(await words()).toEqual([[reference, 'Record failed, requery nothing found', 'failed']]);
  });

  it('shows both answers', async () => {
    expect((await compared()).text).toMatch(/^The record says successful, the requery says FAILED\n/);
  });

  it('shows the record beside the failure, and says which of the two has no answer', async () => {
    requeried = [401, '{"success":false,"message":"no"}'];
    const text = shown(await compared());
    expect(text).toContain('successful');
    expect(text).toMatch(/token/i);
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
    await expect(inquire(requery, { reference, slash }, everybody, resources)).rejects.toThrow('the one who asks');
  });

  it('has no answer without the record', async () => {
    record = { reference: 'ANOTHER-1' };
    await expect(compared()).rejects.toMatchObject({ failure: 'unexpected_body' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the card', () => {
  it('says who shared it, and shortens names for a channel', async () => {
    const text = shown(await inquire(share, { reference, sharedBy: 'amara' }, everybody, resources));
    expect(text).toContain('shared by amara');
    expect(text).toContain('NGN');
    expect(text).not.toMatch(/Jane|0123456789/);
  });

  it('says what has changed since it was shown, to whom it was shown', async () => {
    const seen = { status: 'pending' };
    const own = await inquire(refresh, { reference, seen }, alone, resources);
    expect(own.text).toMatch(/^pending → successful/);
    expect(shown(own)).toContain('Jane Doe');
    const shared = await inquire(refresh, { reference, seen, sharedBy: 'amara' }, everybody, resources);
    expect(shown(shared)).toContain('shared by amara');
    expect(shown(shared)).not.toMatch(/Jane|0123456789/);
  });

  it('has its note in the currency that is set, and all its fields', async () => {
    expect(shown(await inquire(copyNote, reference, alone, resources))).toContain('Amount: NGN 25,000.00');
    expect(shown(await inquire(showAllFields, reference, alone, resources))).toContain('stampDuty');
  });
});
