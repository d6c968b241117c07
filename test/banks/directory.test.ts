import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BankDirectory, type BankDirectoryOptions, createBankDirectory } from '../../src/banks/directory.ts';
import { TransferApiError } from '../../src/errors.ts';
import { createEvents } from '../../src/events.ts';
import { readBankQuestion } from '../../src/reading/bank-names.ts';
import type { BankListAnswer } from '../../src/transfer-service/bodies.ts';
import { logLines } from '../support/log-lines.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const bank = (institutionCode: string, institutionName: string) => ({
  institutionCode,
  institutionName,
  category: '2',
});
const four = [bank('000013', 'GTBANK'), bank('000014', 'ACCESS'), bank('000015', 'ZENITH'), bank('000016', 'FIRST')];
const answer = (banks = four, droppedCount = 0): BankListAnswer => ({
  ...{ banks, droppedCount, withoutCode: [], faults: [] },
});
const down = new TransferApiError('unreachable', { operation: 'banks' });

function directoryOf(load: BankDirectoryOptions['load'], options: Partial<BankDirectoryOptions> = {}) {
  const log = logLines();
  const directory = createBankDirectory({
    load,
    ttlMs: 3_600_000,
    maxStaleMs: 86_400_000,
    logger: log.logger,
    ...options,
  });
  return { directory, log };
}

async function search(directory: BankDirectory, typed: string) {
  const { list, answers } = await directory.ask(readBankQuestion(typed));
  return { list, hits: answers.flatMap(({ hits }) => hits) };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe('loading', () => {
  it('is done by the first look-up and not again while the list is fresh', async () => {
    const load = vi.fn(async () => answer(four, 3));
    const { directory, log } = directoryOf(load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([search(directory, 'zenith'), search(directory, 'zenith')]);
    expect(log.entries()).toMatchObject([{ level: 'warn', droppedCount: 3, kept: 4 }]);
    await minutes(59);
    const { hits, list } = await search(directory, 'gtbank');
    expect(hits.map((hit) => hit.bank.institutionCode)).toEqual(['000013']);
    expect(list).toEqual({ size: 4, loadedAtMs: Date.UTC(2026, 0, 31, 12), failedAtMs: undefined });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('names a bank of the list that is there, and loads none for it', async () => {
    const load = vi.fn(async () => answer());
    const { directory } = directoryOf(load);
    expect(directory.nameOf('000013')).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
    await search(directory, 'zenith');
    expect(directory.nameOf('000013')).toBe('GTBANK');
    expect(directory.nameOf('000099')).toBeUndefined();
    expect(directory.nameOf('0000')).toBeUndefined();
  });

  it('brings another answer to a question that was asked of the old list', async () => {
    const load = vi.fn(async () => answer()).mockResolvedValueOnce(answer(four.slice(0, 2)));
    const { directory } = directoryOf(load);
    const ask = () => directory.ask(readBankQuestion('code for zenith please'));
    const first = await ask();
    expect(first.answers).toMatchObject([{ said: 'code for zenith please', hits: [] }]);
    await minutes(61);
    await ask();
    await minutes(1);
    expect((await ask()).answers).toMatchObject([{ said: 'zenith', hits: [{}] }]);
  });

  it('that fails is an error, and the next look-up tries again', async () => {
    const load = vi.fn(async () => answer()).mockRejectedValueOnce(down);
    const { directory } = directoryOf(load);
    await expect(search(directory, 'zenith')).rejects.toBe(down);
    expect((await search(directory, 'zenith')).hits).toHaveLength(1);
  });

  it('of a list of which most is left out is no list, and replaces none', async () => {
    const load = vi.fn(async () => answer(four, 5)).mockResolvedValueOnce(answer(four, 4));
    const { directory } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(61);
    await search(directory, 'zenith');
    await minutes(0);
    expect((await search(directory, 'zenith')).list.failedAtMs).toBe(Date.now());
    const other = directoryOf(load).directory;
    await expect(search(other, 'zenith')).rejects.toMatchObject({ failure: 'unexpected_body' });
  });

  it('of an empty list is no list: "no bank matches" would be a lie', async () => {
    const { directory } = directoryOf(async () => answer([]));
    await expect(search(directory, 'zenith')).rejects.toMatchObject({
      failure: 'unexpected_body',
      details: { operation: 'banks', reason: 'wrong_data' },
    });
  });
});

describe('a list that has grown old', () => {
  it('still answers while it is refreshed behind', async () => {
    let finish: (value: BankListAnswer) => void = () => {};
    const load = vi
      .fn(async () => answer())
      .mockResolvedValueOnce(answer())
      .mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    const { directory } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(61);
    expect((await search(directory, 'zenith')).list.loadedAtMs).toBe(Date.UTC(2026, 0, 31, 12));
    finish(answer([...four, bank('000023', 'PROVIDUS')]));
    await minutes(0);
    expect((await search(directory, 'providus')).list).toMatchObject({ size: 5, failedAtMs: undefined });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('answers through an outage and says so, trying again every half minute', async () => {
    const load = vi.fn<() => Promise<BankListAnswer>>().mockResolvedValueOnce(answer()).mockRejectedValue(down);
    const { directory, log } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(61);
    await search(directory, 'zenith');
    const during = await search(directory, 'zenith');
    expect(during.list).toMatchObject({
      loadedAtMs: Date.UTC(2026, 0, 31, 12),
      failedAtMs: Date.UTC(2026, 0, 31, 13, 1),
    });
    expect(load).toHaveBeenCalledTimes(2);
    await minutes(0.6);
    await search(directory, 'zenith');
    expect(load).toHaveBeenCalledTimes(3);
    expect(log.entries()).toMatchObject([{ failure: 'unreachable', ageMs: 61 * 60_000 }, { failure: 'unreachable' }]);

    load.mockResolvedValue(answer());
    await minutes(0.6);
    await search(directory, 'zenith');
    expect((await search(directory, 'zenith')).list.failedAtMs).toBeUndefined();
  });

  it('beyond the limit gives way to a shrunk one', async () => {
    const load = vi.fn(async () => answer(four.slice(0, 1))).mockResolvedValueOnce(answer());
    const { directory, log } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(24 * 60 + 1);
    expect((await search(directory, 'gtbank')).list.size).toBe(1);
    expect(log.entries()).toMatchObject([{ removed: 3 }]);
  });

  it('answers up to the limit and not beyond: then the failure is the answer', async () => {
    const load = vi.fn<() => Promise<BankListAnswer>>().mockResolvedValueOnce(answer()).mockRejectedValue(down);
    const { directory } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(24 * 60);
    expect((await search(directory, 'zenith')).hits).toHaveLength(1);
    await minutes(1);
    await expect(search(directory, 'zenith')).rejects.toBe(down);
    load.mockResolvedValue(answer());
    expect((await search(directory, 'zenith')).hits).toHaveLength(1);
  });

  it.each([0, 1, 2])('is kept when the new one is less than half as long: %i of 4', async (size) => {
    const load = vi.fn(async () => answer(four.slice(0, size))).mockResolvedValueOnce(answer());
    const { directory, log } = directoryOf(load);
    await search(directory, 'zenith');
    await minutes(61);
    await search(directory, 'zenith');
    const { list } = await search(directory, 'zenith');
    expect(list).toMatchObject(size < 2 ? { size: 4, failedAtMs: Date.now() } : { size, failedAtMs: undefined });
    const shrunk = [{ level: 'warn', size, previousSize: 4 }, { failure: 'unexpected_body' }];
    expect(log.entries()).toMatchObject(size < 2 ? shrunk : [{ removed: 2 }]);
  });
});

it('counts what another list brings in one log line and one event', async () => {
  const [gtb, access, zenith, first] = ['000013 GTBANK', '000014 ACCESS', '000015 ZENITH', '000016 FIRST'];
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
    [listed(gtb, access, '000015 ZENITH BANK', '000023 PROVIDUS'), { added: 1, removed: 1, renamed: 1 }],
    [listed(gtb, '000014 ACCESS DIAMOND', '000015 ZENITH BANK', '000023 PROVIDUS'), { added: 0, renamed: 1 }],
  ] as const) {
    const [seen, told] = [log.lines.length, counted.mock.calls.length];
    load.mockResolvedValueOnce(list);
    await search(directory, 'gtbank');
    await minutes(61);
    expect(log.entries().slice(seen)).toMatchObject(changes.map((each) => ({ ...each, msg: 'bank list: changed' })));
    expect(counted.mock.calls.slice(told)).toMatchObject(changes.map((each) => [each]));
  }
});
