import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/errors.ts';
import { createStoredMap } from '../../src/store/stored-map.ts';

const Word = z.object({ id: z.string(), text: z.string() });

/** A map on a disk that takes what the test has it take. */
async function onDisk(first: Record<string, string> = {}) {
  const writes: { values: string[]; end: (error?: Error) => void }[] = [];
  const folder = {
    isHeld: () => true,
    refuse() {},
    read: async <T>(_what: string, form: z.ZodType<T>) =>
      Object.entries(first).map(([id, text]) => form.parse({ id, text })),
    write: (_what: string, values: readonly object[]) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        writes.push({ values: values.map((value) => Word.parse(value).text), end });
      }),
  };
  const map = createStoredMap(folder, 'words', Word);
  await map.start();
  return { writes, map, stored: () => Object.fromEntries([...map.values()].map(([id, { text }]) => [id, text])) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** How a change stands. */
const stateOf = (run: Promise<void>) => {
  const change = { state: 'waiting' };
  const becomes = (state: string) => () => void Object.assign(change, { state });
  run.then(becomes('kept'), becomes('failed'));
  return change;
};

/** Sets a value, or removes it. */
const change = (map: Awaited<ReturnType<typeof onDisk>>['map'], id: string, text: string | undefined) =>
  map.change((values) => void (text === undefined ? values.delete(id) : values.set(id, { id, text })));

describe('a map that is written', () => {
  it('resolves a change when it is kept, and keeps together what comes meanwhile', async () => {
    const { writes, map, stored } = await onDisk();
    const first = [stateOf(change(map, 'a', '1')), stateOf(change(map, 'b', '2'))];
    await turn();
    const all = [...first, stateOf(change(map, 'c', '3')), stateOf(change(map, 'a', undefined))];
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1', '2']]);
    expect(stored()).toEqual({});
    expect(all.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    writes[0]?.end();
    await turn();
    expect(all.map(({ state }) => state)).toEqual(['kept', 'kept', 'waiting', 'waiting']);
    expect(writes[1]?.values).toEqual(['2', '3']);
    writes[1]?.end();
    await turn();
    expect(all.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept', 'kept']);
    expect(stored()).toEqual({ b: '2', c: '3' });
  });

  it('gives up a change on a disk that hangs, and has it when the disk goes on', async () => {
    const { writes, map, stored } = await onDisk({ old: '0' });
    await expect(change(map, 'a', '1')).rejects.toThrow(new StoreError('ETIMEDOUT'));
    expect(stored()).toEqual({ old: '0' });
    writes[0]?.end();
    await turn();
    expect(stored()).toEqual({ old: '0', a: '1' });
  });

  it('is as it was when the disk takes nothing', async () => {
    const { writes, map, stored } = await onDisk({ old: '0' });
    const refused = change(map, 'old', undefined);
    await turn();
    writes[0]?.end(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await expect(refused).rejects.toThrow(new StoreError('ENOSPC'));
    expect(stored()).toEqual({ old: '0' });
  });
});
