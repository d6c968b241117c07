import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { createAssignees } from '../../src/transfers/assignees.ts';
import { isRedisMissing } from '../support/redis.ts';
import { media, useRedis } from '../support/stores.ts';

useRedis();

const amara = { id: 'GARO-1', personId: 'U0AMARA', name: 'amara', atMs: Date.now() };
const bisi = { ...amara, personId: 'U0BISI', name: 'bisi' };

describe.each(['in a folder', 'in Redis'] as const)('who is on a transaction, %s,', (medium) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('stays who took it first, until somebody takes it over from them', async (test) => {
    const open = media[medium](test);
    const { assignees } = await open();
    expect(await assignees.take(amara, undefined)).toEqual(amara);
    expect(await assignees.take(bisi, undefined)).toEqual(amara);
    expect(await assignees.take(bisi, 'U0CHIDI')).toEqual(amara);
    const again = { ...amara, atMs: amara.atMs + 1 };
    expect(await assignees.take(again, undefined)).toEqual(again);
    expect(await assignees.take(bisi, 'U0AMARA')).toEqual(bisi);
    const { assignees: next } = await open();
    expect(await next.of(['GARO-0', 'GARO-1'])).toEqual([bisi]);
    expect(await next.of([])).toEqual([]);
    await next.release('GARO-1', 'U0AMARA');
    expect(await next.of(['GARO-1'])).toEqual([bisi]);
    await next.release('GARO-1', 'U0BISI');
    expect(await next.of(['GARO-1'])).toEqual([]);
  });
});

it('nobody is on a transaction for more than a day', async (test) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { assignees } = await media['in memory'](test)();
  await assignees.take({ ...amara, atMs: Date.now() }, undefined);
  vi.setSystemTime(Date.now() + 24 * 3_600_000 - 1);
  expect(await assignees.of(['GARO-1'])).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1);
  expect(await assignees.of(['GARO-1'])).toEqual([]);
  const later = { ...bisi, atMs: Date.now() };
  expect(await assignees.take(later, undefined)).toEqual(later);
});

it('that nothing can be stored is said and logged', async () => {
  const broken = () => Promise.reject(new StoreError('ENOSPC'));
  const error = vi.fn();
  const assignees = createAssignees({ of: broken, take: broken, release: broken }, { error });
  for (const run of [() => assignees.take(amara, undefined), () => assignees.release('GARO-1', 'U0AMARA')])
    await expect(run()).rejects.toThrow('Assignees cannot be kept right now. Tell whoever runs me');
  expect(error.mock.calls).toEqual(Array(2).fill([{ code: 'ENOSPC' }, 'assignees cannot be kept']));
});

it('beyond 10,000 the oldest is dropped, and nobody’s for a refusal', async (test) => {
  const { assignees } = await media['in memory'](test)();
  for (let at = 0; at < 10_000; at += 1) void assignees.take({ ...amara, id: `GARO-${at}` }, undefined);
  await assignees.take({ ...amara, id: 'GARO-0' }, undefined);
  expect(await assignees.take({ ...bisi, id: 'GARO-1' }, undefined)).toMatchObject({ personId: 'U0AMARA' });
  await assignees.take({ ...bisi, id: 'GARO-10000' }, undefined);
  const there = await assignees.of(['GARO-0', 'GARO-1', 'GARO-2', 'GARO-10000']);
  expect(there.map(({ id }) => id)).toEqual(['GARO-0', 'GARO-2', 'GARO-10000']);
});
