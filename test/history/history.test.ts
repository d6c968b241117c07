import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type HistoryStore } from '../../src/history/counts.ts';
import { createDegradedState, createHistory } from '../../src/history/history.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';

const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;
const nothing = { before: [], counts: undefined };

/** A history on a store that can be made to fail or to hang. */
function create() {
  const kept = { failing: false, hanging: false, key: new Uint8Array(32).fill(7) };
  const memory = createMemoryStore(3_600_000, async () => kept.key);
  const through = <T>(work: () => Promise<T>): Promise<T> => {
    if (kept.hanging) return new Promise(() => {});
    return kept.failing ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' })) : work();
  };
  const store: HistoryStore = {
    key: () => through(memory.key),
    add: (entries) => through(() => memory.add(entries)),
    of: (fingerprint) => through(() => memory.of(fingerprint)),
    counts: (minutes) => through(() => memory.counts(minutes)),
  };
  const log = logLines();
  let troubles = 0;
  const onTrouble = () => {
    troubles += 1;
  };
  const trouble = createDegradedState({ logger: log.logger, what: 'what was asked cannot be remembered', onTrouble });
  return { history: createHistory(store, trouble), memory, kept, log, troubles: () => troubles };
}

describe('a history', () => {
  it('gives what came before, and counts that hold what was just asked', async () => {
    const { history } = create();
    const first = await history.remember(look, 'U0ONE');
    expect(first.before).toEqual([]);
    expect(first.counts?.banks).toEqual([{ bank: '000013', asked: 1, unsettled: 1 }]);
    const { before } = await history.remember({ ...look, group: 'failed', words: 'failed' }, 'U0TWO');
    expect(before).toMatchObject([{ personId: 'U0ONE', words: 'pending' }]);
    const other = await history.remember({ ...look, asked: 'tsq GARO-8f3k2j1' }, 'U0TWO');
    expect(other.before).toEqual([]);
  });

  it('keeps no reference in clear', async () => {
    const { history, memory } = create();
    await Promise.all([history.remember(look, 'U0ONE'), history.rememberAll([look, look], 'U0ONE')]);
    const entries = memory.entries();
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(JSON.stringify(entries)).not.toContain('GARO');
    expect(entries[0]?.fingerprint).toMatch(/^[\w-]{22}$/);
  });

  it('remembers many at once, with one answer about all of them', async () => {
    const { history } = create();
    const looks = ['A-1', 'A-2', 'A-2'].map((asked) => ({ ...look, asked }));
    const counts = await history.rememberAll([...looks, { asked: 'A-3', failure: 'timeout' }], 'U0ONE');
    expect(counts?.banks).toEqual([{ bank: '000013', asked: 2, unsettled: 2 }]);
    expect(counts?.lookUps).toBe(3);
    expect((await history.counts(60))?.failures.get('timeout')).toBe(1);
  });

  it('answers without what cannot be read, counts it, and says so once in the log', async () => {
    const { history, kept, log, troubles } = create();
    await history.remember(look, 'U0ONE');
    kept.failing = true;
    expect(await history.remember(look, 'U0ONE')).toEqual(nothing);
    expect(await history.rememberAll([look], 'U0ONE')).toBeUndefined();
    expect(await history.counts(30)).toBeUndefined();
    expect(troubles()).toBe(3);
    expect(log.entries()).toMatchObject([{ msg: 'what was asked cannot be remembered', code: 'ECONNRESET' }]);
    kept.failing = false;
    expect((await history.remember(look, 'U0ONE')).before).toHaveLength(1);
    expect(log.entries()).toHaveLength(2);
  });

  it('has the key that the store has now', async () => {
    const { history, kept } = create();
    await history.remember(look, 'U0ONE');
    kept.key = new Uint8Array(32).fill(8);
    expect((await history.remember(look, 'U0ONE')).before).toEqual([]);
    expect((await history.remember(look, 'U0ONE')).before).toHaveLength(1);
  });

  it('waits for a store that hangs a moment at first, and then hardly', async () => {
    const { history, kept, troubles } = create();
    await history.remember(look, 'U0ONE');
    holdClock();
    kept.hanging = true;
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    void history.remember(look, 'U0ONE').then(note('first'));
    await vi.advanceTimersByTimeAsync(199);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => expect(ended).toEqual(['first']));
    void history.remember(look, 'U0ONE').then(note('second'));
    await vi.advanceTimersByTimeAsync(20);
    await waitFor(() => expect(ended).toEqual(['first', 'second']));
    expect(troubles()).toBe(2);
  });
});
