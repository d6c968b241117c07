import { expect, it } from 'vitest';
import { anyTransaction } from '../support/changing-service.ts';
import { startServer } from '../support/http-server.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

it('two processes on one app token share the questions, each answered once', async (test) => {
  const service = await startServer(anyTransaction(5));
  test.onTestFinished(service.close);
  const { slack, start, answersTo } = await createStandIns(test);
  const env = { TRANSFER_API_BASE_URL: service.url };
  const bots = await Promise.all([start('socket', env), start('socket', env)]);
  expect(slack.sockets).toHaveLength(2);
  const references = Array.from({ length: 60 }, (_, place) => `GARO-${100 + place}x`);
  // Each by another person, a few milliseconds apart.
  for (const [place, text] of references.entries()) {
    void slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await waitFor(() => expect(answersTo(references).filter((texts) => texts.length === 0)).toEqual([]));
  expect(answersTo(references).filter((texts) => texts.length !== 1)).toEqual([]);
  const shares = () => bots.map(({ lines }) => lines.filter((line) => line.includes('"msg":"command"')).length);
  await waitFor(() => expect(shares().reduce((sum, share) => sum + share)).toBe(60));
  expect(Math.min(...shares())).toBeGreaterThan(5);
});
