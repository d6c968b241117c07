import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { StoreError } from '../../src/errors.ts';
import { StoredMap } from '../../src/store/stored-map.ts';

const Word = z.object({ id: z.string(), text: z.string() });

/** A map on a disk that takes what the test has it take. */
async function onDisk(first: Record<string, string> = {}) {
  const writes: { values: string[]; end: (error?: Error) => void }[] = [];
  const words = Object.entries(first).map(([id, text]) => ({ id, text }));
  const file = <T extends object>(_name: string, form: z.ZodType<T>) => ({
    read: async () => form.parse({ words }),
    write: (content: T) =>
      new Promise<void>((resolve, reject) => {
        const values = z
          .object({ words: z.array(Word) })
          .parse(content)
          .words.map(({ text }) => text);
        writes.push({ values, end: (error) => (error ? reject(error) : resolve()) });
      }),
  });
  const folder = { isHeld: () => true, refuse: () => {}, file };
  const map = new StoredMap(folder, 'words', Word);
  await map.start();
  return { writes, map, stored: () => Object.fromEntries([...map.values].map(([id, { text }]) => [id, text])) };
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
const change = (map: StoredMap<z.infer<typeof Word>>, id: string, text: string | undefined) =>
  map.change((values) => void (text === undefined ? values.delete(id) : values.set(id, { id, text })));

describe('a map that is written', () => {
  it('resolves a change when it is kept, and keeps together what comes meanwhile', async () => {
    const { writes, map, stored } = await onDisk();
    const first = [settled(change(map, 'a', '1')), settled(change(map, 'b', '2'))];
    await turn();
    const later = [settled(change(map, 'c', '3')), settled(change(map, 'a', undefined))];
    await turn();
    expect(writes.map(({ values }) => values)).toEqual([['1', '2']]);
    expect(stored()).toEqual({});
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

  it('writes nothing when nothing has changed, and says what an edit found', async () => {
    const { writes, map } = await onDisk({ old: '0' });
    expect(await map.change((values) => values.get('old')?.text)).toBe('0');
    await change(map, 'other', undefined);
    expect(writes).toEqual([]);
  });
});
