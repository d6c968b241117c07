import { directMessageOf, workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId } = workspace;

async function prepare(test: TestContext) {
  const redis = await startRedis(test, { isKept: true });
  const standIns = await createStandIns(test);
  const { slack, answers } = standIns;
  const env = { REDIS_URL: redis.url, WATCH_SCHEDULE: '1s' };
  return {
    slack,
    redis,
    answers,
    start: (more: Record<string, string> = {}) => standIns.start('http', { ...env, ...more }),
    async watch(reference: string, userId: string) {
      await slack.sendCommand({ command: '/txn', text: reference, userId });
      await waitFor(() => expect(answers().at(-1)?.text).toContain(reference));
      await slack.pressButton({ messageId: answers().at(-1)?.id ?? '', actionId: 'txn:watch', userId });
      await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Watching/));
    },
    told: (userId: string) =>
      slack.messages
        .filter(({ channelId, author }) => author === 'bot' && channelId === directMessageOf(userId))
        .map(({ text }) => text.split(' after')[0]?.replace(/^`.*`: /, '')),
  };
}

describe.skipIf(isRedisMissing).concurrent('watches that processes share', () => {
  it('are told once by another process when the one that began them was killed', async (test) => {
    const { slack, start, watch, told } = await prepare(test);
    await start();
    const one = await start();
    await watch('GARO-1w8t4c6', personId);
    one.process.kill('SIGKILL');
    await one.ended;
    await waitFor(() => expect(told(personId)).toEqual(['pending → successful']));
    const late = await start();
    slack.deliverTo(late.requestUrl);
    await watch('GARO-5p1d6w8', otherPersonId); // the new process works, and tells nothing again
    expect(told(personId)).toEqual(['pending → successful']);
    expect(slack.breaches).toEqual([]);
  });

  it('go on when Redis was away, each told once; meanwhile none is begun, and the person is told so', async (test) => {
    const { slack, redis, answers, start, watch, told } = await prepare(test);
    const both = [await start(), await start()];
    const references = ['GARO-1w8t4c6', 'GARO-5p1d6w8'];
    for (const reference of references) await watch(reference, personId);
    await redis.stop();
    await slack.sendCommand({ command: '/txn', text: 'watch GARO-7c4m9p2' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^`GARO-7c4m9p2`: Watches cannot be kept right now/));
    for (const { healthUrl } of both) expect((await fetch(`${healthUrl}/readyz`)).ok).toBe(true);
    await redis.start();
    await waitFor(() => expect(told(personId)).toEqual(['pending → successful']));
    await watch('GARO-7c4m9p2', otherPersonId);
    await slack.sendCommand({ command: '/txn', text: 'watching' });
    await waitFor(() => expect(JSON.stringify(answers().at(-1)?.blocks)).toContain('You watch 1 transaction'));
    expect(told(personId)).toEqual(['pending → successful']);
  });

  it('are told as lost when Redis has evicted them, with a button to watch again', async (test) => {
    const { slack, redis, start, watch, told } = await prepare(test);
    // Where it was begun is lost too, and is no reason to say nothing.
    await start({ ALLOWED_CHANNELS: `${workspace.channelId},${directMessageOf(personId)}` });
    await watch('GARO-5p1d6w8', personId);
    await redis.client.del(...(await redis.client.keys('*:watch:all')));
    await waitFor(() => expect(told(personId).join()).toContain('lost, watch it again'));
    const message = slack.messages.findLast(({ channelId }) => channelId === directMessageOf(personId));
    await slack.pressButton({ messageId: message?.id ?? '', actionId: 'txn:watch', userId: personId });
    await waitFor(async () =>
      expect(await redis.client.hlen((await redis.keys()).find((key) => key.endsWith(':watch:all')) ?? '')).toBe(1),
    );
    expect(told(personId).filter((text) => text?.startsWith('lost'))).toHaveLength(1);
    expect(slack.breaches).toEqual([]);
  });
});
