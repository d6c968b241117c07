import { expect, it } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

it('a click is acked before anything is looked up', async (test) => {
  let answer = () => {};
  const server = await startServer((_request, response) => {
    answer = () => void response.end(transactionBody());
  });
  const app = await runApp({ transferApi: { baseUrl: server.url } });
  test.onTestFinished(async () => {
    await app.stop();
    await server.close();
  });
  const asked = app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(server.requests).toHaveLength(1));
  answer();
  await asked;
  const messageId = app.answers()[0]?.id ?? '';
  expect(await app.slack.pressButton({ messageId, actionId: 'txn:note' })).toMatchObject({ outcome: 'acked' });
  expect(app.answers()).toHaveLength(1);
  await waitFor(() => expect(server.requests).toHaveLength(2));
  answer();
  await waitFor(() => expect(app.answers()).toHaveLength(2));
});
