const shortestMs = 4;
const rounds = 7;

/**
 * How many times as much work `run` is for four times as much of something: about 1 when it is constant, 4 when it is
 * linear, 16 when it is quadratic: 8 lies between. Counts this process's own time, so that being kept waiting by a busy machine is no
 * part of it, and of several rounds the quickest.
 * @param run works through `size` of something that was made before, the same each time
 */
export async function growth(size: number, run: (size: number) => unknown): Promise<number> {
  const small = await leastMs(() => run(size));
  return (await leastMs(() => run(4 * size))) / small;
}

/** `makeText` for both sizes that {@link growth} asks for, made only once. */
export function texts(size: number, makeText: (size: number) => string): (size: number) => string {
  const made = new Map([size, 4 * size].map((each) => [each, makeText(each)]));
  return (each) => made.get(each) ?? '';
}

async function leastMs(run: () => unknown): Promise<number> {
  await run(); // what V8 compiles and remembers on the way is no part of it
  let times = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; ) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await run();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    // Too short to be told from the clock's own steps.
    if (ms < shortestMs) times *= 2;
    else {
      least = Math.min(least, ms / times);
      round += 1;
    }
  }
  return least;
}
