import { workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { anyTransaction } from '../support/any-transaction.ts';
import { startServer } from '../support/http-server.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { patienceMs, waitFor } from '../support/wait-for.ts';

const { directMessageId, userGroupId } = workspace;
const count = 300;
const references = Array.from({ length: count }, (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`);
/** Of one batch at once: what is in flight may be asked again after a kill. */
const inFlightMax = 2;

async function prepare(test: TestContext, env: Record<string, string>) {
  const { slack, start } = await createStandIns(test);
  const service = await startServer(anyTransaction(20));
  test.onTestFinished(() => service.close());
  const settings = { TRANSFER_API_BASE_URL: service.url, BATCH_USER_GROUPS: userGroupId, ...env };
  const direct = () =>
    slack.messages.filter(({ channelId, author }) => channelId === directMessageId && author === 'bot');
  const isAsked = () => new Set(service.requests.map(({ url = '' }) => url.split('/').at(-1)));
  return {
    slack,
    direct,
    asked: () => service.requests.filter(({ url }) => url?.includes('/reference/')),
    start: () => start('http', settings),
    async begin() {
      const files = [{ name: 'complaints.csv', content: references.join('\n') }];
      await slack.writeMessage({ text: '', channelId: directMessageId, files });
      await waitFor(() => expect(direct().at(-1)?.text).toContain(`${count} references`));
      await slack.pressButton({ messageId: direct().at(-1)?.id ?? '', actionId: 'batch:run' });
    },
    isAsked,
    /** Resolves when the person has the result and its file. */
    ended: () =>
      waitFor(() => expect(slack.files.filter(({ name }) => name === 'complaints-answers.csv')).toHaveLength(1)),
    results: () => direct().filter(({ text }) => /^`complaints\.csv`: 300 successful/.test(text)),
  };
}

async function kill(bot: RunningBot): Promise<void> {
  bot.process.kill('SIGKILL');
  await bot.ended;
}

describe.concurrent('a batch', () => {
  it('survives ten kills: every row is answered, and told once', { timeout: 8 * patienceMs }, async (test) => {
    const folder = temporaryFolder(test);
    const { slack, start, begin, asked, ended, results } = await prepare(test, { STATE_DIR: folder });
    let bot = await start();
    await begin();
    for (let kills = 0; kills < 10; kills += 1) {
      const further = Math.min(asked().length + Math.random() * 20, count - 1);
      await waitFor(() => expect(asked().length).toBeGreaterThan(further));
      await kill(bot);
      bot = await start();
    }
    await ended();
    const answered = slack.files
      .at(-1)
      ?.content.split('\r\n')
      .filter((row) => row.includes('"successful"'));
    expect(answered).toHaveLength(count);
    expect(results()).toHaveLength(1);
    expect(slack.breaches).toEqual([]);
    expect(asked().length - count).toBeLessThanOrEqual(10 * inFlightMax);
  });

  it('is stopped with its process, says so, and goes on after the restart', {
    timeout: 8 * patienceMs,
  }, async (test) => {
    const folder = temporaryFolder(test);
    const { direct, start, begin, asked, isAsked, ended, results } = await prepare(test, { STATE_DIR: folder });
    const bot = await start();
    await begin();
    await waitFor(() => expect(isAsked().size).toBeGreaterThan(20));
    expect(await bot.stop()).toBe(0);
    expect(JSON.stringify(direct().at(-1)?.blocks)).toContain('this goes on after the restart');
    await start();
    await ended();
    expect(results()).toHaveLength(1);
    expect(asked()).toHaveLength(count);
  });

  it.skipIf(isRedisMissing)(
    'is taken over by another process that shares a Redis',
    { timeout: 8 * patienceMs },
    async (test) => {
      const redis = await startRedis(test);
      const { start, begin, asked, isAsked, ended, results } = await prepare(test, { REDIS_URL: redis.url });
      await start();
      const heard = await start(); // the click comes here, and so does the batch
      await begin();
      await waitFor(() => expect(isAsked().size).toBeGreaterThan(20));
      await kill(heard);
      const killedAt = isAsked().size;
      await waitFor(() => expect(isAsked().size).toBeGreaterThan(killedAt + 50));
      await ended();
      expect(asked().length).toBeLessThanOrEqual(count + inFlightMax);
      expect(results()).toHaveLength(1);
    },
  );
});
