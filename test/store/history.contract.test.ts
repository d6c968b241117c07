import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { StoredHistory } from '../../src/history/history.ts';
import { createSharedHistory } from '../../src/history/redis.ts';
import { createEmbeddedHistory } from '../../src/history/stored.ts';
import { createStateFolder } from '../../src/store/file.ts';
import { logLines } from '../support/log-lines.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const rememberMs = 24 * 3_600_000;
const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;

/** Starts another process that has the same history, after the one before has stopped. */
type Start = (test: TestContext) => Promise<() => Promise<StoredHistory>>;

const media: Record<string, Start> = {
  'in a folder': async (test) => {
    const at = temporaryFolder();
    let stop = async () => {};
    test.onTestFinished(() => stop());
    return async () => {
      await stop();
      const { logger } = logLines();
      const folder = createStateFolder({ path: at, isNamed: true, logger });
      const stored = createEmbeddedHistory({ rememberMs, folder, logger, onTrouble: vi.fn() });
      await folder.start();
      await stored.part.start();
      stop = () => stored.part.stop().then(folder.stop);
      return stored;
    };
  },
  'in Redis': async (test) => {
    const { url } = await startRedis(test);
    return async () => {
      const { connections } = connectionsTo(url, test);
      const stored = createSharedHistory({ connections, namespace: 'txnbot:{A0:T0}', rememberMs, onFallback: vi.fn() });
      await connections.settled(1_000);
      await stored.part.start();
      test.onTestFinished(stored.part.stop);
      return stored;
    };
  },
};

describe.each(Object.entries(media))('a history %s', (medium, start) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('gives what came before, and counts that hold what was just asked', async (test) => {
    const { history } = await (await start(test))();
    const first = await history.remember(look, 'U0ONE');
    expect(first.before).toEqual([]);
    expect(first.counts?.banks).toEqual([{ bank: '000013', asked: 1, unsettled: 1 }]);
    const { before } = await history.remember({ ...look, group: 'failed', words: 'failed' }, 'U0TWO');
    expect(before).toMatchObject([{ personId: 'U0ONE', words: 'pending' }]);
    const other = await history.remember({ ...look, asked: 'tsq GARO-8f3k2j1' }, 'U0TWO');
    expect(other.before).toEqual([]);
  });

  on('names of two who ask at the same time one at most: the other came after', async (test) => {
    const { history } = await (await start(test))();
    const both = await Promise.all(['U0ONE', 'U0TWO'].map((person) => history.remember(look, person)));
    expect(both.map(({ before }) => before.map(({ personId }) => personId))).toEqual([[], ['U0ONE']]);
  });

  on('remembers many at once, with one answer about all of them', async (test) => {
    const { history } = await (await start(test))();
    const looks = ['A-1', 'A-2', 'A-2'].map((asked) => ({ ...look, asked }));
    const counts = await history.rememberAll([...looks, { asked: 'A-3', failure: 'timeout' }], 'U0ONE');
    expect(counts?.banks).toEqual([{ bank: '000013', asked: 2, unsettled: 2 }]);
    expect(counts?.lookUps).toBe(3);
    expect((await history.counts(60))?.failures.get('timeout')).toBe(1);
  });

  on('is there for the next process, answers and failures alike', async (test) => {
    const next = await start(test);
    const first = await next();
    await first.history.remember(look, 'U0ONE');
    await first.history.rememberAll([{ asked: 'txn A-1', failure: 'timeout' }], 'U0ONE');
    const { history } = await next();
    const { before, counts } = await history.remember(look, 'U0TWO');
    expect(before).toMatchObject([{ personId: 'U0ONE', words: 'pending' }]);
    expect(counts?.failures.get('timeout')).toBe(1);
  });

  on('forgets a person, and nobody else', async (test) => {
    const next = await start(test);
    const { history, part } = await next();
    for (const personId of ['U0ONE', 'U0TWO']) await history.remember(look, personId);
    expect(await part.forget('U0ONE')).toBe(1);
    expect(await part.forget('U0NOBODY')).toBe(0);
    for (const each of [history, (await next()).history]) {
      const { before } = await each.remember({ ...look, words: undefined }, 'U0LOOKS');
      expect(before.map(({ personId }) => personId)).not.toContain('U0ONE');
      expect(before[0]).toMatchObject({ personId: 'U0TWO' });
    }
  });
});
