const shortestMs = 2;
const rounds = 7;

/**
 * How many times as long `run` takes for four times as much: about 1 when its time is constant, 4 when it is linear, 16
 * when it is quadratic. Says the same on a slow and on a busy machine: of several rounds only the quickest counts.
 * @param run works through `size` of something; the same work each time
 */
export async function growth(size: number, run: (size: number) => unknown): Promise<number> {
  const [small, large] = [await quickestMs(() => run(size)), await quickestMs(() => run(4 * size))];
  return large / small;
}

async function quickestMs(run: () => unknown): Promise<number> {
  await run(); // what V8 compiles and remembers on the way is no part of it
  let times = 1;
  let quickest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; ) {
    const startedAtMs = performance.now();
    for (let time = 0; time < times; time += 1) await run();
    const ms = performance.now() - startedAtMs;
    // Too short to be told from the clock's own steps.
    if (ms < shortestMs) times *= 2;
    else {
      quickest = Math.min(quickest, ms / times);
      round += 1;
    }
  }
  return quickest;
}
