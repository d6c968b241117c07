import { workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { anyTransaction } from '../support/changing-service.ts';
import { startServer } from '../support/http-server.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { patienceMs, waitFor } from '../support/wait-for.ts';

const { directMessageId, userGroupId } = workspace;
const count = 300;
const references = Array.from(
  { length: count },
  (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`,
);
/** What is in flight and what is not stored yet may be asked again after a kill. */
const againMax = 2 + 25;

/**
 * Kills processes in turn while a list is under way, first the one that began it, and starts
 * another for each.
 */
async function kill(
  test: TestContext,
  processes: number,
  kills: number,
  env: Record<string, string>,
): Promise<void> {
  const { slack, answers, start } = await createStandIns(test);
  await using service = await startServer(anyTransaction(20));
  const settings = { TRANSFER_API_BASE_URL: service.url, BATCH_USER_GROUPS: userGroupId, ...env };
  const asked = () => service.requests.filter(({ url }) => url?.includes('/reference/')).length;
  const bots = [];
  for (let place = 0; place < processes; place += 1) bots.push(await start('http', settings));

  const files = [{ name: 'complaints.csv', content: references.join('\n') }];
  await slack.writeMessage({ text: '', channelId: directMessageId, files });
  await waitFor(() => expect(answers().at(-1)?.text).toContain(`${count} references`));
  await slack.pressButton({ messageId: answers().at(-1)?.id ?? '', actionId: 'batch:run' });
  for (let killed = 0; killed < kills; killed += 1) {
    const further = Math.min(asked() + Math.random() * 20, count - 1);
    await waitFor(() => expect(asked()).toBeGreaterThan(further));
    const bot = bots.pop();
    bot?.process.kill('SIGKILL');
    await bot?.ended;
    bots.unshift(await start('http', settings));
  }
  // The lead of the last one that was killed, and most of the rows.
  const hasEnded = () =>
    expect(slack.files.filter(({ name }) => name === 'complaints-answers.csv')).toHaveLength(1);
  await vi.waitFor(hasEnded, { timeout: 3 * patienceMs });
  const rows = slack.files.at(-1)?.content.split('\r\n') ?? [];
  expect(rows.filter((row) => row.includes('"successful"'))).toHaveLength(count);
  expect(
    answers().filter(({ text }) => /^`complaints\.csv`: 300 successful/.test(text)),
  ).toHaveLength(1);
  expect(slack.breaches).toEqual([]);
  expect(asked() - count).toBeLessThanOrEqual(kills * againMax);
}

describe.concurrent('a list survives kills: every row is answered, and told once', () => {
  it('a list survives kills of its only process: each row is answered and sent once', {
    timeout: 8 * patienceMs,
  }, async (test) => {
    await kill(test, 1, 10, { STATE_DIR: temporaryFolder(test) });
  });

  it.skipIf(isRedisMissing)(
    'of two that share a Redis',
    { timeout: 8 * patienceMs },
    async (test) => {
      await kill(test, 2, 3, { REDIS_URL: (await startRedis(test)).url });
    },
  );
});
