import { expect, it } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { answering, startServer } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

it.concurrent('over IPv6 Slack asks, the transfer service is asked, and health is told on one address alone', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  const service = await startServer(answering(200, transactionBody()), '::1');
  test.onTestFinished(() => service.close());
  const { healthUrl, requestUrl } = await start('http', { TRANSFER_API_BASE_URL: service.url, HEALTH_HOST: '::1' });
  slack.deliverTo(requestUrl.replace('127.0.0.1', '[::1]'));
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^✓ Successful/));
  expect(healthUrl).toMatch(/^http:\/\/\[::1\]:/);
  expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200);
  await expect(fetch(`${healthUrl.replace('[::1]', '127.0.0.1')}/readyz`)).rejects.toThrow();
});
