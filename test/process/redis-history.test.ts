import { workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { startChangingService } from '../support/changing-service.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId } = workspace;

/** Two processes with one Redis, and a service where every transfer to one bank is pending. */
async function startTwo(test: TestContext) {
  const redis = await startRedis(test);
  const service = await startChangingService();
  test.onTestFinished(service.close);
  const { slack, answers, start } = await createStandIns(test);
  const startOne = () => start('http', { REDIS_URL: redis.url, TRANSFER_API_BASE_URL: service.url });
  const [one, other] = [await startOne(), await startOne()];
  const ask = async (bot: RunningBot, reference: string, userId: string = personId) => {
    slack.deliverTo(bot.requestUrl);
    await slack.sendCommand({ command: '/txn', text: reference, userId });
    return JSON.stringify(answers().at(-1)?.blocks);
  };
  return { redis, one, other, ask };
}

const samplesOf = async ({ healthUrl }: RunningBot) => (await fetch(`${healthUrl}/metrics`)).text();

describe.skipIf(isRedisMissing)('what was asked, with Redis', () => {
  it('is told by a process that was not asked, and still is when Redis was away', async (test) => {
    const { redis, one, other, ask } = await startTwo(test);
    await ask(one, 'GARO-1', otherPersonId);
    await waitFor(async () => expect(await ask(other, 'GARO-1')).toContain(`by <@${otherPersonId}>`));
    await redis.stop();
    await ask(one, 'GARO-2', otherPersonId);
    expect(await ask(one, 'GARO-1')).toContain(`by <@${otherPersonId}>`);
    expect(await samplesOf(one)).toMatch(/^txnbot_state_fallbacks_total\{use="history"\} [1-9]/m);
    await redis.start();
    await waitFor(async () => expect(await ask(other, 'GARO-2')).toContain(`by <@${otherPersonId}>`));
  });
});
