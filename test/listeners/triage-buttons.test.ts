import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../sandbox/transfer-service/types.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

it('Try Again after a CSV that could not be sent sends the CSV', async () => {
  const { message } = await app.slack.writeMessage({ text: 'GARO-8f3k2j1 12345698690885579', author: 'bot' });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await app.bot.inFlight.settled();
  const press = async (actionId: string) => {
    await app.slack.pressButton({ messageId: app.answers().at(-1)?.id ?? '', actionId });
    await app.bot.inFlight.settled();
    return app.answers().at(-1)?.text;
  };
  app.slack.setFailure('files.completeUploadExternal', { error: 'internal_error' }, 1);
  expect(await press('txn:csv')).toMatch(/internal_error`\. Try again/);
  const asked = service.requests.map(({ url }) => url);
  expect(await press('txn:csv')).toMatch(/^The table is in your direct messages/);
  expect(app.slack.files).toEqual([expect.objectContaining({ content: expect.stringMatching(/12345698690885579/) })]);
  expect(service.requests.slice(asked.length).map(({ url }) => url)).toEqual(asked.slice(-2));
});
