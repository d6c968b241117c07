import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { createWriteBehindMap } from '../../src/store/write-behind-map.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** A disk that takes what it is told to take. */
function createDisk() {
  const writes: { values: string[]; end: (error?: Error) => void }[] = [];
  return {
    writes,
    keep: (values: Iterable<string>) =>
      new Promise<void>((resolve, reject) => {
        writes.push({ values: [...values], end: (error) => (error ? reject(error) : resolve()) });
      }),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const settled = (run: Promise<void>) => {
  let state = 'waiting';
  run.then(
    () => {
      state = 'kept';
    },
    () => {
      state = 'failed';
    },
  );
  return () => state;
};

describe('a kept map', () => {
  it('resolves a change when it is kept, and keeps together what comes meanwhile', async () => {
    const { writes, keep } = createDisk();
    const map = createWriteBehindMap<string>([], keep);
    const first = [settled(map.change('a', '1')), settled(map.change('b', '2'))];
    await turn();
    const later = [settled(map.change('c', '3')), settled(map.change('a', undefined))];
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1', '2']]);
    expect([...map.values]).toEqual([
      ['b', '2'],
      ['c', '3'],
    ]);
    expect([...first, ...later].map((state) => state())).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    writes[0]?.end();
    await turn();
    expect([...first, ...later].map((state) => state())).toEqual(['kept', 'kept', 'waiting', 'waiting']);
    expect(writes.map(({ values }) => values)).toEqual([
      ['1', '2'],
      ['2', '3'],
    ]);
    writes[1]?.end();
    await turn();
    expect(later.map((state) => state())).toEqual(['kept', 'kept']);
  });

  it('takes back what could not be kept, and nothing else', async () => {
    const { writes, keep } = createDisk();
    const map = createWriteBehindMap<string>([['old', '0']], keep);
    const failing = settled(map.change('a', '1'));
    await turn();
    const waiting = settled(map.change('b', '2'));
    writes[0]?.end(new Error('no room'));
    await turn();
    expect([failing(), waiting()]).toEqual(['failed', 'waiting']);
    expect([...map.values.keys()]).toEqual(['old', 'b']);
    expect(writes[1]?.values).toEqual(['0', '2']);
  });

  it('gives up on a disk that hangs, and takes back what was to be kept, from the disk too when it goes on', async () => {
    const { writes, keep } = createDisk();
    const late = withResolvers();
    const map = createWriteBehindMap<string>([['old', '0']], keep, () => late.promise);
    const changes = [map.change('a', '1'), map.change('old', undefined)];
    await turn();
    changes.push(map.change('b', '2'), map.change('old', '3'));
    late.resolve();
    expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(changes.map(() => 'rejected'));
    await expect(changes[0]).rejects.toThrow(new StoreError('ETIMEDOUT'));
    expect([...map.values]).toEqual([['old', '0']]);
    writes[0]?.end();
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1'], ['0']]);
    writes[1]?.end();
    await turn();
    expect(writes).toHaveLength(2);
    expect([...map.values]).toEqual([['old', '0']]);
  });

  it('does not wait for ever for a disk that hangs', async () => {
    const map = createWriteBehindMap<string>([], () => new Promise(() => {}));
    await expect(map.change('a', '1')).rejects.toThrow(StoreError);
  });

  it('holds what every kept change has made of it, whatever fails in between', async () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const value = fc.option(fc.string(), { nil: undefined });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), key, value }),
      fc.record({ kind: fc.constant('end' as const), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { writes, keep } = createDisk();
        const map = createWriteBehindMap<string>([], keep);
        const changes: { key: string; value: string | undefined; state: () => string }[] = [];
        let ended = 0;
        const end = async (fails: boolean) => {
          writes[ended]?.end(fails ? new Error('no room') : undefined);
          if (writes[ended]) ended += 1;
          await turn();
        };
        for (const each of steps) {
          if (each.kind === 'end') await end(each.fails);
          else changes.push({ ...each, state: settled(map.change(each.key, each.value)) });
          await turn();
        }
        while (ended < writes.length) await end(false);
        const expected = new Map<string, string>();
        for (const { key, value, state } of changes) {
          expect(state()).not.toBe('waiting');
          if (state() !== 'kept') continue;
          if (value === undefined) expected.delete(key);
          else expected.set(key, value);
        }
        expect(new Map(map.values)).toEqual(expected);
        if (changes.some(({ state }) => state() === 'kept'))
          expect(new Set(expected.values())).toEqual(new Set(map.values.values()));
      }),
      { numRuns: 100 },
    );
  });
});
