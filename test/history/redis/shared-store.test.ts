import { expect, it } from 'vitest';
import { createSharedStore } from '../../../src/history/redis.ts';

const entry = { fingerprint: 'a', personId: 'U0ONE', group: 'moving' } as const;

it('takes what was read from where it is, and nothing that was read from elsewhere', async () => {
  const append = async (key: string) => key;
  const store = createSharedStore({ stream: { append }, rememberMs: 60_000, onFallback: () => {} });
  const text = JSON.stringify({ by: 'another', entry: { ...entry, atMs: Date.now() } });
  store.take([{ id: '1-0', text }], '0-0');
  store.take([{ id: '1-0', text }], '0-0');
  expect(store.lastId()).toBe('1-0');
  expect(await store.of('a')).toHaveLength(1);
});
