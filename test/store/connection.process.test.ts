import { describe, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const timeoutMs = 200;

describe.skipIf(isRedisMissing)('an answer of Redis', () => {
  it('is waited for so long and no longer, and then nothing is asked until Redis answers again', async (test) => {
    const redis = await startRedis(test);
    const { connections, log } = connectionsTo(redis.url, test, timeoutMs);
    const { ask } = connections.open('claims');
    await waitFor(() => expect(connections.isReady()).toBe(true));
    holdClock();
    redis.pause();
    const ended = vi.fn();
    const asked = ask((client) => client.ping()).catch(ended);
    vi.advanceTimersByTime(timeoutMs - 1);
    await new Promise(setImmediate);
    expect(connections.isReady()).toBe(true);
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1);
    await asked;
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'StoreError', code: 'silent' }));
    await expect(ask((client) => client.ping())).rejects.toMatchObject({ name: 'StoreError', code: 'away' });
    expect(log.entries()).toEqual([expect.objectContaining({ level: 'warn', use: 'claims', code: 'silent' })]);
    vi.useRealTimers();
    redis.resume();
  });

  it('is no late one when it came while the process was busy', async (test) => {
    const redis = await startRedis(test);
    const { connections, log } = connectionsTo(redis.url, test, timeoutMs);
    const { ask } = connections.open('claims');
    await waitFor(() => expect(connections.isReady()).toBe(true));
    holdClock();
    const asked = ask((client) => client.ping());
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); // it has come, and nobody has read it
    vi.advanceTimersByTime(timeoutMs);
    expect(await asked).toBe('PONG');
    expect(await ask((client) => client.ping())).toBe('PONG');
    expect(log.lines).toEqual([]);
  });

  it('that refuses is an error with a code, said once a minute', async (test) => {
    const redis = await startRedis(test);
    const { connections, log } = connectionsTo(redis.url, test);
    const { ask } = connections.open('claims');
    await waitFor(() => expect(connections.isReady()).toBe(true));
    await redis.client.set('canary', 'text');
    for (let tries = 0; tries < 3; tries += 1)
      await expect(ask((client) => client.hget('canary', 'field'))).rejects.toMatchObject({ code: 'WRONGTYPE' });
    expect(log.entries()).toEqual([
      expect.objectContaining({ msg: 'Redis refuses a command', use: 'claims', code: 'WRONGTYPE' }),
    ]);
    expect(log.lines.join()).not.toContain('canary');
  });
});
