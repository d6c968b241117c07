import { expect, it, vi } from 'vitest';
import { bank } from '../../src/banks/bank.ts';
import { commandNames } from '../../src/command-names.ts';
import { asker } from '../support/asker.ts';
import { startServer } from '../support/http-server.ts';
import { runCommand } from '../support/run-command.ts';
import { resourcesFor } from '../support/services.ts';
import { waitFor } from '../support/wait-for.ts';

it('/bank changes tells all that is known to have changed, or what has since', async ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 30) });
  let names = ['ONE', 'TWO'];
  const server = await startServer((_request, response) => {
    const data = names.map((institutionName, at) => ({
      institutionCode: `00000${at}`,
      institutionName,
      category: '2',
    }));
    response.end(JSON.stringify({ success: true, message: '', data }));
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await server.close();
  });
  const resources = resourcesFor(server.url);
  const reader = { asker, audience: 'asker', canShare: true, syntax: commandNames('').slash } as const;
  const said = async (text: string) => (await runCommand(bank, text, reader, resources)).text;

  expect(await said('changes')).toMatch(/^No change/);
  names = ['ONE', 'DOS'];
  vi.setSystemTime(Date.UTC(2026, 0, 30, 2));
  await waitFor(async () => expect(await said('changes')).toMatch(/^1 change in the bank list/));
  expect(await said('changes today')).toMatch(/^1 change/);
  vi.setSystemTime(Date.UTC(2026, 0, 30, 2, 30));
  expect(await said('changes 10 minutes')).toMatch(/^No change/);
});
