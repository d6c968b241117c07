import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transactionBody } from '../../fixtures/transaction.ts';
import type { ShownMessage } from '../../sandbox/slack/types.ts';
import { type ChangingService, startChangingService } from '../../support/changing-service.ts';
import { startServer } from '../../support/http-server.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';
import { waitFor } from '../../support/wait-for.ts';

const reference = 'GARO-8f3k2j1';
const reversal = `R-${reference}`;
let service: ChangingService;
let app: RunningApp;
const run = async (url: string, template = 'R-{reference}') =>
  runApp({ transferApi: { baseUrl: url }, env: { REVERSAL_REFERENCE: template, CURRENCY: 'NGN' } });

beforeEach(async () => {
  service = await startChangingService({});
  app = await run(service.url);
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

/** The comparison that Requery shows. */
async function compared(asked = reference): Promise<ShownMessage> {
  await app.slack.sendCommand({ command: '/txn', text: asked });
  const card = await waitFor(() => {
    const [shown] = app.answers();
    if (!shown) throw new Error('no card yet');
    return shown;
  });
  await app.slack.pressButton({ messageId: card.id, actionId: 'txn:requery' });
  return waitFor(() => {
    const shown = app.answers().at(-1);
    if (!shown || shown === card) throw new Error('no comparison yet');
    return shown;
  });
}
const shownIn = (message: ShownMessage) => JSON.stringify(message.blocks);
const askedFor = () => service.requests.map(({ url = '' }) => decodeURIComponent(url.split('/').at(-1) ?? ''));

describe('the second record of a transfer', () => {
  it.each(['successful', 'failed'])(
    'is shown beside a record that is %s, and nothing is made of it',
    async (status) => {
      service.set([reference], { status });
      service.set([reversal], { status: 'completed', amount: '25000.00' });
      const shown = shownIn(await compared());
      expect(shown).toContain(`A record \`${reversal}\` exists: ? Completed · NGN 25,000.00 · created <!date`);
      expect(shown).toContain('for whoever runs txnbot to say: the service does not');
      expect(askedFor().filter((asked) => asked === reversal)).toHaveLength(1);
    },
  );

  it('is not added to the same total in a table of both', async () => {
    service.set([reference, reversal], { status: 'successful', amount: '25000.00' });
    await app.slack.sendCommand({ command: '/txn', text: `${reference} ${reversal}` });
    const table = await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^2 asked: 2 successful/)).then(() =>
      app.answers().at(-1),
    );
    expect(JSON.stringify(table?.blocks)).toContain(
      'Successful: NGN 25,000.00 (without 1 record of a reversal, NGN 25,000.00)',
    );
  });

  it('says no more than that there is none, when there is none', async () => {
    service.set([reversal], undefined);
    const shown = shownIn(await compared());
    expect(shown).toContain(`Looked for \`${reversal}\` too: the service has no record under this reference`);
    expect(shown).not.toContain('exists');
  });

  it.each(['pending', 'reversed', 'SOMETHING'])('is not looked for while the record is %s', async (status) => {
    service.set([reference], { status });
    expect(shownIn(await compared())).not.toContain('R-');
    expect(askedFor()).not.toContain(reversal);
  });

  it('is not looked for from itself', async () => {
    expect(shownIn(await compared(reversal))).not.toContain(`R-${reversal}`);
    expect(askedFor()).not.toContain(`R-${reversal}`);
  });

  it('says nothing about it when the service does not answer that alone', async () => {
    const silent = await startServer(({ url = '' }, response) => {
      if (url.includes(`/${reversal}`)) return response.writeHead(500).end();
      return response.end(url.includes('tsq') ? '{"status":"SUCCESSFUL"}' : transactionBody());
    });
    await app.stop();
    app = await run(silent.url);
    const message = await compared();
    expect(message.text).toMatch(/^Record and requery both say SUCCESSFUL\n/);
    expect(shownIn(message)).toContain(`Looked for \`${reversal}\` too, without an answer: this says nothing about it`);
    expect(shownIn(message)).not.toMatch(/no transaction has/);
    await silent.close();
  });

  it('is not looked for under a reference that cannot be one', async () => {
    await app.stop();
    app = await run(service.url, '../{reference}');
    expect((await compared()).text).toMatch(/^Record and requery both say SUCCESSFUL\n/);
    expect(askedFor()).toEqual([reference, reference, 'tsq?transactionId=19253']);
  });

  it('is not looked for unless the operator says so', async () => {
    await app.stop();
    app = await runApp({ transferApi: { baseUrl: service.url } });
    await compared();
    expect(askedFor()).toHaveLength(3);
  });
});
