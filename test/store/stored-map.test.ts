import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { StoredMap } from '../../src/store/stored-map.ts';

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

/** Sets a value, or removes it. */
const change = (map: StoredMap<string>, key: string, value: string | undefined) =>
  map.change((values) => void (value === undefined ? values.delete(key) : values.set(key, value)));

describe('a map that is written', () => {
  it('resolves a change when it is kept, and keeps together what comes meanwhile', async () => {
    const { writes, keep } = createDisk();
    const map = new StoredMap<string>([], keep);
    const first = [settled(change(map, 'a', '1')), settled(change(map, 'b', '2'))];
    await turn();
    const later = [settled(change(map, 'c', '3')), settled(change(map, 'a', undefined))];
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1', '2']]);
    expect([...map.values]).toEqual([]);
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
    expect(Object.fromEntries(map.values)).toEqual({ b: '2', c: '3' });
  });

  it('gives up on a disk that hangs, and takes back what was to be kept, from the disk too when it goes on', async () => {
    const { writes, keep } = createDisk();
    const map = new StoredMap<string>([['old', '0']], keep);
    const changes = [change(map, 'a', '1'), change(map, 'old', undefined)];
    await turn();
    changes.push(change(map, 'b', '2'), change(map, 'old', '3'));
    expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(changes.map(() => 'rejected'));
    await expect(changes[0]).rejects.toThrow(new StoreError('ETIMEDOUT'));
    await expect(change(map, 'c', '1')).rejects.toThrow(new StoreError('ETIMEDOUT')); // at once
    expect([...map.values]).toEqual([['old', '0']]);
    writes[0]?.end();
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1'], ['0']]);
    writes[1]?.end();
    await turn();
    expect(writes).toHaveLength(2);
    expect([...map.values]).toEqual([['old', '0']]);
  });

  it('writes nothing when nothing has changed, and says what an edit found', async () => {
    const { writes, keep } = createDisk();
    const map = new StoredMap<string>([['old', '0']], keep);
    expect(await map.change((values) => values.get('old'))).toBe('0');
    await change(map, 'other', undefined);
    expect(writes).toEqual([]);
  });
});
