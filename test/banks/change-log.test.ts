import { expect, it } from 'vitest';
import { createChangeLog } from '../../src/banks/changes.ts';

const bank = (institutionCode: string, institutionName: string) => ({ institutionCode, institutionName });

it('a change log tells what changed from list to list, and since when it knows', async () => {
  const log = createChangeLog();
  expect(await log.since(0)).toEqual({ changes: [], knownSinceMs: Number.POSITIVE_INFINITY });
  log.take([bank('000001', 'One')], 100);
  log.take([bank('000001', 'Uno')], 200);
  log.take([], 300);
  const renamed = { kind: 'renamed', bank: bank('000001', 'Uno'), before: 'One', atMs: 200 };
  const removed = { kind: 'removed', bank: bank('000001', 'Uno'), atMs: 300 };
  expect(await log.since(0)).toEqual({ changes: [removed, renamed], knownSinceMs: 100 });
  expect(await log.since(201)).toEqual({ changes: [removed], knownSinceMs: 100 });
});
