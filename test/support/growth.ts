import { expect } from 'vitest';

/** The clock of a process has steps: what is shorter cannot be told from them. */
const shortestMs = 4;
/** The small size is never measured only once: noise would make it look slow, and hide a growth. */
const [smallRounds, largeRounds] = [3, 2];

/** Between linear growth, 4, and quadratic, 16. */
const linearMax = 8;
/** Work that does not grow, and some noise. */
const flatMax = 1.4;
/** Noise passes, and what grows stays so. */
const attempts = 5;

/**
 * Expects that four times as much of something is about four times as much work, or less: not
 * quadratic. Counts this process's own time, so that a busy machine is no part of it, takes the
 * quickest of several rounds, and measures again what is over.
 * @param run works through `size` of something, the same each time
 */
export async function expectLinear(size: number, run: (size: number) => unknown): Promise<void> {
  expect(
    await growthOf(
      () => run(size),
      () => run(4 * size),
      linearMax,
    ),
  ).toBeLessThan(linearMax);
}

/** Expects, measured in the same way, that a thing costs the same where there is much around it. */
export async function expectFlat(few: () => unknown, many: () => unknown): Promise<void> {
  expect(await growthOf(few, many, flatMax)).toBeLessThan(flatMax);
}

async function growthOf(few: () => unknown, many: () => unknown, max: number): Promise<number> {
  await few(); // what V8 compiles and remembers on the way is no part of it
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least >= max; attempt += 1) {
    const small = await leastMs(few, smallRounds);
    least = Math.min(least, (await leastMs(many, largeRounds)) / small);
  }
  return least;
}

/**
 * The quickest of some rounds, each of so many runs that it can be told from the clock's own steps.
 */
async function leastMs(run: () => unknown, rounds: number): Promise<number> {
  let times = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; ) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await run();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms < shortestMs) times *= 2;
    else {
      least = Math.min(least, ms / times);
      round += 1;
    }
  }
  return least;
}
