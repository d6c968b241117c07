import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BankDirectory,
  type BankDirectoryOptions,
  createBankDirectory,
} from '../../src/banks/directory.ts';
import { TransferApiError } from '../../src/errors.ts';
import { createEvents } from '../../src/ops/events.ts';
import { readBankQuestion } from '../../src/reading/bank-names.ts';
import type { BankListAnswer } from '../../src/transfer-service/client.ts';
import { expectLinear } from '../support/growth.ts';
import { logLines } from '../support/log-lines.ts';

const startMs = Date.UTC(2026, 0, 31, 12);
beforeEach(() => void vi.useFakeTimers({ now: startMs }));
afterEach(() => void vi.useRealTimers());

const bank = (institutionCode: string, institutionName: string) => ({
  ...{ institutionCode, institutionName, category: '2' },
});
const four = [
  bank('000013', 'GTBANK'),
  bank('000014', 'ACCESS'),
  bank('000015', 'ZENITH'),
  bank('000016', 'FIRST'),
];
const answer = (banks = four, droppedCount = 0): BankListAnswer => ({
  ...{ banks, droppedCount, withInvalidCode: [], faults: [] },
});
const down = new TransferApiError('unreachable', { operation: 'banks' });

function directoryOf(
  load: BankDirectoryOptions['load'],
  options: Partial<BankDirectoryOptions> = {},
) {
  const log = logLines();
  const limits = { ttlMs: 3_600_000, maxStaleMs: 86_400_000 };
  return {
    directory: createBankDirectory({ load, ...limits, logger: log.logger, ...options }),
    log,
  };
}

async function search(directory: BankDirectory, typed: string) {
  const { list, answers } = await directory.ask(readBankQuestion(typed));
  return { list, hits: answers.flatMap(({ hits }) => hits) };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

it('the first look-up loads the bank list; later ones reuse it while it is fresh', async () => {
  const load = vi.fn(async () => answer(four, 3));
  const { directory, log } = directoryOf(load);
  expect(directory.nameOf('000013')).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  await Promise.all([search(directory, 'zenith'), search(directory, 'zenith')]);
  expect(log.entries()).toMatchObject([{ level: 'warn', droppedCount: 3, kept: 4 }]);
  await minutes(59);
  const { hits, list } = await search(directory, 'gtbank');
  expect(hits.map((hit) => hit.bank.institutionCode)).toEqual(['000013']);
  expect(list).toEqual({ size: 4, loadedAtMs: startMs, failedAtMs: undefined });
  expect(['000013', '000099', '0000'].map(directory.nameOf)).toEqual([
    'GTBANK',
    undefined,
    undefined,
  ]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('searches the bank list once for a question that several steps of an answer ask', async () => {
  const { directory } = directoryOf(async () => answer());
  const question = readBankQuestion('zenith');
  const found = await directory.ask(question);
  expect(await directory.ask(question)).toBe(found);
  await minutes(61); // the list is loaded anew
  await directory.ask(question);
  await minutes(0);
  expect(await directory.ask(question)).not.toBe(found);
});

it('a bank list that cannot be loaded is an error, and the next look-up tries again', async () => {
  const load = vi.fn(async () => answer()).mockRejectedValueOnce(down);
  const { directory } = directoryOf(load);
  await expect(search(directory, 'zenith')).rejects.toBe(down);
  expect((await search(directory, 'zenith')).hits).toHaveLength(1);
});

it.each([
  ['empty: "no bank matches" would be a lie', answer([])],
  ['one of which most is left out', answer(four, 5)],
])('refuses a bank list that is %s', async (_why, list) => {
  const { directory, log } = directoryOf(async () => list);
  await expect(search(directory, 'zenith')).rejects.toMatchObject({
    failure: 'unexpected_body',
    details: { operation: 'banks', reason: 'wrong_data' },
  });
  // There is no old list, so the log must not say that one is used.
  expect(log.lines.join()).toContain('bank list: too short, and refused');
  expect(log.lines.join()).not.toContain('the old one is used');
});

describe('a list that has grown old', () => {
  /** Loads a list of four, and has it refreshed behind a look-up an hour later. */
  async function refreshed(load: BankDirectoryOptions['load'], afterMinutes = 61) {
    const loads = vi.fn(load).mockResolvedValueOnce(answer());
    const { directory, log } = directoryOf(loads);
    await search(directory, 'zenith');
    await minutes(afterMinutes);
    const meanwhile = await search(directory, 'zenith');
    await minutes(0);
    return { directory, log, loads, meanwhile };
  }

  it('a stale bank list still answers while a new one loads in the background', async () => {
    const { directory, loads, meanwhile } = await refreshed(async () =>
      answer([...four, bank('000023', 'PROVIDUS')]),
    );
    expect(meanwhile.list).toMatchObject({ size: 4, loadedAtMs: startMs });
    expect((await search(directory, 'providus')).list).toMatchObject({
      size: 5,
      failedAtMs: undefined,
    });
    expect(loads).toHaveBeenCalledTimes(2);
  });

  it('a stale bank list answers through an outage, says so, and is retried every half minute', async () => {
    const { directory, log, loads } = await refreshed(() => Promise.reject(down));
    const during = await search(directory, 'zenith');
    expect(during.list).toMatchObject({ loadedAtMs: startMs, failedAtMs: startMs + 61 * 60_000 });
    expect(loads).toHaveBeenCalledTimes(2);
    await minutes(0.6);
    await search(directory, 'zenith');
    expect(loads).toHaveBeenCalledTimes(3);
    expect(log.entries()).toMatchObject([
      { failure: 'unreachable', ageMs: 61 * 60_000 },
      { failure: 'unreachable' },
    ]);
    loads.mockResolvedValue(answer());
    await minutes(0.6);
    await search(directory, 'zenith');
    expect((await search(directory, 'zenith')).list.failedAtMs).toBeUndefined();
  });

  it('a bank list past its age limit answers with the failure, and a shrunken new one is accepted', async () => {
    const { directory, loads } = await refreshed(() => Promise.reject(down), 24 * 60);
    expect((await search(directory, 'zenith')).hits).toHaveLength(1);
    await minutes(1);
    await expect(search(directory, 'zenith')).rejects.toBe(down);
    loads.mockResolvedValue(answer(four.slice(0, 1)));
    expect((await search(directory, 'gtbank')).list).toMatchObject({
      size: 1,
      failedAtMs: undefined,
    });
  });

  it.each([0, 1, 2])(
    'keeps the old bank list when the new one is less than half as long: %i of 4',
    async (size) => {
      const { directory, log } = await refreshed(async () => answer(four.slice(0, size)));
      const { list } = await search(directory, 'zenith');
      expect(list).toMatchObject(
        size < 2 ? { size: 4, failedAtMs: Date.now() } : { size, failedAtMs: undefined },
      );
      const shrunk = [{ level: 'warn', size, previousSize: 4 }, { failure: 'unexpected_body' }];
      expect(log.entries()).toMatchObject(size < 2 ? shrunk : [{ removed: 2 }]);
    },
  );
});

it('logs in one line, and reports in one event, what a new bank list adds and removes', async () => {
  const [gtb, access, zenith, first] = [
    '000013 GTBANK',
    '000014 ACCESS',
    '000015 ZENITH',
    '000016 FIRST',
  ];
  const listed = (...names: (string | undefined)[]) =>
    answer(names.map((name = '') => bank(name.slice(0, 6), name.slice(7))));
  const events = createEvents();
  const counted = vi.fn();
  events.on('bankList', counted);
  const load = vi.fn<() => Promise<BankListAnswer>>();
  const { directory, log } = directoryOf(load, { events });
  for (const [list, ...changes] of [
    [listed(gtb, access, zenith, first)],
    [listed(first, '000015  ZENITH ', access, gtb, access)],
    [
      listed(gtb, access, '000015 ZENITH BANK', '000023 PROVIDUS'),
      { added: 1, removed: 1, renamed: 1 },
    ],
    [
      listed(gtb, '000014 ACCESS DIAMOND', '000015 ZENITH BANK', '000023 PROVIDUS'),
      { added: 0, renamed: 1 },
    ],
  ] as const) {
    const [seen, told] = [log.lines.length, counted.mock.calls.length];
    load.mockResolvedValueOnce(list);
    await search(directory, 'gtbank');
    await minutes(61);
    expect(log.entries().slice(seen)).toMatchObject(
      changes.map((each) => ({ ...each, msg: 'bank list: changed' })),
    );
    expect(counted.mock.calls.slice(told)).toMatchObject(changes.map((each) => [each]));
  }
});

it('naming a bank code takes no longer, however long the list is', async () => {
  const codes = Array.from({ length: 8_000 }, (_, at) => String(900_000 - at));
  const sizes = [2_000, 8_000];
  const directories = new Map<number, BankDirectory>();
  for (const size of sizes) {
    const banks = codes.slice(0, size).map((code) => bank(code, `BANK ${code}`));
    const { directory } = directoryOf(async () => answer(banks));
    await directory.load();
    directories.set(size, directory);
  }
  await expectLinear(2_000, async (size) => {
    const sought = codes.slice(0, size);
    const names = sought.map((code) => directories.get(size)?.nameOf(code));
    expect(names.at(-1)).toBe(`BANK ${sought.at(-1)}`);
  });
});
