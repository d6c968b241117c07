import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyNote, refreshCard, requeryCard, shareCard, showAllFields } from '../../src/commands/card-buttons.ts';
import type { Reply } from '../../src/commands/command.ts';
import { UserError } from '../../src/errors.ts';
import type { Services } from '../../src/services.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { servicesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const reference = 'GARO-8f3k2j1';
let record: Record<string, unknown>;
let requery: [status: number, body: string];
let server: TestServer;
let services: Services;
beforeEach(async () => {
  record = {};
  requery = [200, '{"status":"FAILED"}'];
  server = await startServer((request, response) => {
    const [status, body] = request.url?.includes('tsq') ? requery : [200, transactionBody(record)];
    response.writeHead(status).end(body);
  });
  services = servicesFor(server.url, { CURRENCY: 'NGN' });
});
afterEach(() => server.close());

const shown = (reply: Reply) => shownLines(reply).join('\n');

describe('Requery', () => {
  it.each([[null], [''], ['id-1'], ['1x'], ['x1']])('takes no record whose id is %j', async (id) => {
    record = { id };
    await expect(requeryCard(reference, services)).rejects.toThrow(UserError);
    expect(server.requests).toHaveLength(1);
  });

  it('shows both answers', async () => {
    expect((await requeryCard(reference, services)).text).toBe('The record says successful, the requery says FAILED');
  });

  it('shows the record beside the failure, and says which of the two has no answer', async () => {
    requery = [401, '{"success":false,"message":"no"}'];
    const text = shown(await requeryCard(reference, services));
    expect(text).toContain('successful');
    expect(text).toMatch(/token/i);
  });

  it("quotes the service's own words about the failure to the one who asks, cut and set apart", async () => {
    requery = [422, JSON.stringify({ success: false, message: `No *requery* for JANE DOE ${'x'.repeat(300)}` })];
    const card = await requeryCard(reference, services);
    const text = shown(card);
    expect(text).toMatch(/\(HTTP 422\)\. Check what was asked\. Its own words:\n> No \*requery\* for JANE DOE x{100,}/);
    expect(text).not.toContain('x'.repeat(200));
    expect(text).not.toContain('one person reads');
    requery = [422, '{"success":false,"message":"at com.acme.Transfer.find(Transfer.java:12)"}'];
    expect(shown(await requeryCard(reference, services))).not.toMatch(/acme|one person reads/);
  });

  it('has no answer without the record', async () => {
    record = { reference: 'ANOTHER-1' };
    await expect(requeryCard(reference, services)).rejects.toMatchObject({ failure: 'unexpected_body' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the card', () => {
  it('says who shared it, and shortens names for a channel', async () => {
    const text = shown(await shareCard(reference, 'amara', services));
    expect(text).toContain('shared by amara');
    expect(text).toContain('NGN');
    expect(text).not.toMatch(/Jane|0123456789/);
  });

  it('says what has changed since it was shown, to whom it was shown', async () => {
    const seen = { status: 'pending' };
    const own = await refreshCard({ reference, seen, audience: 'asker', canShare: true }, services);
    expect(own.text).toMatch(/^pending → successful/);
    expect(shown(own)).toContain('Jane Doe');
    const shared = await refreshCard(
      { reference, seen, audience: 'channel', canShare: true, sharedBy: 'amara' },
      services,
    );
    expect(shown(shared)).toContain('shared by amara');
    expect(shown(shared)).not.toMatch(/Jane|0123456789/);
  });

  it('has its note in the currency that is set, and all its fields', async () => {
    expect(shown(await copyNote(reference, services))).toContain('Amount: NGN 25,000.00');
    expect(shown(await showAllFields(reference, services))).toContain('stampDuty');
  });
});
