import type { ShownMessage } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let service: ChangingService;
let app: RunningApp;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
  service = await startChangingService({});
  app = await runApp({ transferApi: { baseUrl: service.url } });
});
afterEach(async () => {
  await app.stop();
  await service.close();
  vi.useRealTimers();
});

const access = { destinationBankCode: '000014', destinationBankName: 'ACCESS BANK' };
/** Transfers of a name, some with a status of their own; those of GTBANK unless said otherwise. */
function transfers(name: string, count: number, record: Record<string, unknown> = {}): string[] {
  const references = Array.from({ length: count }, (_, index) => `${name}-${1_000_000 + index}`);
  service.set(references, record);
  return references;
}
async function ask(...references: string[]): Promise<ShownMessage> {
  const before = app.answers().length;
  await app.slack.sendCommand({ command: '/txn', text: references.join(' ') });
  return waitFor(() => app.answers()[before] ?? expect.fail('There is no answer yet.'));
}
const hint = (message: ShownMessage | undefined) =>
  /\d+ of \d+ (?:to|recent)[^"\\]*/.exec(JSON.stringify(message?.blocks))?.[0];

it('an outage at one bank is told in counts on its cards and tables while people ask, and on nobody else’s', async () => {
  await ask(...transfers('SETTLED', 22, access));
  await ask(...transfers('MOVING', 2, { ...access, status: 'pending' }));
  await ask(...transfers('FAILED', 2, { status: 'failed' }), ...transfers('DONE', 1));
  for (const reference of transfers('PENDING', 3, { status: 'pending' }))
    expect(hint(await ask(reference))).toBeUndefined();
  const gtbank = '6 of 7 to GTBANK PLC not settled';
  expect(hint(await ask(...transfers('LAST', 1, { status: 'processing' })))).toBe(gtbank);
  expect(hint(await ask('SETTLED-1000000'))).toBeUndefined();
  expect(hint(await ask('PENDING-1000000', 'SETTLED-1000000'))).toBe(gtbank);
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(hint(await ask('DONE-1000000'))).toBeUndefined();
});
