import { expect, it } from 'vitest';
import { readList } from '../../src/batches/list.ts';
import { createReferences } from '../../src/reading/references.ts';

const references = createReferences();

/** Longest time in which the event loop could not run while a list was read; not while other processes had the core. */
async function longestStretchOf(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text).subarray(0, 1024 * 1024);
  let [longestMs, lastMs, lastCpu, isOver] = [0, performance.now(), process.cpuUsage(), false];
  const turn = () => {
    const { user, system } = process.cpuUsage(lastCpu);
    longestMs = Math.max(longestMs, Math.min(performance.now() - lastMs, (user + system) / 1_000));
    [lastMs, lastCpu] = [performance.now(), process.cpuUsage()];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await readList(bytes, 'a.csv', references).catch(() => {});
  isOver = true;
  return longestMs;
}

const referenceAt = (at: number) => `GARO-${at % 10}${at.toString(36).padStart(6, 'k').slice(-6)}`;
const megabyteOf = (write: (at: number) => string) =>
  Array.from({ length: Math.ceil((1024 * 1024) / write(10_000).length) }, (_, at) => write(at)).join('');
const wideRow = (at: number) => `${'1,'.repeat(2_499)}${referenceAt(at)}\n`;

it.each<[what: string, write: (at: number) => string]>([
  ['200 rows of 2,500 columns', wideRow],
  ['one line', (at) => `${referenceAt(at)}, `],
  ['100,000 short rows', (at) => `${at},x\n`],
  ['80,000 references', (at) => `${referenceAt(at)}\n`],
  ['100 references in each row', (at) => `${referenceAt(at)}${at % 100 === 99 ? '\n' : ','}`],
  ['a quotation mark in each row', (at) => `${referenceAt(at)},a "b", c\n`],
  ['quotation marks', () => '"'],
  ['a quotation mark that never ends', (at) => (at === 0 ? '"' : 'a,b\n')],
  ['delimiters', () => ','],
  ['line ends', () => '\n'],
  ['words', () => 'ab1 '],
  ['one word', () => 'a1'],
])('reading a megabyte of %s lets the event loop run every 50 ms', { timeout: 60_000 }, async (_what, write) => {
  const text = megabyteOf(write);
  const first = await longestStretchOf(text);
  // Garbage collection takes longer on a busy machine, though hardly twice.
  expect(first < 50 ? first : await longestStretchOf(text)).toBeLessThan(50);
});
